/* SPDX-License-Identifier: MIT */
/* nst-filter on any stream: what it writes is a stream again. */
#define NAME "nst-filter"
#include "reader.h"

#define main program
#include "../../bin/nst-filter.c"

static void
check(struct fuzzrun run)
{
	fuzzevents(run.out, false, run.status == DONE);
}
