/* SPDX-License-Identifier: MIT */
/* nst-scrub: replaces names and paths by hashes, so that a profile can be shared. */
#include "program/tool.h"
#include "scrub/scrub.h"

int
main(int argc, char *argv[])
{
	return toolmain(&scrubtool, argc, argv);
}
