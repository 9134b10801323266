/* SPDX-License-Identifier: MIT */
/* nst-perfetto: events to Perfetto's own trace format, smaller than JSON and quicker to load. */
#include "perfetto/perfetto.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&perfettotool, argc, argv);
}
