/* SPDX-License-Identifier: MIT */
/*
 * Matches the ranks' parts of each collective operation. The parts of one collective have the same
 * name, overlap in time and end at nearly the same time.
 *
 * The matcher makes two passes. The first groups all parts by these rules. The sets of channels
 * that occur together most often in groups are the communicators. The second pass groups the parts
 * of each communicator alone. A group is a collective if it has a part on each channel of its
 * communicator.
 *
 * Where a trace tells the communicator of a channel, it is not searched. Where the trace also
 * numbers the collectives, the number is part of the name.
 */
#ifndef NST_MATCH_H
#define NST_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

/* A rank's part in a collective. Its channel is a stream of a GPU (for kernels) or a thread (for
 * calls), numbered from 0. */
struct rankpart {
	int64_t start, end; /* ns */
	uint32_t name, channel;
	bool numbered; /* only parts of the same collective have this name in its communicator */
};

struct skewcollective {
	int64_t firststart, laststart; /* ns */
	int64_t firstend, lastend;     /* ns */
	uint32_t count;                /* number of parts */
	uint32_t lastpart;             /* index of the part that started last */
};

/* Reasons why a part belongs to no collective: its channel is in no communicator of two or more,
 * some channel has no part, the part fits several groups, or each channel has a part of that number
 * and they do not end together. */
enum unmatched { MATCH_ALONE, MATCH_MISSING, MATCH_AMBIGUOUS, MATCH_APART, MATCH_OK };

struct matcher {
	/* Set by the caller before matchall. */
	struct rankpart *parts; /* in stream order */
	size_t count, room;
	uint32_t channels; /* number of channels */
	const uint32_t *told; /* by channel: its communicator, or UINT32_MAX if it is unknown */
	uint32_t toldcount;   /* number of communicators in told */
	int64_t maxapart;  /* largest difference between the ends of one collective, ns */
	/* Set by matchall. */
	uint32_t *collective; /* by part: index in found, or UINT32_MAX */
	struct skewcollective *found;
	size_t foundcount, foundroom;
	uint64_t unmatched[MATCH_OK]; /* number of parts by reason */
};

/* Finds the collectives among all parts. */
void matchall(struct matcher *m);

void matchfree(struct matcher *m);

#endif
