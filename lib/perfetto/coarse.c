/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "coarse.h"

/* No value of a series is kept yet. */
#define NONE INT64_MIN

/* The state of a track while its items are merged. */
struct coarselane {
	struct coarsegroup group; /* the open group; its count is 0 if there is none */
	size_t number;     /* of that group */
	int64_t from;      /* its begin, ns */
	struct span category; /* of its first item; the log has equal ones at one place */
	int64_t *ends;     /* ends of the open slices that stay, ns, the outermost first */
	size_t depth, room;
};

/* The state of a search for the items that are merged. */
struct merging {
	struct coarse *coarse;
	struct coarselane *lanes; /* by track */
	int64_t *series;          /* the value kept last of each series, ns */
	size_t laneroom, lanecount, seriesroom, seriescount;
};

static void
mark(struct coarse *c, enum coarse_kind kind)
{
	bufchar(&c->kinds.bytes, (char)kind);
	bytelogcheck(&c->kinds);
	c->left += kind != COARSE_LEFT_OUT;
}

static struct coarselane *
laneof(struct merging *m, uint32_t track)
{
	GROW(m->lanes, m->laneroom, track + (size_t)1);
	while (m->lanecount <= track)
		m->lanes[m->lanecount++] = (struct coarselane){ 0 };
	return &m->lanes[track];
}

/* Ends the open group of a track, if there is one. */
static void
coarseclose(struct merging *m, struct coarselane *lane)
{
	struct coarsegroup *group;

	if (lane->group.count == 0)
		return;
	group = pagedwrite(&m->coarse->groups, lane->number);
	*group = lane->group;
	lane->group.count = 0;
	pagestrim(&m->coarse->pool);
}

/* Begins a group with an item. */
static void
coarsestart(struct merging *m, struct coarselane *lane, const struct item *item, int64_t end)
{
	coarseclose(m, lane);
	(void)pagedappend(&m->coarse->groups);
	lane->group = (struct coarsegroup){
		.end = end,
		.time = end - item->ts,
		.count = 1,
		.slices = item->shape == SHAPE_SLICE,
	};
	lane->number = m->coarse->count++;
	lane->from = item->ts;
	lane->category = item->category;
	mark(m->coarse, COARSE_FIRST_OF);
}

/* Adds an item to the group of its track. */
static void
coarsejoin(struct merging *m, struct coarselane *lane, const struct item *item, int64_t end)
{
	struct coarsegroup *g = &lane->group;

	g->count++;
	g->slices += item->shape == SHAPE_SLICE;
	g->mixed |= lane->category.p != item->category.p || lane->category.n != item->category.n;
	if (end > g->end) {
		g->time += end - (item->ts > g->end ? item->ts : g->end);
		g->end = end;
	}
	mark(m->coarse, COARSE_LEFT_OUT);
}

/* A group must lie inside all open slices, so it ends at the end of the innermost one at the
 * latest. */
static void
coarseputslice(struct merging *m, const struct item *item)
{
	struct coarselane *lane = laneof(m, item->track);
	int64_t end = itemend(item), limit = m->coarse->limit;

	for (; lane->depth > 0 && lane->ends[lane->depth - 1] <= item->ts; lane->depth--)
		coarseclose(m, lane);
	if (subsat(end, item->ts) >= limit) {
		GROW(lane->ends, lane->room, lane->depth + 1);
		lane->ends[lane->depth++] = end;
		coarseclose(m, lane);
		mark(m->coarse, COARSE_KEPT);
	} else if (lane->group.count > 0 && subsat(end, lane->from) <= limit) {
		coarsejoin(m, lane, item, end);
	} else {
		coarsestart(m, lane, item, end);
	}
}

static void
coarseputvalue(struct merging *m, const struct item *item)
{
	int64_t *last;

	GROW(m->series, m->seriesroom, item->counter + (size_t)1);
	while (m->seriescount <= item->counter)
		m->series[m->seriescount++] = NONE;
	last = &m->series[item->counter];
	if (*last != NONE && subsat(item->ts, *last) <= m->coarse->limit) {
		m->coarse->values++;
		mark(m->coarse, COARSE_LEFT_OUT);
	} else {
		*last = item->ts;
		mark(m->coarse, COARSE_KEPT);
	}
}

static void
coarsetake(void *arg, const struct item *item)
{
	struct merging *m = arg;

	if (item->shape == SHAPE_COUNTER)
		coarseputvalue(m, item);
	else
		coarseputslice(m, item);
}

void
coarsefind(struct coarse *c, const struct itemlog *log)
{
	struct merging m = { .coarse = c };

	c->groups = (struct pagedarray){ .pool = &c->pool, .size = sizeof(struct coarsegroup) };
	itemlogreplay(log, coarsetake, &m);
	for (size_t i = 0; i < m.lanecount; i++) {
		coarseclose(&m, &m.lanes[i]);
		free(m.lanes[i].ends);
	}
	free(m.lanes);
	free(m.series);
	c->reader.log = &c->kinds;
}

enum coarse_kind
coarsenext(struct coarse *c, struct coarsegroup *group)
{
	int kind = bytelogbyte(&c->reader);

	if (kind < 0)
		return COARSE_LEFT_OUT;
	c->passed += kind != COARSE_LEFT_OUT;
	if (kind == COARSE_FIRST_OF) {
		*group = *(const struct coarsegroup *)pagedread(&c->groups, c->next++);
		pagestrim(&c->pool);
	}
	return (enum coarse_kind)kind;
}

bool
coarseleavesout(struct coarse *c)
{
	int kind = bytelogpeek(&c->reader);

	return kind < 0 || kind == COARSE_LEFT_OUT;
}

uint64_t
coarseslices(const struct coarse *c, const struct gauge *g)
{
	return c->left - (g->values - c->values);
}

void
coarsefree(struct coarse *c)
{
	free(c->reader.p);
	c->reader = (struct bytelogreader){ 0 };
	bytelogfree(&c->kinds);
	pagedfree(&c->groups);
	pagepoolfree(&c->pool);
}
