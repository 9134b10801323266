/* SPDX-License-Identifier: MIT */
/* nst-replay: predicts a run with changed times. */
#include "program/tool.h"
#include "replay/replay.h"

int
main(int argc, char *argv[])
{
	return toolmain(&replaytool, argc, argv);
}
