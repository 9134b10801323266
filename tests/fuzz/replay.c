/* SPDX-License-Identifier: MIT */
/* nst-replay on any stream: its output is a stream again, in order of time. */
#define NAME "nst-replay"
#include "reader.h"

#define main program
#include "../../bin/nst-replay.c"

static void
check(struct fuzzrun run)
{
	if (run.out.n > 0 && run.out.p[0] == '{' && run.out.n > 5 && run.out.p[2] == 't')
		fuzzevents(run.out, false, run.status == DONE);
}
