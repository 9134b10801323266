/* SPDX-License-Identifier: MIT */
/* nst-advise: finds what costs GPU time or wall time. */
#include "advise/advise.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&advisetool, argc, argv);
}
