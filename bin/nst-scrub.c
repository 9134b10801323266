/* SPDX-License-Identifier: MIT */
/* nst-scrub: a stream without the texts that tell something about the user. */
#include "program/tool.h"
#include "scrub/scrub.h"

int
main(int argc, char *argv[])
{
	return toolmain(&scrubtool, argc, argv);
}
