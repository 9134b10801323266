/* SPDX-License-Identifier: MIT */
/* nst-link on any stream: what it writes is a stream again. */
#define NAME "nst-link"
#include "reader.h"

#define main program
#include "../../bin/nst-link.c"

static void
check(struct fuzzrun run)
{
	fuzzevents(run.out, false, run.status == DONE);
}
