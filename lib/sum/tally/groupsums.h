/* SPDX-License-Identifier: MIT */
/* What is added up for groups besides durations: exact sums, in sets of which a group has memory
 * for those that it needs. */
#ifndef NST_GROUPSUMS_H
#define NST_GROUPSUMS_H

#include <stddef.h>
#include <stdint.h>

#include "base/wide.h"

/* How many sums a set may have. */
enum { EXTRA_SET = 8 };

/* The sums, set by set; what is behind the last of a set says how many it has. Times are in ns. */
enum extra {
	/* Of calls: GPU events launched, kernels and graphs among them and the times of those, and
	 * how many began after the call had ended; the times from the start of the call to the
	 * first of these, and from its end to the last; calls whose kernels are known by a
	 * projection. */
	EXTRA_CALL = 0,
	EXTRA_LAUNCHES = EXTRA_CALL,
	EXTRA_LAUNCHED,
	EXTRA_LAUNCHED_TIME,
	EXTRA_QUEUED,
	EXTRA_LATENCY,
	EXTRA_QUEUE,
	EXTRA_CALLS,
	EXTRA_CALL_END,

	/* Copies and sets whose bytes are known, these, and how long that took. */
	EXTRA_COPY = EXTRA_CALL + EXTRA_SET,
	EXTRA_MOVES = EXTRA_COPY,
	EXTRA_BYTES,
	EXTRA_MOVING,
	EXTRA_COPY_END,

	/* Projected ranges, their times on the CPU, and the kernels launched inside of them or of
	 * calls. */
	EXTRA_PROJECTED = EXTRA_COPY + EXTRA_SET,
	EXTRA_RANGES = EXTRA_PROJECTED,
	EXTRA_RANGE_TIME,
	EXTRA_KERNELS,
	EXTRA_KERNEL_TIME,
	EXTRA_PROJECTED_END,

	/* Of those: sums over the ranges. */
	EXTRA_NESTED = EXTRA_PROJECTED + EXTRA_SET,
	EXTRA_LEVELS = EXTRA_NESTED,
	EXTRA_CHILDREN,
	EXTRA_NESTED_END,

	/* Ranges on the CPU, and their time as the innermost of their threads. */
	EXTRA_RANGE = EXTRA_NESTED + EXTRA_SET,
	EXTRA_RANGED = EXTRA_RANGE,
	EXTRA_SELF,
	EXTRA_RANGE_END,

	/* Times of parts of collectives, of both kinds: before the last one came, and then. */
	EXTRA_COLLECTIVE = EXTRA_RANGE + EXTRA_SET,
	EXTRA_WAITS = EXTRA_COLLECTIVE,
	EXTRA_WAIT,
	EXTRA_TRANSFER,
	EXTRA_COLLECTIVE_END,

	/* Steps whose totals are the group's times, the one that took longest, and its time. */
	EXTRA_STEP = EXTRA_COLLECTIVE + EXTRA_SET,
	EXTRA_STEPS = EXTRA_STEP,
	EXTRA_SLOWEST,
	EXTRA_SLOWEST_TIME,
	EXTRA_STEP_END,

	EXTRA_END = EXTRA_STEP + EXTRA_SET
};

/* A set as a bit: EXTRA_BIT(CALL) is that of EXTRA_CALL. */
#define EXTRA_BIT(set) (1u << EXTRA_##set / EXTRA_SET)

/* The sums of all groups: records, one for each set of a group. A record is the place of its first
 * sum. The word before has in the lower bits its kind, the number of the set, and above them the
 * next record of the group. All zero is empty. */
struct extras {
	int64_t *words;
	size_t used, room;
};

/* The bits of a kind. */
enum { EXTRA_KIND = 0xff };

/* Finds or makes a record: the slow half of extrasof. */
uint32_t extrasfind(struct extras *x, uint32_t *first, enum extra set);

/* The record of a set, named by its first sum, made when it is new; *first is the first record of
 * the group, 0 for none. */
static inline uint32_t
extrasof(struct extras *x, uint32_t *first, enum extra set)
{
	if (*first > 0 && (x->words[*first - 1] & EXTRA_KIND) == (int64_t)set / EXTRA_SET)
		return *first;
	return extrasfind(x, first, set);
}

/* Adds to a sum that may then have more than 64 bits: the slow half of extrasadd. */
void extrasaddwide(struct extras *x, uint32_t record, enum extra sum, wide v);

/* Adds to a sum, which is in a set with that record. */
static inline void
extrasadd(struct extras *x, uint32_t record, enum extra sum, wide v)
{
	int64_t *low = &x->words[record + sum % EXTRA_SET], some = (int64_t)v, all;

	if (some == v && !__builtin_add_overflow(*low, some, &all))
		*low = all;
	else
		extrasaddwide(x, record, sum, v);
}

/* Makes a sum, in a set with that record, what is given. */
void extrasset(struct extras *x, uint32_t record, enum extra sum, wide v);

/* A sum of the group with that first record; 0 where it has none. */
wide extrasget(const struct extras *x, uint32_t first, enum extra sum);

/* The sets that the group has. */
unsigned extrassets(const struct extras *x, uint32_t first);

/* Adds all sums of a group to those of another. */
void extrasmerge(struct extras *x, uint32_t *to, uint32_t from);

/* Makes all sums of a group 0. */
void extrasforget(struct extras *x, uint32_t first);

/* Makes a sum 0, of all groups. */
void extrasclear(struct extras *x, enum extra sum);

void extrasfree(struct extras *x);

#endif
