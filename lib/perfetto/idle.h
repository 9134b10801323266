/* SPDX-License-Identifier: MIT */
/* Finds the rows in which almost nothing happens, so that they can be hidden. That takes a reading
 * of the stream before the one that draws it. */
#ifndef NST_IDLE_H
#define NST_IDLE_H

#include <stdbool.h>

#include "draw/draw.h"

/* The use of each row. All zero but share is empty; idlefree frees it. */
struct idle {
	/* From 0 to 1: a row is idle if its slices cover less than this share of the time that
	 * those of the busiest row cover. */
	double share;
	struct idlecover *covers; /* by first lane */
	size_t count, room;
	bool failed;          /* the reading failed, so the one that draws must fail, too */
};

/* Reads the stream at path ("-" or NULL is standard input) without messages. Returns the path for
 * the second reading: a pipe is copied to a temporary file, which becomes standard input. */
const char *idleread(struct idle *idle, const char *path);

/* Returns true if the row of a track is idle. The track is numbered in the layout of the second
 * reading, which must draw the same as the first. */
bool idletrack(const struct idle *idle, const struct layout *l, uint32_t track);

void idlefree(struct idle *idle);

#endif
