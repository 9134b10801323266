/* SPDX-License-Identifier: MIT */
/*
 * The lanes of one track. Viewers want slices on a lane nested or apart, so a slice goes on the
 * first lane where it crosses none that is still open. With very many lanes (ranges that start and
 * end anywhere) that lane is found in a tree over the ends of what is open.
 */
#ifndef NST_LANE_H
#define NST_LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Perfetto drops what is nested more than 512 deep; this is how deep a lane gets. */
enum { LANE_DEPTH = 500 };

/* All zero is one track without lanes; lanesfree frees it. */
struct lanes {
	struct lane *lanes;
	size_t count, room;
	/* Over the lanes: node i has the children 2i and 2i+1, the leaves come last. */
	struct endrange *tree;
	size_t leaves;      /* a power of two, or 0 */
};

/* The number of the first lane from a given one on where a slice has room; it takes the place. A
 * new lane is added, by its number, when none has. Times are in ns; slices come in order of ts, the
 * longer one of two first. *crossed says whether it would cross an open one on a lane passed
 * over. */
size_t lanesassign(struct lanes *l, size_t from, int64_t ts, int64_t end, bool *crossed);

void lanesfree(struct lanes *l);

#endif
