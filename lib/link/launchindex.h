/* SPDX-License-Identifier: MIT */
/* The launches of each thread in order of time; counts those in an interval by binary search. */
#ifndef NST_LAUNCHINDEX_H
#define NST_LAUNCHINDEX_H

#include "call.h"

/* Example: thread 0 made launches 0 and 2, thread 1 launch 1: launches {0, 2, 1}, start
 * {0, 2, 3}. */
struct launchindex {
	const struct calls *calls;
	struct pagedarray launches; /* uint32_t: call indices, grouped by thread */
	size_t *start; /* by thread: its first element of launches; one more for the end */
};

/* Indexes the calls that launched something. They must not change until launchindexfree. It calls
 * pagestrim of the pool, in which the index is. */
void launchindexmake(struct launchindex *l, struct pagepool *pool, const struct ranges *r,
    const struct calls *calls);

/* Returns the number of launches by a thread from one time to another, ns, bounds included. */
size_t launchcount(const struct launchindex *l, uint32_t thread, int64_t from, int64_t to);

void launchindexfree(struct launchindex *l);

#endif
