/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "coarse.h"

#define DECADE(n) INT64_C(n), INT64_C(n) * 2, INT64_C(n) * 5
static const int64_t limits[COARSE_LEVELS] = {
	DECADE(100), DECADE(1000), DECADE(10000), DECADE(100000), DECADE(1000000),
	DECADE(10000000), DECADE(100000000), DECADE(1000000000), DECADE(10000000000),
	DECADE(100000000000), DECADE(1000000000000), DECADE(10000000000000),
	DECADE(100000000000000)
};

int64_t
coarselimit(int level)
{
	return limits[level];
}

/* No group is open. */
#define NONE INT64_MIN

/* Returns the times of a track or series, and makes room for it if it is new. */
static int64_t *
coarsetimesof(struct gaugetimes *t, uint32_t number)
{
	GROW(t->p, t->room, number + (size_t)1);
	for (; t->count <= number; t->count++)
		for (int i = 0; i < COARSE_LEVELS; i++)
			t->p[t->count][i] = NONE;
	return t->p[number];
}

/* The end of an item, ns. */
static int64_t
endof(const struct item *item)
{
	if (item->shape != SHAPE_SLICE)
		return item->ts;
	return item->dur < 0 ? INT64_MAX : addsat(item->ts, item->dur);
}

void
gaugetake(struct gauge *g, const struct item *item)
{
	int64_t *from, end = endof(item), length = subsat(end, item->ts);

	if (item->shape == SHAPE_COUNTER)
		from = coarsetimesof(&g->series, item->counter);
	else
		from = coarsetimesof(&g->tracks, item->track);
	g->drawn++;
	g->values += item->shape == SHAPE_COUNTER;
	itemlogadd(&g->log, item);
	for (int i = 0; i < COARSE_LEVELS; i++) {
		bool merged = from[i] != NONE && subsat(end, from[i]) <= limits[i];

		if (length >= limits[i])
			from[i] = NONE;
		else if (!merged)
			from[i] = item->ts;
		g->left[i] += !merged || length >= limits[i];
	}
}

uint64_t
gaugeslices(const struct gauge *g)
{
	return g->drawn - g->values;
}

int
gaugelevel(const struct gauge *g, int from, uint64_t most)
{
	while (from < COARSE_LEVELS - 1 && g->left[from] > most)
		from++;
	return from;
}

void
gaugefree(struct gauge *g)
{
	free(g->tracks.p);
	free(g->series.p);
	itemlogfree(&g->log);
}

/* The state of a track while its items are merged. */
struct coarselane {
	size_t group;      /* index of the open group plus one; 0 for none */
	int64_t from, to;  /* its begin and end, ns */
	uint32_t category; /* of its first item */
	int64_t *ends;     /* ends of the open slices that stay, ns, the outermost first */
	size_t depth, room;
};

static void
mark(struct coarse *c, enum coarse_kind kind)
{
	bufchar(&c->kinds, (char)kind);
	c->left += kind != COARSE_LEFT_OUT;
}

static struct coarselane *
laneof(struct coarsestage *s, uint32_t track)
{
	GROW(s->lanes, s->laneroom, track + (size_t)1);
	while (s->lanecount <= track)
		s->lanes[s->lanecount++] = (struct coarselane){ 0 };
	return &s->lanes[track];
}

/* Begins a group with an item. */
static void
coarsestart(struct coarsestage *s, struct coarselane *lane, const struct item *item, int64_t end)
{
	struct coarse *c = s->coarse;

	GROW(c->groups, c->room, c->count + 1);
	c->groups[c->count++] = (struct coarsegroup){
		.end = end,
		.time = end - item->ts,
		.count = 1,
		.slices = item->shape == SHAPE_SLICE,
	};
	lane->group = c->count;
	lane->from = item->ts;
	lane->to = end;
	lane->category = stringintern(&s->categories, item->category);
	mark(c, COARSE_FIRST_OF);
}

/* Adds an item to the group of its track. */
static void
coarsejoin(struct coarsestage *s, struct coarselane *lane, const struct item *item, int64_t end)
{
	struct coarsegroup *g = &s->coarse->groups[lane->group - 1];

	g->count++;
	g->slices += item->shape == SHAPE_SLICE;
	g->mixed |= !spansame(stringat(&s->categories, lane->category), item->category);
	if (end > lane->to) {
		g->time += end - (item->ts > lane->to ? item->ts : lane->to);
		g->end = lane->to = end;
	}
	mark(s->coarse, COARSE_LEFT_OUT);
}

/* A group must lie inside all open slices, so it ends at the end of the innermost one at the
 * latest. */
static void
putslice(struct coarsestage *s, const struct item *item)
{
	struct coarselane *lane = laneof(s, item->track);
	int64_t end = endof(item), limit = s->coarse->limit;

	for (; lane->depth > 0 && lane->ends[lane->depth - 1] <= item->ts; lane->depth--)
		lane->group = 0;
	if (subsat(end, item->ts) >= limit) {
		GROW(lane->ends, lane->room, lane->depth + 1);
		lane->ends[lane->depth++] = end;
		lane->group = 0;
		mark(s->coarse, COARSE_KEPT);
	} else if (lane->group > 0 && subsat(end, lane->from) <= limit) {
		coarsejoin(s, lane, item, end);
	} else {
		coarsestart(s, lane, item, end);
	}
}

static void
coarseputvalue(struct coarsestage *s, const struct item *item)
{
	int64_t *last;

	GROW(s->series, s->seriesroom, item->counter + (size_t)1);
	while (s->seriescount <= item->counter)
		s->series[s->seriescount++] = NONE;
	last = &s->series[item->counter];
	if (*last != NONE && subsat(item->ts, *last) <= s->coarse->limit) {
		s->coarse->values++;
		mark(s->coarse, COARSE_LEFT_OUT);
	} else {
		*last = item->ts;
		mark(s->coarse, COARSE_KEPT);
	}
}

static void
coarsetake(void *arg, const struct item *item)
{
	struct coarsestage *s = arg;

	if (item->shape == SHAPE_COUNTER)
		coarseputvalue(s, item);
	else
		putslice(s, item);
}

static void
coarseput(struct draw *d, const struct item *item)
{
	coarsetake(d->arg, item);
}

static void
coarseheader(struct stage *stage, struct event *ev)
{
	drawheader(&((struct coarsestage *)stage)->draw, ev);
}

static void
coarseevent(struct stage *stage, struct event *ev)
{
	drawevent(&((struct coarsestage *)stage)->draw, ev);
}

static void
coarsefinish(struct stage *stage)
{
	drawfinish(&((struct coarsestage *)stage)->draw);
}

uint64_t
coarseslices(const struct coarse *c, const struct gauge *g)
{
	return c->left - (g->values - c->values);
}

void
coarsebegin(struct coarsestage *s, struct coarse *c)
{
	*s = (struct coarsestage){
		.stage = { .want = DRAW_KEYS, .header = coarseheader, .event = coarseevent,
		    .finish = coarsefinish },
		.draw = { .put = coarseput, .arg = s, .openfirst = true, .quiet = true },
		.coarse = c,
	};
}

void
coarseend(struct coarsestage *s)
{
	drawfree(&s->draw);
	stringtablefree(&s->categories);
	for (size_t i = 0; i < s->lanecount; i++)
		free(s->lanes[i].ends);
	free(s->lanes);
	free(s->series);
}

void
coarsefromlog(struct coarse *c, const struct itemlog *log)
{
	struct coarsestage s;

	coarsebegin(&s, c);
	itemlogreplay(log, coarsetake, &s);
	coarseend(&s);
}

void
coarsefree(struct coarse *c)
{
	free(c->kinds.p);
	free(c->groups);
	*c = (struct coarse){ 0 };
}
