/* SPDX-License-Identifier: MIT */
/* nst-path: finds the critical path of a run. */
#include "path/path.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&pathtool, argc, argv);
}
