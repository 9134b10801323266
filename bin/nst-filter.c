/* SPDX-License-Identifier: MIT */
/* nst-filter: selects, renames and colours events. It copies unchanged events byte for byte. */
#include "filter/filter.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&filtertool, argc, argv);
}
