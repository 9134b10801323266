/* SPDX-License-Identifier: MIT */
/* nst-link: ties each GPU event to its CUDA call and to the NVTX ranges around that call. */
#include "link/link.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&linktool, argc, argv);
}
