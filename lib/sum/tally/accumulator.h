/* SPDX-License-Identifier: MIT */
/*
 * What events add to groups. Of what lasts beyond the window only the part inside counts; what may
 * lie across an edge is held until the window is known, and with bins all is.
 */
#ifndef NST_ACCUMULATOR_H
#define NST_ACCUMULATOR_H

#include "clip.h"
#include "group.h"

/* What is added, with the numbers that it comes with. */
enum addend_kind {
	ADDEND_TIME,   /* a duration */
	ADDEND_COPY,   /* a duration, and bytes: number[0] */
	ADDEND_NVTX,   /* the duration of a range on the CPU, which gets self time */
	ADDEND_RANGE,  /* a projected range: how many things it launched, the sum of their times,
	                * and the duration of the range on the CPU, ns */
	ADDEND_CALL,   /* the first two of these, for a call; its own time is not added */
	ADDEND_BYTES,  /* bytes, number[0], in place of the duration */
	ADDEND_LAUNCH, /* what a call launched: ts and dur (-1 if unknown) of the call; 1 if it is a
	                * kernel or graph */
	ADDEND_SELF,   /* time in which a range was the innermost one of its thread */
	ADDEND_WAIT,   /* time in which a part of a collective waited for the others */
	ADDEND_TRANSFER,    /* and the rest of its time */
	ADDEND_DENOMINATOR, /* time of a share: group is the index of its denominator */
	ADDEND_EVENT,       /* no group: an event, counted; those that follow have no duration */
	ADDEND_INSTANT,
	ADDEND_COUNTER,
	ADDEND_OPEN, /* never closed */
};

struct addend {
	int64_t ts, dur; /* ns */
	uint32_t group;
	enum addend_kind kind;
	int64_t number[3];
};

/* Events that touch the window, and those of them without a duration. */
struct eventcounts {
	uint64_t events;
	uint64_t instants, counters, open;
};

/* All that was added; all zero but the pointers and bins. */
struct accumulator {
	struct groups *groups;
	const struct clip *clip;
	size_t bins;         /* equal parts of the window to count in, or 0 for no parts */
	struct eventcounts count;
	uint64_t prorated;   /* projected ranges across an edge: their kernels are one number */
	bool saturated;      /* a sum that came with an event had reached its limit */
	wide *wholes;        /* by share, and by bin within that: ns */
	size_t wholeroom;
	struct addend *held;
	size_t heldcount, heldroom;
};

/* Whether all facts count, whole, and in no parts, so far. */
static inline bool
accumulatorunclipped(const struct accumulator *f)
{
	return !f->clip->narrow && f->bins == 0;
}

/* Adds a fact, now or when the window is known. */
void accumulatoradd(struct accumulator *f, const struct addend *addend);

/* Counts an event of a kind from FACT_EVENT on, that lasts from ts for dur, ns. */
void accumulatorcount(struct accumulator *f, enum addend_kind kind, int64_t ts, int64_t dur);

/* Adds what was held, for the window as it is now. */
void accumulatorflush(struct accumulator *f);

/* Where a bin begins, from 0 to f->bins, ns. */
int64_t accumulatorbin(const struct accumulator *f, size_t bin);

/* The time of all events that counted for a share, each counted once, in a bin (0 if there are
 * none). */
wide accumulatordenominator(const struct accumulator *f, uint32_t share, size_t bin);

void accumulatorfree(struct accumulator *f);

#endif
