/* SPDX-License-Identifier: MIT */
/* Rows on which next to nothing happens. To know them takes a reading of the stream before the
 * one that draws it. */
#ifndef NST_IDLE_H
#define NST_IDLE_H

#include <stdbool.h>

#include "draw/draw.h"

/* What was found; all zero but share is nothing. */
struct idle {
	/* Of the time of the busiest row, 0 to 1: rows that slices cover less are idle. */
	double share;
	struct idlecover *covers; /* by first lane */
	size_t count, room;
	bool failed;          /* the reading went wrong: the one that draws has to, as well */
};

/* Reads the stream at path ("-" or NULL is standard input), without a word about what is wrong with
 * it. Returns the path from which it can be read again: an input that can be read but once is
 * copied to a temporary file, which becomes standard input. */
const char *idleread(struct idle *idle, const char *path);

/* Whether a track's row is idle, given by its number in the layout of the second reading, which
 * must draw the same as the first: early. */
bool idletrack(const struct idle *idle, const struct layout *l, uint32_t track);

void idlefree(struct idle *idle);

#endif
