/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/compare.h"
#include "base/json.h"
#include "insidestates.h"
#include "stream/record.h"

struct stretch {
	int64_t ts, end; /* ns */
};

/* What ranges have of a GPU. */
struct insidegpu {
	struct stretch *p; /* projections; sorted and disjoint after insidegpusort */
	int64_t *starts;   /* of work that was launched inside, ns; sorted after insidegpusort */
	size_t count, room, startcount, startroom;
};

static struct insidegpu *
insidegpuof(struct insidestates *s, const struct event *ev)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_DEVICE) };
	bool fresh;
	uint32_t *number = mapput(&s->gpus, key, &fresh);

	if (fresh) {
		*number = (uint32_t)s->gpus.used - 1;
		GROW(s->p, s->room, s->gpus.used);
		s->p[*number] = (struct insidegpu){ 0 };
	}
	return &s->p[*number];
}

void
insidestateshold(struct insidestates *s, const struct event *ev)
{
	recordkeep(&s->held, ev);
}

void
insidestatesadd(struct insidestates *s, const struct event *ev)
{
	struct insidegpu *g = insidegpuof(s, ev);

	if (ev->type == TYPE_NVTX_KERNEL) {
		GROW(g->p, g->room, g->count + 1);
		g->p[g->count++] = (struct stretch){ ev->number[KEY_TS], evend(ev) };
	} else {
		GROW(g->starts, g->startroom, g->startcount + 1);
		g->starts[g->startcount++] = ev->number[KEY_TS];
	}
}

static int
bystart(const void *a, const void *b)
{
	const struct stretch *x = a, *y = b;

	return (x->ts > y->ts) - (x->ts < y->ts);
}

/* Sorts the times of a GPU, and joins projections that overlap or touch. */
static void
insidegpusort(struct insidegpu *g)
{
	size_t n = 0;

	if (g->startcount > 0)
		qsort(g->starts, g->startcount, sizeof(*g->starts), compareint64);
	if (g->count > 0)
		qsort(g->p, g->count, sizeof(*g->p), bystart);
	for (size_t i = 0; i < g->count; i++) {
		if (n > 0 && g->p[i].ts <= g->p[n - 1].end) {
			if (g->p[i].end > g->p[n - 1].end)
				g->p[n - 1].end = g->p[i].end;
		} else {
			g->p[n++] = g->p[i];
		}
	}
	g->count = n;
}

/* Returns the index of the first projection that ends after a time. */
static size_t
firstbehind(const struct insidegpu *g, int64_t ts)
{
	size_t low = 0, high = g->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (g->p[middle].end <= ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns true if a state is idle time, and work that was launched inside ends it. */
static bool
isidlebefore(const struct insidegpu *g, const struct event *ev)
{
	int64_t end = evend(ev);

	return evhas(ev, KEY_NAME) && spanis(ev->value[KEY_NAME], "\"idle\"") &&
	    g->startcount > 0 &&
	    bsearch(&end, g->starts, g->startcount, sizeof(*g->starts), compareint64);
}

struct giving {
	void (*give)(void *arg, struct event *ev);
	void *arg;
};

/* Gives a part of a state, if it has a length. */
static void
givepart(const struct giving *to, const struct event *whole, int64_t ts, int64_t end)
{
	struct event ev = *whole;

	if (ts >= end)
		return;
	if (ts != whole->number[KEY_TS])
		evsetint(&ev, KEY_TS, ts);
	if (end != evend(whole) || ts != whole->number[KEY_TS])
		evsetint(&ev, KEY_DUR, subsat(end, ts));
	to->give(to->arg, &ev);
}

/* Gives the parts of a state inside its GPU's projections, or those outside. */
static void
givestate(const struct giving *to, const struct insidegpu *g, const struct event *ev, bool outside)
{
	int64_t at = ev->number[KEY_TS], end = evend(ev);

	if (isidlebefore(g, ev)) {
		if (!outside)
			givepart(to, ev, at, end);
		return;
	}
	for (size_t i = firstbehind(g, at); i < g->count && g->p[i].ts < end; i++) {
		int64_t from = g->p[i].ts > at ? g->p[i].ts : at;
		int64_t until = g->p[i].end < end ? g->p[i].end : end;

		givepart(to, ev, outside ? at : from, outside ? from : until);
		at = until;
	}
	if (outside)
		givepart(to, ev, at, end);
}

void
insidestatesgive(struct insidestates *s, bool outside, unsigned want,
    void (*give)(void *arg, struct event *ev), void *arg)
{
	struct giving to = { give, arg };
	size_t end = s->held.n;

	for (size_t i = 0; i < s->gpus.used; i++)
		insidegpusort(&s->p[i]);
	jsonpad(&s->held);
	for (size_t at = 0; at < end; at += strlen(s->held.p + at) + 1) {
		struct parseerror error;
		struct event ev;

		evparse(&ev, spanof(s->held.p + at), want, &s->stack, &error);
		givestate(&to, insidegpuof(s, &ev), &ev, outside);
	}
}

void
insidestatesfree(struct insidestates *s)
{
	for (size_t i = 0; i < s->gpus.used; i++) {
		free(s->p[i].p);
		free(s->p[i].starts);
	}
	free(s->p);
	free(s->held.p);
	free(s->stack.p);
	mapfree(&s->gpus);
}
