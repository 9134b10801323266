/* SPDX-License-Identifier: MIT */
/* nst-link on any stream: what it writes is a stream again. */
#include "fuzz.h"

static fuzzmain program;
#define main program
#include "../../bin/nst-link.c"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span input = { (const char *)data, size };
	struct fuzzrun run;

	if (fuzzasks(input))
		return 0;
	run = fuzzstream(program, "nst-link", input);
	fuzzevents(run.out, false, run.status == DONE);
	return 0;
}
