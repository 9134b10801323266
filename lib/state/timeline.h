/* SPDX-License-Identifier: MIT */
/* A ring buffer of named intervals that do not overlap, such as the calls of a thread. Intervals
 * that no query needs any more are dropped. */
#ifndef NST_TIMELINE_H
#define NST_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct namedinterval {
	int64_t from, to; /* ns */
	uint32_t name;    /* id in the owner's string table */
};

/* Capacity of a timeline; a full one drops its first interval. */
enum { TIMELINE_MAX = 65536 };

/* In order of time. All zero is empty; timelinefree frees it. */
struct timeline {
	struct namedinterval *p;
	size_t first, count, room;
	int64_t lostuntil; /* end of the last interval dropped for lack of room, ns */
	bool haslost;      /* lostuntil is set */
};

/* Appends the part of an interval after the last one. Intervals that end at or before the horizon
 * (ns) may be dropped. */
void timelineadd(struct timeline *t, struct namedinterval s, int64_t horizon);

/* Returns the i-th interval. */
static inline struct namedinterval *
timelineat(const struct timeline *t, size_t i)
{
	size_t at = t->first + i;

	return &t->p[at < t->room ? at : at - t->room];
}

/* Returns the end of the last interval, ns, or INT64_MIN if there is none. */
static inline int64_t
timelineend(const struct timeline *t)
{
	return t->count > 0 ? timelineat(t, t->count - 1)->to : INT64_MIN;
}

/* Returns the index of the first interval that ends after a time, ns. */
size_t timelinefind(const struct timeline *t, int64_t from);

void timelinefree(struct timeline *t);

#endif
