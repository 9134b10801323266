/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "stackspill.h"
#include "sweepline.h"

struct sweeplinethread {
	int64_t time;         /* ns; time before it was added to stacks already */
	uint32_t innermost; /* the open range that began last, or SWEEPLINE_NONE */
	/* this range and those inside of it have no valid stack; or SWEEPLINE_NONE */
	uint32_t firststale;
	uint32_t *byend;  /* a binary heap of open ranges: the first to end is on top */
	size_t count, room;
};

/* Returns true if range a ends before range b. If both end together, the inner one ends first. */
static bool
endsbefore(const struct sweepline *s, uint32_t a, uint32_t b)
{
	const struct openrange *x = &s->open[a], *y = &s->open[b];

	return x->end != y->end ? x->end < y->end : x->serial > y->serial;
}

/* Inserts a range into the heap. */
static void
heapput(const struct sweepline *s, struct sweeplinethread *t, uint32_t slot)
{
	size_t i = t->count++;

	GROW(t->byend, t->room, t->count);
	for (; i > 0 && endsbefore(s, slot, t->byend[(i - 1) / 2]); i = (i - 1) / 2)
		t->byend[i] = t->byend[(i - 1) / 2];
	t->byend[i] = slot;
}

/* Removes the top of the heap. */
static void
heappop(const struct sweepline *s, struct sweeplinethread *t)
{
	uint32_t slot = t->byend[--t->count];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < t->count) {
		if (child + 1 < t->count && endsbefore(s, t->byend[child + 1], t->byend[child]))
			child++;
		if (!endsbefore(s, t->byend[child], slot))
			break;
		t->byend[i] = t->byend[child];
		i = child;
	}
	t->byend[i] = slot;
}

/* Returns the stack of all open ranges of a thread, and caches the stack of each. Ranges that
 * are too deep for a stack stay stale. */
static uint32_t
currentstack(struct sweepline *s, struct sweeplinethread *t)
{
	uint32_t stack = STACKTREE_ROOT, slot = t->firststale;

	if (slot == SWEEPLINE_NONE)
		return t->innermost == SWEEPLINE_NONE ? STACKTREE_ROOT
		                                      : s->open[t->innermost].stack;
	if (s->open[slot].outer != SWEEPLINE_NONE)
		stack = s->open[s->open[slot].outer].stack;
	while (slot != SWEEPLINE_NONE) {
		uint32_t inner = stacktreepush(s->stacks, stack, s->open[slot].frame);

		if (inner == stack)
			break;
		stack = s->open[slot].stack = inner;
		slot = s->open[slot].inner;
	}
	t->firststale = slot;
	return stack;
}

/* Removes a range that ended from the list of open ones. It need not be the innermost: ranges
 * may cross. */
static void
sweeplineclose(struct sweepline *s, struct sweeplinethread *t, uint32_t slot)
{
	const struct openrange *o = &s->open[slot];

	if (o->inner == SWEEPLINE_NONE)
		t->innermost = o->outer;
	else
		s->open[o->inner].outer = o->outer;
	if (o->outer != SWEEPLINE_NONE)
		s->open[o->outer].inner = o->inner;
	if (t->firststale == SWEEPLINE_NONE || s->open[t->firststale].serial >= o->serial)
		t->firststale = o->inner;
	GROW(s->spare, s->spareroom, s->sparecount + 1);
	s->spare[s->sparecount++] = slot;
}

/* Adds the interval [ts, end), ns, to a stack: as time, as an event, or both. */
static void
sweeplineadd(
    struct sweepline *s, int64_t ts, int64_t end, uint32_t stack, bool timed, uint8_t events)
{
	weightsadd(s->weights,
	    &(struct weight){
	        .ts = ts, .end = end, .stack = stack, .timed = timed, .events = events });
}

/* Moves the sweep line to a time: adds the time since the last one to the open stacks, and
 * closes the ranges that end before. */
static void
sweeplineadvance(struct sweepline *s, struct sweeplinethread *t, int64_t to)
{
	while (t->count > 0) {
		uint32_t slot = t->byend[0];
		int64_t end = s->open[slot].end < to ? s->open[slot].end : to;

		if (end > t->time) {
			s->check(s->self);
			sweeplineadd(s, t->time, end, currentstack(s, t), true, 0);
		}
		t->time = end > t->time ? end : t->time;
		if (s->open[slot].end > to)
			break;
		heappop(s, t);
		sweeplineclose(s, t, slot);
	}
	t->time = to > t->time ? to : t->time;
}

static struct sweeplinethread *
sweeplinethreadof(struct sweepline *s, const struct event *ev)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_TID) };
	bool fresh;
	uint32_t *number = mapput(&s->threadids, key, &fresh);

	if (fresh) {
		*number = (uint32_t)s->count;
		GROW(s->threads, s->room, s->count + 1);
		s->threads[s->count++] = (struct sweeplinethread){
			.time = INT64_MIN,
			.innermost = SWEEPLINE_NONE,
			.firststale = SWEEPLINE_NONE,
		};
	}
	return &s->threads[*number];
}

/* Returns a free entry of s->open. */
static uint32_t
newrange(struct sweepline *s)
{
	if (s->sparecount > 0)
		return s->spare[--s->sparecount];
	GROW(s->open, s->openroom, s->opened + 1);
	return (uint32_t)s->opened++;
}

void
sweeplineevent(struct sweepline *s, const struct event *ev, uint32_t frame)
{
	struct sweeplinethread *t;
	uint32_t slot, stack;

	if (evhas(ev, KEY_ENDTID)) {
		stack = stacktreepush(s->stacks, STACKTREE_ROOT, frame);
		sweeplineadd(s, ev->number[KEY_TS], evend(ev), stack, true, 1);
		return;
	}
	t = sweeplinethreadof(s, ev);
	evchecksorted(ev, t->time);
	s->frame = frame;
	s->adding = true;
	sweeplineadvance(s, t, ev->number[KEY_TS]);
	s->adding = false;
	slot = newrange(s);
	s->open[slot] = (struct openrange){
		.end = evend(ev),
		.serial = s->serial++,
		.frame = s->frame,
		.outer = t->innermost,
		.inner = SWEEPLINE_NONE,
	};
	if (t->innermost != SWEEPLINE_NONE)
		s->open[t->innermost].inner = slot;
	t->innermost = slot;
	if (t->firststale == SWEEPLINE_NONE)
		t->firststale = slot;
	heapput(s, t, slot);
	sweeplineadd(s, ev->number[KEY_TS], evend(ev), currentstack(s, t), false, 1);
}

void
sweeplinemove(struct sweepline *s, const struct stacktree *old)
{
	if (s->adding)
		s->frame = stackspillframe(s->stacks, old, s->frame);
	for (size_t i = 0; i < s->count; i++) {
		struct sweeplinethread *t = &s->threads[i];

		for (size_t j = 0; j < t->count; j++) {
			struct openrange *o = &s->open[t->byend[j]];

			o->frame = stackspillframe(s->stacks, old, o->frame);
			if (o->outer == SWEEPLINE_NONE) /* no stack is valid any longer */
				t->firststale = t->byend[j];
		}
	}
}

void
sweeplineend(struct sweepline *s)
{
	for (size_t i = 0; i < s->count; i++)
		sweeplineadvance(s, &s->threads[i], INT64_MAX);
}

void
sweeplinefree(struct sweepline *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->threads[i].byend);
	free(s->threads);
	free(s->open);
	free(s->spare);
	mapfree(&s->threadids);
	*s = (struct sweepline){ 0 };
}
