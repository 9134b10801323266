/* SPDX-License-Identifier: MIT */
/* nst-step: which step of its process's loop each event belongs to. */
#include "program/tool.h"
#include "step/step.h"

int
main(int argc, char *argv[])
{
	return toolmain(&steptool, argc, argv);
}
