/* SPDX-License-Identifier: MIT */
/* nst-fold: writes stacks of ranges, calls, kernels and samples, for flame graphs and pprof. */
#include "fold/fold.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&foldtool, argc, argv);
}
