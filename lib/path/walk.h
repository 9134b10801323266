/* SPDX-License-Identifier: MIT */
/*
 * Finds the critical path: walks from the end of a window back to its start. At each time the path
 * is on one actor, a thread or a work of a GPU, and steps back to what let this actor go on.
 */
#ifndef NST_WALK_H
#define NST_WALK_H

#include "threads.h"

struct walk {
	int64_t from, to;          /* the window, ns */
	struct devicework *work;
	struct threads *threads;
	struct segments *segments; /* gets the path, in order of time */
	bool guessed;              /* a wait was found by its time only */

	uint64_t unlaunched;       /* number of work of the path without a launch */

	/* Where the path is now. */
	int64_t now;               /* ns */
	uint32_t number;           /* of the work, or NO_WORK if it is on the thread */
	uint32_t thread;
};

/* Fills in the segments, which partition the window, unless it is empty. The caller has set the
 * members above "now". */
void walkback(struct walk *w);

#endif
