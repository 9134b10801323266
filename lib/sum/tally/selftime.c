/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "selftime.h"

/* An open range. */
struct open {
	int64_t end;   /* ns */
	size_t groups; /* index of its first group in selfthread.groups */
};

/* The stack of open ranges of a thread; the one that began last is on top. A range that has ended
 * stays until it is on top. */
struct selfthread {
	struct open *open;
	size_t count, room;
	uint32_t *groups;
	size_t groupcount, grouproom;
	int64_t at; /* ns; the self time before it was added */
};

/* Adds the time from..to to the groups of a range. */
static void
selfgive(struct selftimes *s, const uint32_t *groups, size_t count, int64_t from, int64_t to)
{
	struct addend addend = { .ts = from, .dur = subsat(to, from), .kind = ADDEND_SELF };

	for (size_t i = 0; i < count; i++) {
		addend.group = groups[i];
		accumulatoradd(s->accumulator, &addend);
	}
}

/* Adds the time before to to the ranges that were on top, and pops ended ranges. */
static void
selfadvance(struct selftimes *s, struct selfthread *t, int64_t to)
{
	while (t->count > 0) {
		struct open *top = &t->open[t->count - 1];
		int64_t end = top->end < to ? top->end : to;

		if (end > t->at) {
			selfgive(s, t->groups + top->groups, t->groupcount - top->groups, t->at,
			    end);
			t->at = end;
		}
		if (top->end > to)
			break;
		t->groupcount = top->groups;
		t->count--;
	}
	t->at = to;
}

/* Returns the thread of a range; makes it if it is new. */
static struct selfthread *
selfthreadof(struct selftimes *s, const struct event *ev)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_TID) };
	bool fresh;
	uint32_t *number = mapput(&s->known, key, &fresh);

	if (fresh) {
		GROW(s->threads, s->room, s->count + 1);
		s->threads[s->count++] = (struct selfthread){ .at = INT64_MIN };
		*number = (uint32_t)s->count;
	}
	return &s->threads[*number - 1];
}

void
selftimesrange(struct selftimes *s, const struct event *ev, const uint32_t *groups, size_t count)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);
	struct selfthread *t;

	if (evhas(ev, KEY_ENDTID)) {
		selfgive(s, groups, count, ts, end);
		return;
	}
	t = selfthreadof(s, ev);
	if (ts < t->at) {
		s->unordered = true;
		return;
	}
	selfadvance(s, t, ts);
	GROW(t->open, t->room, t->count + 1);
	t->open[t->count++] = (struct open){ end, t->groupcount };
	GROW(t->groups, t->grouproom, t->groupcount + count);
	for (size_t i = 0; i < count; i++)
		t->groups[t->groupcount++] = groups[i];
}

void
selftimesmove(struct selftimes *s, struct groupmoves *moves)
{
	for (size_t i = 0; i < s->count; i++)
		for (size_t j = 0; j < s->threads[i].groupcount; j++)
			s->threads[i].groups[j] = groupsmove(moves, s->threads[i].groups[j]);
}

void
selftimesend(struct selftimes *s)
{
	for (size_t i = 0; i < s->count; i++)
		selfadvance(s, &s->threads[i], INT64_MAX);
}

void
selftimesfree(struct selftimes *s)
{
	for (size_t i = 0; i < s->count; i++) {
		free(s->threads[i].open);
		free(s->threads[i].groups);
	}
	free(s->threads);
	mapfree(&s->known);
	*s = (struct selftimes){ 0 };
}
