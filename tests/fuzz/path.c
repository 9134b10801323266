/* SPDX-License-Identifier: MIT */
/* nst-path on any stream: its output is a stream again, and the segments of the path follow each
 * other without gap and overlap. */
#define NAME "nst-path"
#include <stdlib.h>

#include "base/json.h"
#include "reader.h"

#define main program
#include "../../bin/nst-path.c"

static void
check(struct fuzzrun run)
{
	struct buf stack = { 0 }, text = { 0 };
	struct parseerror error;
	bool begun = false;
	int64_t upto = 0;
	struct event ev;

	if (run.out.n > 0 && run.out.p[0] != '{')
		return; /* the list of libraries */
	fuzzevents(run.out, false, run.status == DONE);
	for (const char *line = run.out.p, *end; line < run.out.p + run.out.n; line = end + 1) {
		end = memchr(line, '\n', (size_t)(run.out.p + run.out.n - line));
		text.n = 0;
		bufmem(&text, line, (size_t)(end - line));
		jsonpad(&text);
		if (!evparse(&ev, bufall(&text), 0, &stack, &error) || ev.type != TYPE_PATH)
			continue;
		/* a time that is longer than a number can say ends there */
		if (begun && upto != ev.number[KEY_TS] && upto != INT64_MAX)
			fuzzfail("a gap or an overlap at: %.*s", (int)ev.line.n, ev.line.p);
		begun = true;
		upto = evend(&ev);
	}
	free(stack.p);
	free(text.p);
}
