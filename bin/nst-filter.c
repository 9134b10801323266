/* SPDX-License-Identifier: MIT */
/* nst-filter: keeps, drops, renames and colours events. What it keeps it copies byte for byte. */
#include "filter/filter.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&filtertool, argc, argv);
}
