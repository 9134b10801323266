/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "traceindex.h"
#include "tracesorter.h"

struct tracesorter {
	struct sorter sorter;
	struct traceindex index;
	struct tracewindow window;
	uint64_t next;
	bool sorted;
};

/* The keys are the start, 0 for an open range, the negative duration, and the place: an entry has
 * the same order. */
static void
tracesorterput(struct sorter *sorter, const int64_t keys[SORTER_KEYS])
{
	struct tracesorter *s = (struct tracesorter *)sorter;
	int64_t end = keys[1] == 0 ? TRACE_OPEN : subsat(keys[0], keys[2]);

	traceindexadd(&s->index, 0,
	    (struct traceentry){ .ts = keys[0], .end = end, .at = (uint64_t)keys[3] });
}

static bool
tracesorternext(struct sorter *sorter, int64_t keys[SORTER_KEYS])
{
	struct tracesorter *s = (struct tracesorter *)sorter;
	const struct traceentry *e;

	if (!s->sorted)
		traceindexsort(&s->index);
	s->sorted = true;
	e = traceindexat(&s->index, 0, &s->window, s->next++);
	if (!e)
		return false;
	keys[0] = e->ts;
	keys[1] = e->end != TRACE_OPEN;
	keys[2] = e->end == TRACE_OPEN ? 0 : subsat(e->ts, e->end);
	keys[3] = (int64_t)e->at;
	return true;
}

static void
tracesorterclose(struct sorter *sorter)
{
	struct tracesorter *s = (struct tracesorter *)sorter;

	traceindexfree(&s->index);
	free(s->window.p);
	free(s);
}

struct sorter *
tracesorteropen(const char *name, size_t memory)
{
	struct tracesorter *s = xzalloc(1, sizeof(*s));

	s->sorter = (struct sorter){ tracesorterput, tracesorternext, tracesorterclose };
	s->index = (struct traceindex){ .most = memory, .name = name };
	return &s->sorter;
}
