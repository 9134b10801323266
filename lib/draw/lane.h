/* SPDX-License-Identifier: MIT */
/*
 * The lanes of a row, by first-fit interval partitioning. Viewers want the slices of a lane to
 * be nested or disjoint, so a slice goes to the first lane where it crosses no open slice. Ranges
 * that start and end anywhere may need thousands of lanes: a segment tree over the ends of the
 * open slices finds the lane in logarithmic time in most cases.
 */
#ifndef NST_LANE_H
#define NST_LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most slices that are nested in one lane. Perfetto drops slices that are nested deeper
 * than 512. */
enum { LANE_DEPTH = 500 };

/* The open slices of a lane: a stack with the outermost first. */
struct lane {
	int64_t *ends; /* ns */
	size_t depth, room;
	int64_t lateststart; /* start of the latest slice, ns */
};

/* All zero is a row without lanes; lanesfree frees it. */
struct lanes {
	struct lane *lanes;
	size_t count, room;
	/* A segment tree over the lanes in an array: node i has the children 2i and 2i+1, and
	 * the leaves are the second half. It may be out of date while there is one lane. */
	struct endrange *tree;
	size_t leaves; /* a power of two at least as large as count; 0 without lanes */
};

/* Returns the first lane, at or after the lane from, that has room for a slice from ts to end,
 * ns, and adds the slice to it. If no lane has room, it adds a new one. Slices must be in
 * order of ts, the longer one first of two with the same ts. Sets *crossed to true if the
 * slice would have crossed an open slice on a lane that was skipped. */
size_t lanessearch(struct lanes *l, size_t from, int64_t ts, int64_t end, bool *crossed);

/* The same, but faster in most rows, which have one lane. */
static inline size_t
lanesassign(struct lanes *l, size_t from, int64_t ts, int64_t end, bool *crossed)
{
	struct lane *lane = l->lanes;
	size_t depth;

	if (l->count != 1 || from != 0 || ts < lane->lateststart)
		return lanessearch(l, from, ts, end, crossed);
	depth = lane->depth;
	while (depth > 0 && lane->ends[depth - 1] <= ts)
		depth--;
	lane->depth = depth;
	if ((depth > 0 && lane->ends[depth - 1] < end) || depth == lane->room ||
	    depth >= LANE_DEPTH)
		return lanessearch(l, from, ts, end, crossed);
	lane->ends[depth] = end;
	lane->depth = depth + 1;
	lane->lateststart = ts;
	*crossed = false;
	return 0;
}

void lanesfree(struct lanes *l);

#endif
