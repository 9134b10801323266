/* SPDX-License-Identifier: MIT */
/* nst-chrome on any stream: what it writes is JSON in UTF-8, also when the stream is bad. */
#define NAME "nst-chrome"
#include "reader.h"

#define main program
#include "../../bin/nst-chrome.c"

static void
check(struct fuzzrun run)
{
	if (run.out.n > 0 || run.status == DONE)
		fuzzjson(run.out);
	fuzzhold(fuzzutf8(run.out));
}
