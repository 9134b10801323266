/* SPDX-License-Identifier: MIT */
/* What the targets for programs that read a stream share: such a target defines NAME, includes the
 * program with its main called program, and defines check. */
#ifndef NST_FUZZ_READER_H
#define NST_FUZZ_READER_H

#include "fuzz.h"

static fuzzmain program;

/* What must hold of a run, whether the stream was good or bad. */
static void check(struct fuzzrun run);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span input = { (const char *)data, size };

	if (!fuzzasks(input) && !fuzzhard(input))
		check(fuzzstream(program, NAME, input));
	return 0;
}

#endif
