/* SPDX-License-Identifier: MIT */
/* What somebody did one thing after the other, as far back as anybody may still ask. */
#ifndef NST_TIMELINE_H
#define NST_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A time that has a name: a number of the owner's. */
struct stretch {
	int64_t from, to; /* ns */
	uint32_t name;
};

enum { TIMELINE_MOST = 65536 }; /* stretches that are kept; then the first is forgotten */

/* Stretches in order that do not overlap. All zero is empty; timelinefree frees it. */
struct timeline {
	struct stretch *p; /* a circle */
	size_t first, count, room;
	int64_t cut; /* where the last that was forgotten too early ended, ns */
	bool iscut;
};

/* Adds what of a stretch lies behind the last one. What ends at the horizon, ns, or before it may
 * be forgotten. */
void timelineadd(struct timeline *t, struct stretch s, int64_t horizon);

/* A stretch by its place from 0. */
static inline struct stretch *
timelineat(const struct timeline *t, size_t i)
{
	size_t at = t->first + i;

	return &t->p[at < t->room ? at : at - t->room];
}

/* Where the last stretch ends, ns; the earliest time when there is none. */
static inline int64_t
timelineend(const struct timeline *t)
{
	return t->count > 0 ? timelineat(t, t->count - 1)->to : INT64_MIN;
}

/* The place of the first stretch that ends after a time, ns. */
size_t timelinefind(const struct timeline *t, int64_t from);

void timelinefree(struct timeline *t);

#endif
