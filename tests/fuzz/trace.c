/* SPDX-License-Identifier: MIT */
/* nst-dump on traces in JSON that nobody would write: the input is the trace. */
#include "export.h"
#include "fuzz.h"

static fuzzmain program;
#define main program
#include "../../bin/nst-dump.c"
#undef main

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const line[] = { "-j3", "--python", NULL };

	exportdump(program, line, (struct span){ (const char *)data, size });
	return 0;
}
