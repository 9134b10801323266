/* SPDX-License-Identifier: MIT */
/* nst-state: classifies GPU time as busy or idle, and explains the idle time. */
#include "program/tool.h"
#include "state/state.h"

int
main(int argc, char *argv[])
{
	return toolmain(&statetool, argc, argv);
}
