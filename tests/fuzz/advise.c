/* SPDX-License-Identifier: MIT */
/* nst-advise on any stream: its output is a stream again, and the cost of a finding is positive and
 * at most what it is a part of. */
#define NAME "nst-advise"
#include <stdlib.h>

#include "base/json.h"
#include "reader.h"

#define main program
#include "../../bin/nst-advise.c"

/* Takes a finding. */
static void
checkfinding(const struct event *ev)
{
	int64_t cost, of;

	if (!jsonint(evarg(ev, "cost"), &cost) || !jsonint(evarg(ev, "of"), &of))
		fuzzfail("a finding without a cost: %.*s", (int)ev->line.n, ev->line.p);
	if (cost <= 0 || cost > of || evnumber(ev, KEY_DUR) < 0)
		fuzzfail("a cost that cannot be: %.*s", (int)ev->line.n, ev->line.p);
}

static void
check(struct fuzzrun run)
{
	struct buf stack = { 0 }, text = { 0 };
	struct parseerror error;
	struct event ev;

	if (run.out.n > 0 && run.out.p[0] != '{')
		return; /* text */
	fuzzevents(run.out, false, run.status == DONE);
	for (const char *line = run.out.p, *end; line < run.out.p + run.out.n; line = end + 1) {
		end = memchr(line, '\n', (size_t)(run.out.p + run.out.n - line));
		text.n = 0;
		bufmem(&text, line, (size_t)(end - line));
		jsonpad(&text);
		if (evparse(&ev, bufall(&text), 0, &stack, &error) && ev.type == TYPE_FINDING)
			checkfinding(&ev);
	}
	free(stack.p);
	free(text.p);
}
