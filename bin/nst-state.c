/* SPDX-License-Identifier: MIT */
/* nst-state: what each GPU did at every moment, and why where it did nothing. */
#include "program/tool.h"
#include "state/state.h"

int
main(int argc, char *argv[])
{
	return toolmain(&statetool, argc, argv);
}
