/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "gauge.h"

#define DECADE(n) INT64_C(n), INT64_C(n) * 2, INT64_C(n) * 5
static const int64_t limits[GAUGE_LEVELS] = {
	DECADE(100), DECADE(1000), DECADE(10000), DECADE(100000), DECADE(1000000),
	DECADE(10000000), DECADE(100000000), DECADE(1000000000), DECADE(10000000000),
	DECADE(100000000000), DECADE(1000000000000), DECADE(10000000000000),
	DECADE(100000000000000)
};

int64_t
gaugelimit(int level)
{
	return limits[level];
}

/* No group is open. */
#define NONE INT64_MIN

/* Returns the open groups of a track or series, and makes room for them if it is new. */
static struct gaugelane *
gaugelaneof(struct gaugelanes *t, uint32_t number)
{
	GROW(t->p, t->room, number + (size_t)1);
	for (; t->count <= number; t->count++) {
		t->p[t->count].steady = GAUGE_LEVELS;
		for (int i = 0; i < GAUGE_LEVELS; i++)
			t->p[t->count].groups[i] = (struct gaugegroup){ .from = NONE };
	}
	return &t->p[number];
}

/* Returns true if an item of a length is short enough for a group at a level and fits into it. */
static inline bool
gaugefits(const struct gaugegroup *group, int level, int64_t end, int64_t length)
{
	return length < limits[level] && group->from != NONE &&
	    subsat(end, group->from) <= limits[level];
}

/* Finds the levels whose groups the next item will probably not change. */
static void
gaugesettle(struct gaugelane *lane)
{
	const struct gaugegroup *last = &lane->groups[GAUGE_LEVELS - 1];
	int i = GAUGE_LEVELS;

	while (i > 0 && lane->groups[i - 1].alone == 0 && lane->groups[i - 1].from == last->from)
		i--;
	lane->steady = i;
}

void
gaugetake(struct gauge *g, const struct item *item, size_t bytes)
{
	bool counter = item->shape == SHAPE_COUNTER;
	struct gaugelane *lane = counter ? gaugelaneof(&g->series, item->counter)
	                                 : gaugelaneof(&g->tracks, item->track);
	struct gaugegroup *group = lane->groups;
	int64_t end = itemend(item), length = subsat(end, item->ts);
	struct gaugelevel *level = g->levels;
	int i = 0, most = lane->steady;

	g->drawn++;
	g->values += counter;
	g->bytes += bytes;
	itemlogadd(&g->log, item);
	if (most < GAUGE_LEVELS && !gaugefits(&group[most], most, end, length))
		most = GAUGE_LEVELS;
	for (; i < most && limits[i] <= length; i++) {
		group[i].from = NONE;
		level[i].bytes += bytes;
	}
	for (; i < most; i++) {
		if (gaugefits(&group[i], i, end, length)) {
			level[i].groups += group[i].alone > 0;
			level[i].bytes -= group[i].alone;
			group[i].alone = 0;
		} else {
			group[i].from = item->ts;
			group[i].alone = counter ? 0 : (uint32_t)bytes;
			level[i].bytes += bytes;
		}
	}
	if (most == GAUGE_LEVELS)
		gaugesettle(lane);
}

uint64_t
gaugeslices(const struct gauge *g)
{
	return g->drawn - g->values;
}

void
gaugefree(struct gauge *g)
{
	free(g->tracks.p);
	free(g->series.p);
	itemlogfree(&g->log);
}
