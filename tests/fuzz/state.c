/* SPDX-License-Identifier: MIT */
/* nst-state on any stream: its output is a stream again, and the states of a GPU follow each other
 * without gap and overlap. The state "before", at the end of the stream, ends where they begin. */
#define NAME "nst-state"
#include <stdlib.h>

#include "base/json.h"
#include "reader.h"

#define main program
#include "../../bin/nst-state.c"

/* A GPU, as states name it; the begin of its first state and the end of its last one, ns. */
struct followed {
	bool ofprocess;
	int64_t pid, device, begin, end;
};

struct follow {
	struct followed *p;
	size_t count, room;
};

/* Takes a state. */
static void
follow(struct follow *f, const struct event *ev)
{
	struct followed one = { evhas(ev, KEY_PID), evnumber(ev, KEY_PID),
		evnumber(ev, KEY_DEVICE), ev->number[KEY_TS], evend(ev) };
	bool before = spanis(ev->value[KEY_NAME], "\"before\"");

	if (evnumber(ev, KEY_DUR) <= 0)
		fuzzfail("a state without a duration: %.*s", (int)ev->line.n, ev->line.p);
	for (size_t i = 0; i < f->count; i++) {
		struct followed *p = &f->p[i];

		if (p->pid != one.pid || p->device != one.device || p->ofprocess != one.ofprocess)
			continue;
		/* a time that is longer than a number can say ends there */
		if ((before ? one.end != p->begin : p->end != one.begin) && p->end != INT64_MAX &&
		    evnumber(ev, KEY_DUR) != INT64_MAX)
			fuzzfail("a gap or an overlap at: %.*s", (int)ev->line.n, ev->line.p);
		if (!before)
			p->end = one.end;
		return;
	}
	GROW(f->p, f->room, f->count + 1);
	f->p[f->count++] = one;
}

static void
check(struct fuzzrun run)
{
	struct buf stack = { 0 }, text = { 0 };
	struct follow states = { 0 };
	struct parseerror error;
	struct event ev;

	if (run.out.n > 0 && run.out.p[0] != '{')
		return; /* the list of libraries */
	fuzzevents(run.out, false, run.status == DONE);
	for (const char *line = run.out.p, *end; line < run.out.p + run.out.n; line = end + 1) {
		end = memchr(line, '\n', (size_t)(run.out.p + run.out.n - line));
		text.n = 0;
		bufmem(&text, line, (size_t)(end - line));
		jsonpad(&text);
		if (evparse(&ev, bufall(&text), 0, &stack, &error) && ev.type == TYPE_GPU_STATE &&
		    evparse(&ev, bufall(&text), EVKEY(KEY_PID) | EVKEY(KEY_DEVICE), &stack, &error))
			follow(&states, &ev);
	}
	free(states.p);
	free(stack.p);
	free(text.p);
}
