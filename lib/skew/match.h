/* SPDX-License-Identifier: MIT */
/*
 * Which parts of collectives, one of each rank, belong together. The parts of one have one name,
 * run all at once for some time, and end together. First it is learned from the whole of a stream
 * which channels go together: those are the communicators. Then each collective needs a part on
 * each channel of its communicator.
 */
#ifndef NST_MATCH_H
#define NST_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

/* What a rank did in a collective; a channel is a stream of a GPU, or a thread. */
struct attended {
	int64_t start, end; /* ns */
	uint32_t name, channel;
};

/* A collective; times in ns. */
struct together {
	int64_t first, last; /* starts */
	int64_t early, late; /* ends */
	uint32_t count;      /* parts */
	uint32_t latest;     /* the part that started last */
};

/* Why parts belong to no collective: their channel has no partners; some partner has no part; or
 * they could be of two. */
enum unmatched { MATCH_ALONE, MATCH_MISSING, MATCH_EITHER, MATCH_WHYS };

struct match {
	struct attended *parts; /* in the order in which they came; the owner adds them */
	size_t count, room;
	uint32_t channels; /* so many; their numbers are below it */
	int64_t apart;     /* how far the ends of one may be apart, ns */
	/* What was found. */
	uint32_t *of; /* by part, its collective in all; UINT32_MAX for none */
	struct together *all;
	size_t found, allroom;
	uint64_t unmatched[MATCH_WHYS]; /* parts */
};

/* Finds the collectives of all parts. */
void matchall(struct match *m);

void matchfree(struct match *m);

#endif
