/* SPDX-License-Identifier: MIT */
/* nst-perfetto: writes Perfetto's trace format, which is smaller than JSON and loads faster. */
#include "perfetto/perfetto.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&perfettotool, argc, argv);
}
