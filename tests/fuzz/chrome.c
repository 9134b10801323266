/* SPDX-License-Identifier: MIT */
/* nst-chrome on any stream: what it writes is JSON, also when the stream is bad. */
#include "fuzz.h"

static fuzzmain program;
#define main program
#include "../../bin/nst-chrome.c"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span input = { (const char *)data, size };
	struct fuzzrun run;

	if (fuzzasks(input))
		return 0;
	run = fuzzstream(program, "nst-chrome", input);
	if (run.out.n > 0 || run.status == DONE)
		fuzzjson(run.out);
	return 0;
}
