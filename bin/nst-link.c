/* SPDX-License-Identifier: MIT */
/* nst-link: which call launched a GPU event, and which ranges enclose that call. */
#include "link/link.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&linktool, argc, argv);
}
