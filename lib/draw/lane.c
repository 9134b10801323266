/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "lane.h"

/* The ends of the innermost open slices of some lanes, in ns: the earliest and the latest one.
 * A slice may fit if one of them has ended, or if one ends no earlier than the slice. An empty
 * lane always fits, so its range is unbounded. A full lane fits once its innermost slice has
 * ended, so its last is INT64_MIN. */
struct endrange {
	int64_t first, last;
};

/* The result of trying a slice on a lane. */
enum fit { FITS, CROSSES, NO_ROOM };

static enum fit
lanefits(struct lane *lane, int64_t ts, int64_t end)
{
	if (ts < lane->lateststart)
		return NO_ROOM; /* the input is out of order */
	while (lane->depth > 0 && lane->ends[lane->depth - 1] <= ts)
		lane->depth--;
	if (lane->depth > 0 && lane->ends[lane->depth - 1] < end)
		return CROSSES;
	return lane->depth < LANE_DEPTH ? FITS : NO_ROOM;
}

static struct endrange
laneends(const struct lane *lane)
{
	if (lane->depth == 0)
		return (struct endrange){ INT64_MIN, INT64_MAX };
	return (struct endrange){ lane->ends[lane->depth - 1],
		lane->depth < LANE_DEPTH ? lane->ends[lane->depth - 1] : INT64_MIN };
}

/* Updates the leaf of a lane and the nodes above it, up to the first one that does not change. */
static void
treeupdate(struct lanes *l, size_t number)
{
	size_t node = l->leaves + number;

	l->tree[node] = laneends(&l->lanes[number]);
	while (node /= 2) {
		const struct endrange *a = &l->tree[node * 2], *b = a + 1;
		int64_t first = a->first < b->first ? a->first : b->first;
		int64_t last = a->last > b->last ? a->last : b->last;

		if (l->tree[node].first == first && l->tree[node].last == last)
			break;
		l->tree[node] = (struct endrange){ first, last };
	}
}

static size_t
addlane(struct lanes *l)
{
	GROW(l->lanes, l->room, l->count + 1);
	l->lanes[l->count++] = (struct lane){ .lateststart = INT64_MIN };
	if (l->count <= l->leaves)
		return l->count - 1;
	l->leaves = l->leaves ? l->leaves * 2 : 1;
	l->tree = xreallocarray(l->tree, l->leaves * 2, sizeof(*l->tree));
	for (size_t i = 0; i < l->leaves * 2; i++)
		/* unused leaves fit nothing */
		l->tree[i] = (struct endrange){ INT64_MAX, INT64_MIN };
	for (size_t i = 0; i < l->count; i++)
		treeupdate(l, i);
	return l->count - 1;
}

/* Returns true if a lane below a node may have room. */
static bool
mayfit(const struct lanes *l, size_t node, int64_t ts, int64_t end)
{
	return l->tree[node].first <= ts || l->tree[node].last >= end;
}

/* Returns the first lane, at or after the lane from, that may have room; the number of lanes
 * if none has. */
static size_t
lanecandidate(const struct lanes *l, size_t from, int64_t ts, int64_t end, bool *crossed)
{
	size_t node = l->leaves + from;

	while (!mayfit(l, node, ts, end)) {
		*crossed = *crossed || l->tree[node].first < end;
		while (node & 1) {
			if (node == 1)
				return l->count;
			node /= 2;
		}
		node++;
	}
	while (node < l->leaves) {
		node *= 2;
		if (!mayfit(l, node, ts, end)) {
			*crossed = *crossed || l->tree[node].first < end;
			node++;
		}
	}
	node -= l->leaves;
	return node < l->count ? node : l->count;
}

size_t
lanessearch(struct lanes *l, size_t from, int64_t ts, int64_t end, bool *crossed)
{
	size_t number = from;
	struct lane *lane;

	*crossed = false;
	if (l->count == 1)
		treeupdate(l, 0);
	while (number < l->count) {
		enum fit fit;

		number = lanecandidate(l, number, ts, end, crossed);
		if (number == l->count)
			break;
		fit = lanefits(&l->lanes[number], ts, end);
		if (fit == FITS)
			break;
		treeupdate(l, number);
		*crossed = *crossed || fit == CROSSES;
		number++;
	}
	if (number == l->count)
		number = addlane(l);
	lane = &l->lanes[number];
	GROW(lane->ends, lane->room, lane->depth + 1);
	lane->ends[lane->depth++] = end;
	lane->lateststart = ts;
	treeupdate(l, number);
	return number;
}

void
lanesfree(struct lanes *l)
{
	for (size_t i = 0; i < l->count; i++)
		free(l->lanes[i].ends);
	free(l->lanes);
	free(l->tree);
	*l = (struct lanes){ 0 };
}
