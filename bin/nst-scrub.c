/* SPDX-License-Identifier: MIT */
/* nst-scrub: a stream without the texts that tell something about the user. */
#include "scrub/scrub.h"
#include "tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&scrubtool, argc, argv);
}
