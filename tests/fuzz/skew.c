/* SPDX-License-Identifier: MIT */
/* nst-skew on any stream: what it writes is a stream again. */
#define NAME "nst-skew"
#include "reader.h"

#define main program
#include "../../bin/nst-skew.c"

static void
check(struct fuzzrun run)
{
	fuzzevents(run.out, false, run.status == DONE);
}
