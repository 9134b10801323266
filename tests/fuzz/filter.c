/* SPDX-License-Identifier: MIT */
/* nst-filter on any stream: what it writes is a stream again. */
#include "fuzz.h"

static fuzzmain program;
#define main program
#include "../../bin/nst-filter.c"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span input = { (const char *)data, size };
	struct fuzzrun run;

	if (fuzzasks(input) || fuzzhard(input))
		return 0;
	run = fuzzstream(program, "nst-filter", input);
	fuzzevents(run.out, false, run.status == DONE);
	return 0;
}
