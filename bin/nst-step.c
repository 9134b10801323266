/* SPDX-License-Identifier: MIT */
/* nst-step: assigns each event to a step of the training loop. */
#include "program/tool.h"
#include "step/step.h"

int
main(int argc, char *argv[])
{
	return toolmain(&steptool, argc, argv);
}
