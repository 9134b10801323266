/* SPDX-License-Identifier: MIT */
/* What is added up for groups besides durations: exact sums, in sets of which a group has memory
 * for those that it needs. */
#ifndef NST_GROUPSUMS_H
#define NST_GROUPSUMS_H

#include <stddef.h>
#include <stdint.h>

#include "base/wide.h"

/* How many sums a set may have. */
enum { SUMS_PER_SET = 8 };

/* The sums, set by set; what is behind the last of a set says how many it has. Times are in ns. */
enum sum_id {
	/* Of calls: GPU events launched, kernels and graphs among them and the times of those, and
	 * how many began after the call had ended; the times from the start of the call to the
	 * first of these, and from its end to the last; calls whose kernels are known by a
	 * projection. */
	SUM_CALL = 0,
	SUM_LAUNCHES = SUM_CALL,
	SUM_LAUNCHED,
	SUM_LAUNCHED_TIME,
	SUM_QUEUED,
	SUM_LATENCY,
	SUM_QUEUE,
	SUM_CALLS,
	SUM_CALL_END,

	/* Copies and sets whose bytes are known, these, and how long that took. */
	SUM_COPY = SUM_CALL + SUMS_PER_SET,
	SUM_MOVES = SUM_COPY,
	SUM_BYTES,
	SUM_MOVING,
	SUM_COPY_END,

	/* Projected ranges, their times on the CPU, and the kernels launched inside of them or of
	 * calls. */
	SUM_PROJECTED = SUM_COPY + SUMS_PER_SET,
	SUM_RANGES = SUM_PROJECTED,
	SUM_RANGE_TIME,
	SUM_KERNELS,
	SUM_KERNEL_TIME,
	SUM_PROJECTED_END,

	/* Of those: sums over the ranges. */
	SUM_NESTED = SUM_PROJECTED + SUMS_PER_SET,
	SUM_LEVELS = SUM_NESTED,
	SUM_CHILDREN,
	SUM_NESTED_END,

	/* Ranges on the CPU, and their time as the innermost of their threads. */
	SUM_RANGE = SUM_NESTED + SUMS_PER_SET,
	SUM_RANGED = SUM_RANGE,
	SUM_SELF,
	SUM_RANGE_END,

	/* Times of parts of collectives, of both kinds: before the last one came, and then. */
	SUM_COLLECTIVE = SUM_RANGE + SUMS_PER_SET,
	SUM_WAITS = SUM_COLLECTIVE,
	SUM_WAIT,
	SUM_TRANSFER,
	SUM_COLLECTIVE_END,

	/* Steps whose totals are the group's times, the one that took longest, and its time. */
	SUM_STEP = SUM_COLLECTIVE + SUMS_PER_SET,
	SUM_STEPS = SUM_STEP,
	SUM_SLOWEST,
	SUM_SLOWEST_TIME,
	SUM_STEP_END,

	SUM_END = SUM_STEP + SUMS_PER_SET
};

/* A set as a bit: EXTRA_BIT(CALL) is that of EXTRA_CALL. */
#define SUM_BIT(set) (1u << SUM_##set / SUMS_PER_SET)

/* The sums of all groups: records, one for each set of a group. A record is the place of its first
 * sum. The word before has in the lower bits its kind, the number of the set, and above them the
 * next record of the group. All zero is empty. */
struct groupsums {
	int64_t *words;
	size_t used, room;
};

/* The bits of a kind. */
enum { SUM_SET_MASK = 0xff };

/* Finds or makes a record: the slow half of extrasof. */
uint32_t groupsumsrecordslow(struct groupsums *x, uint32_t *first, enum sum_id set);

/* The record of a set, named by its first sum, made when it is new; *first is the first record of
 * the group, 0 for none. */
static inline uint32_t
groupsumsrecord(struct groupsums *x, uint32_t *first, enum sum_id set)
{
	if (*first > 0 && (x->words[*first - 1] & SUM_SET_MASK) == (int64_t)set / SUMS_PER_SET)
		return *first;
	return groupsumsrecordslow(x, first, set);
}

/* Adds to a sum that may then have more than 64 bits: the slow half of extrasadd. */
void groupsumsaddslow(struct groupsums *x, uint32_t record, enum sum_id sum, wide v);

/* Adds to a sum, which is in a set with that record. */
static inline void
groupsumsadd(struct groupsums *x, uint32_t record, enum sum_id sum, wide v)
{
	int64_t *low = &x->words[record + sum % SUMS_PER_SET], some = (int64_t)v, all;

	if (some == v && !__builtin_add_overflow(*low, some, &all))
		*low = all;
	else
		groupsumsaddslow(x, record, sum, v);
}

/* Makes a sum, in a set with that record, what is given. */
void groupsumsset(struct groupsums *x, uint32_t record, enum sum_id sum, wide v);

/* A sum of the group with that first record; 0 where it has none. */
wide groupsumsget(const struct groupsums *x, uint32_t first, enum sum_id sum);

/* The sets that the group has. */
unsigned groupsumssets(const struct groupsums *x, uint32_t first);

/* Adds all sums of a group to those of another. */
void groupsumsmerge(struct groupsums *x, uint32_t *to, uint32_t from);

/* Makes all sums of a group 0. */
void groupsumszero(struct groupsums *x, uint32_t first);

/* Makes a sum 0, of all groups. */
void groupsumszeroall(struct groupsums *x, enum sum_id sum);

void groupsumsfree(struct groupsums *x);

#endif
