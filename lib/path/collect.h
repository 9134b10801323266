/* SPDX-License-Identifier: MIT */
/* The stage of the first pass: collects the work and the activities in a window, and finds the
 * path. */
#ifndef NST_COLLECT_H
#define NST_COLLECT_H

#include "program/clip.h"
#include "walk.h"

/* The caller sets clip.window and calls clipready. collectfree frees all but segments. */
struct collect {
	struct stage stage;
	struct clip clip;
	struct devicework work;
	struct threads threads;
	struct segments segments;
	int64_t from, to;       /* the window, ns; set by collectpath */
	uint64_t position;      /* of the next event in the stream */
	int64_t latest;         /* ns */
	uint64_t unlaunched;    /* as in struct walk */
	bool guessed;           /* as in struct walk */
	bool unsorted;
	bool haspath;           /* the stream has a path already */
};

/* Makes the stage, which gives no events. */
void collectinit(struct collect *c);

/* Finds the path, after the last event. */
void collectpath(struct collect *c);

void collectfree(struct collect *c);

#endif
