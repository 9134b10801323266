/* SPDX-License-Identifier: MIT */
/* nst-step: which step of its process's loop each event belongs to. */
#include "step/step.h"
#include "tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&steptool, argc, argv);
}
