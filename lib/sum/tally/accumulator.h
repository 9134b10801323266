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
enum fact_kind {
	FACT_TIME,     /* a duration */
	FACT_COPY,     /* a duration, and bytes: number[0] */
	FACT_NVTX,     /* the duration of a range on the CPU, which gets self time */
	FACT_RANGE,    /* a projected range: how many things it launched, the sum of their times,
	                * and the duration of the range on the CPU, ns */
	FACT_CALL,     /* the first two of these, for a call; its own time is not added */
	FACT_BYTES,    /* bytes, number[0], in place of the duration */
	FACT_LAUNCH,   /* what a call launched: ts and dur (-1 if unknown) of the call; 1 if it is a
	                * kernel or graph */
	FACT_SELF,     /* time in which a range was the innermost one of its thread */
	FACT_WAIT,     /* time in which a part of a collective waited for the others */
	FACT_TRANSFER, /* and the rest of its time */
	FACT_WHOLE,    /* time of an event that may be in several groups; no group, but a share */
	FACT_EVENT,    /* no group: an event, counted; those that follow have no duration */
	FACT_INSTANT,
	FACT_COUNTER,
	FACT_OPEN,     /* never closed */
};

struct fact {
	int64_t ts, dur; /* ns */
	uint32_t group;
	enum fact_kind kind;
	int64_t number[3];
};

/* Events that touch the window, and those of them without a duration. */
struct counts {
	uint64_t events;
	uint64_t instants, counters, open;
};

/* All that was added; all zero but the pointers and bins. */
struct facts {
	struct groups *groups;
	const struct clip *clip;
	size_t bins;         /* equal parts of the window to count in, or 0 for no parts */
	struct counts count;
	uint64_t prorated;   /* projected ranges across an edge: their kernels are one number */
	bool saturated;      /* a sum that came with an event had reached its limit */
	wide *wholes;        /* by share, and by bin within that: ns */
	size_t wholeroom;
	struct fact *held;
	size_t heldcount, heldroom;
};

/* Whether all facts count, whole, and in no parts, so far. */
static inline bool
factsplain(const struct facts *f)
{
	return !f->clip->narrow && f->bins == 0;
}

/* Adds a fact, now or when the window is known. */
void factsput(struct facts *f, const struct fact *fact);

/* Counts an event of a kind from FACT_EVENT on, that lasts from ts for dur, ns. */
void factscount(struct facts *f, enum fact_kind kind, int64_t ts, int64_t dur);

/* Adds what was held, for the window as it is now. */
void factssettle(struct facts *f);

/* Where a bin begins, from 0 to f->bins, ns. */
int64_t factsbin(const struct facts *f, size_t bin);

/* The time of all events that counted for a share, each counted once, in a bin (0 if there are
 * none). */
wide factswhole(const struct facts *f, uint32_t share, size_t bin);

void factsfree(struct facts *f);

#endif
