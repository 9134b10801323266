/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "sweep.h"

struct sweepthread {
	int64_t at;         /* ns: the time before was given out */
	uint32_t innermost; /* the one that began last, or SWEEP_NONE */
	uint32_t stale;     /* from here inwards stacks are not known, or SWEEP_NONE */
	uint32_t *soonest;  /* a heap: the one that ends first on top */
	size_t count, room;
};

/* Whether one thing ends before another; of two that end together the inner one does. */
static bool
sooner(const struct sweep *s, uint32_t a, uint32_t b)
{
	const struct sweepopen *x = &s->open[a], *y = &s->open[b];

	return x->end != y->end ? x->end < y->end : x->begun > y->begun;
}

/* Adds to the heap. */
static void
heapput(const struct sweep *s, struct sweepthread *t, uint32_t slot)
{
	size_t i = t->count++;

	GROW(t->soonest, t->room, t->count);
	for (; i > 0 && sooner(s, slot, t->soonest[(i - 1) / 2]); i = (i - 1) / 2)
		t->soonest[i] = t->soonest[(i - 1) / 2];
	t->soonest[i] = slot;
}

/* Takes the top off the heap. */
static void
heappop(const struct sweep *s, struct sweepthread *t)
{
	uint32_t slot = t->soonest[--t->count];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < t->count) {
		if (child + 1 < t->count && sooner(s, t->soonest[child + 1], t->soonest[child]))
			child++;
		if (!sooner(s, t->soonest[child], slot))
			break;
		t->soonest[i] = t->soonest[child];
		i = child;
	}
	t->soonest[i] = slot;
}

/* The stack of all that is open on a thread; what is too deep for it stays stale. */
static uint32_t
current(struct sweep *s, struct sweepthread *t)
{
	uint32_t stack = CALLSTACKS_EMPTY, slot = t->stale;

	if (slot == SWEEP_NONE)
		return t->innermost == SWEEP_NONE ? CALLSTACKS_EMPTY : s->open[t->innermost].stack;
	if (s->open[slot].outer != SWEEP_NONE)
		stack = s->open[s->open[slot].outer].stack;
	while (slot != SWEEP_NONE) {
		uint32_t inner = callstackspush(s->stacks, stack, s->open[slot].frame);

		if (inner == stack)
			break;
		stack = s->open[slot].stack = inner;
		slot = s->open[slot].inner;
	}
	t->stale = slot;
	return stack;
}

/* Takes away what ended, out of the middle where things cross. */
static void
sweepleave(struct sweep *s, struct sweepthread *t, uint32_t slot)
{
	const struct sweepopen *o = &s->open[slot];

	if (o->inner == SWEEP_NONE)
		t->innermost = o->outer;
	else
		s->open[o->inner].outer = o->outer;
	if (o->outer != SWEEP_NONE)
		s->open[o->outer].inner = o->inner;
	if (t->stale == SWEEP_NONE || s->open[t->stale].begun >= o->begun)
		t->stale = o->inner;
	GROW(s->spare, s->spareroom, s->spares + 1);
	s->spare[s->spares++] = slot;
}

/* Gives the time up to a time to what was open, and ends what ended in it. */
static void
sweepadvance(struct sweep *s, struct sweepthread *t, int64_t to)
{
	while (t->count > 0) {
		uint32_t slot = t->soonest[0];
		int64_t end = s->open[slot].end < to ? s->open[slot].end : to;

		if (end > t->at && !callstacksadd(s->stacks, current(s, t),
		        (uint64_t)end - (uint64_t)t->at))
			s->full = true;
		t->at = end > t->at ? end : t->at;
		if (s->open[slot].end > to)
			break;
		heappop(s, t);
		sweepleave(s, t, slot);
	}
	t->at = to > t->at ? to : t->at;
}

static struct sweepthread *
sweepthreadof(struct sweep *s, const struct event *ev)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_TID) };
	bool fresh;
	uint32_t *number = mapput(&s->known, key, &fresh);

	if (fresh) {
		*number = (uint32_t)s->count;
		GROW(s->threads, s->room, s->count + 1);
		s->threads[s->count++] = (struct sweepthread){
			.at = INT64_MIN,
			.innermost = SWEEP_NONE,
			.stale = SWEEP_NONE,
		};
	}
	return &s->threads[*number];
}

/* A slot for what begins. */
static uint32_t
slotof(struct sweep *s)
{
	if (s->spares > 0)
		return s->spare[--s->spares];
	GROW(s->open, s->openroom, s->opened + 1);
	return (uint32_t)s->opened++;
}

void
sweepevent(struct sweep *s, const struct event *ev, uint32_t frame)
{
	struct sweepthread *t;
	uint32_t slot, stack;

	if (evhas(ev, KEY_ENDTID)) {
		slot = callstackspush(s->stacks, CALLSTACKS_EMPTY, frame);
		s->stacks->p[slot].count++;
		if (!callstacksadd(s->stacks, slot, (uint64_t)ev->number[KEY_DUR]))
			s->full = true;
		return;
	}
	t = sweepthreadof(s, ev);
	evorder(ev, t->at);
	sweepadvance(s, t, ev->number[KEY_TS]);
	slot = slotof(s);
	s->open[slot] = (struct sweepopen){
		.end = evend(ev),
		.begun = s->begun++,
		.frame = frame,
		.outer = t->innermost,
		.inner = SWEEP_NONE,
	};
	if (t->innermost != SWEEP_NONE)
		s->open[t->innermost].inner = slot;
	t->innermost = slot;
	if (t->stale == SWEEP_NONE)
		t->stale = slot;
	heapput(s, t, slot);
	stack = current(s, t);
	s->stacks->p[stack].count++;
}

void
sweepend(struct sweep *s)
{
	for (size_t i = 0; i < s->count; i++)
		sweepadvance(s, &s->threads[i], INT64_MAX);
}

void
sweepfree(struct sweep *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->threads[i].soonest);
	free(s->threads);
	free(s->open);
	free(s->spare);
	mapfree(&s->known);
	*s = (struct sweep){ 0 };
}
