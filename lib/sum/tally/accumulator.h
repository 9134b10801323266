/* SPDX-License-Identifier: MIT */
/* Adds the durations and other amounts of events to groups. Only the part of an event that is
 * inside the time window counts. Addends that may cross an edge are deferred until the window is
 * final; with bins all addends are deferred, since bins divide the final window. */
#ifndef NST_ACCUMULATOR_H
#define NST_ACCUMULATOR_H

#include "group.h"
#include "groupspill.h"
#include "program/clip.h"

/* The kinds of addends, with the members of number that they use. */
enum addend_kind {
	ADDEND_TIME,   /* a duration */
	ADDEND_COPY,   /* a duration, and bytes in number[0]; those of a message that cross the
	                * slowest link in number[1] */
	ADDEND_NVTX,   /* the duration of a range on the CPU, which has self time */
	ADDEND_RANGE,  /* the duration of a projected range; number: the number of GPU events it
	                * launched, their total duration, the duration on the CPU, ns */
	ADDEND_CALL,   /* number[0] and [1] as above, for a call; its own duration is not added */
	ADDEND_BYTES,  /* bytes in number[0], instead of the duration */
	ADDEND_LAUNCH, /* a GPU event, added to its call: number has ts and dur (-1 if unknown)
	                * of the call, and 1 for a kernel or graph */
	ADDEND_SELF,   /* self time of a range */
	ADDEND_WAIT,   /* time in which a rank waited for others in a collective */
	ADDEND_TRANSFER,    /* the rest of that collective's time */
	ADDEND_INTERVAL,    /* time of the sum that number[0] names (enum sum_id) */
	ADDEND_GAP,         /* time between two events of a group; number[0] is the ts of the
	                     * first, ns. It counts if both events touch the window */
	ADDEND_DENOMINATOR, /* time of a share: group is the index of its denominator */
	ADDEND_EVENT,       /* an event that is only counted, without a group; the kinds below,
	                     * too, have no duration */
	ADDEND_INSTANT,
	ADDEND_COUNTER,
	ADDEND_OPEN, /* never closed */
};

/* An amount that an event adds to a group. A copy of 4 MiB that takes 200 us is { .ts = 1000000,
 * .dur = 200000, .kind = ADDEND_COPY, .number = { 4194304 } }. */
struct addend {
	int64_t ts, dur; /* ns */
	uint32_t group;
	enum addend_kind kind;
	int64_t number[3];
};

/* The number of events that touch the window, in total and by kind of event without a duration. */
struct eventcounts {
	uint64_t events;
	uint64_t instants, counters, open;
};

/* Adds addends to groups. All zero except groups, clip and bins. */
struct accumulator {
	struct groups *groups;
	const struct clip *clip;
	size_t bins; /* number of equal parts of the window; 0 for none */
	struct eventcounts counts;
	uint64_t prorated;  /* ranges across an edge, whose kernels were divided by time */
	bool saturated;     /* a sum in the stream was INT64_MAX */
	wide *denominators; /* ns; indexed by share and bin */
	size_t denominatorroom;
	struct addend *deferred;
	size_t deferredcount, deferredroom;
	bool final;         /* the window is, and these are its bounds, ns */
	int64_t from, to;   /* clipfrom and clipto */
	int64_t start, end; /* clipstart and clipend */
};

/* Returns true if no window clips addends yet, and there are no bins. */
static inline bool
accumulatorunclipped(const struct accumulator *a)
{
	return !a->clip->narrow && a->bins == 0;
}

/* Adds an addend, or defers it until the window is final. */
void accumulatoradd(struct accumulator *a, const struct addend *addend);

/* Counts an event of a kind from ADDEND_EVENT on, that lasts dur ns from ts. */
void accumulatorcount(struct accumulator *a, enum addend_kind kind, int64_t ts, int64_t dur);

/* Replaces the groups of deferred addends. */
void accumulatormove(struct accumulator *a, struct groupmoves *moves);

/* Must be called once the window is final, before the functions below. */
void accumulatorfinal(struct accumulator *a);

/* Adds the deferred addends. */
void accumulatorflush(struct accumulator *a);

/* Does the same for one addend, which was deferred elsewhere. */
void accumulatorapply(struct accumulator *a, const struct addend *addend);

/* Removes the deferred addends. */
void accumulatorforget(struct accumulator *a);

/* Returns the start of a bin, ns; a->bins gives the end of the last one. */
int64_t accumulatorbin(const struct accumulator *a, size_t bin);

/* Returns the denominator of a share, ns: the total time of its events, each counted once. bin is 0
 * without bins. */
wide accumulatordenominator(const struct accumulator *a, uint32_t share, size_t bin);

void accumulatorfree(struct accumulator *a);

#endif
