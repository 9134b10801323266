/* SPDX-License-Identifier: MIT */
/* The time that one rule finds lost on one GPU, in one thread or to one rank. */
#ifndef NST_LOSS_H
#define NST_LOSS_H

#include "base/map.h"

/* The id of no range, and of ranges behind the limit LOSS_RANGES. */
#define NO_RANGE UINT32_MAX

/* Ranges of one loss that are told apart; the time of further ones has no range. */
enum { LOSS_RANGES = 4096 };

/* A part of a loss: an operation, a gap or a call. Example: the gap of 40 us at 1 ms that followed
 * a call in the range 7: { .ts = 1000000, .dur = 40000, .cost = 40000, .range = 7 }. */
struct lossevent {
	int64_t ts, dur; /* of the event, ns */
	int64_t cost;    /* the time lost in it, at most dur, ns */
	int64_t bytes;   /* that it copied; 0 for others */
	int64_t step;
	bool hasstep;
	uint32_t range;  /* id in advise.names, or NO_RANGE */
};

/* All zero is empty; lossfree frees it. The cost of each event is time that no other event of the
 * loss has, so that the sum is the length of a union. */
struct loss {
	int64_t cost, bytes;
	uint64_t count;         /* number of events that cost time */
	struct lossevent worst; /* the one with the largest cost, the first of several */
	struct map ranges;      /* id of a range -> index in costs */
	struct rangecost {
		uint32_t range;
		int64_t cost; /* ns */
	} *costs;
	size_t costcount, costroom;
};

/* Adds an event; one without a cost is ignored. */
void lossadd(struct loss *l, const struct lossevent *event);

/* Returns the range with the largest cost, the first of several; { NO_RANGE, 0 } if none has a
 * tenth of the loss. */
struct rangecost losstop(const struct loss *l);

void lossfree(struct loss *l);

#endif
