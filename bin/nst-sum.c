/* SPDX-License-Identifier: MIT */
/* nst-sum: adds up time by type, name, device and so on. */
#include "program/tool.h"
#include "sum/sum.h"

int
main(int argc, char *argv[])
{
	struct tool tool = sumtool;
	static struct sumhelp help;

	errinit(tool.name);
	tool.help = sumhelpmake(&help);
	return toolmain(&tool, argc, argv);
}
