/* SPDX-License-Identifier: MIT */
/* Exact sums of groups besides durations. Sums that belong together form a set: those of calls, of
 * copies, of ranges and so on. A group allocates only the sets that it needs. */
#ifndef NST_GROUPSUMS_H
#define NST_GROUPSUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/wide.h"

/* The maximum number of sums in a set. */
enum { SUMS_PER_SET = 8 };

/* The sums. Each set begins at a multiple of SUMS_PER_SET; its last name, ..._END, only counts its
 * members. Times are in ns. */
enum sum_id {
	/* Calls. LAUNCHES: GPU events that they launched. LAUNCHED and LAUNCHED_TIME: kernels and
	 * graphs among those, and their durations. LATENCY: from the start of the call to the start
	 * of the GPU event. QUEUED and QUEUE: GPU events that began after the call had ended, and
	 * the time between. CALLS: calls whose kernels nst-link has summed up. */
	SUM_CALL = 0,
	SUM_LAUNCHES = SUM_CALL,
	SUM_LAUNCHED,
	SUM_LAUNCHED_TIME,
	SUM_QUEUED,
	SUM_LATENCY,
	SUM_QUEUE,
	SUM_CALLS,
	SUM_CALL_END,

	/* Copies, sets and messages with a known size: their number, bytes and durations; and the
	 * bytes of messages that cross the slowest link. */
	SUM_COPY = SUM_CALL + SUMS_PER_SET,
	SUM_MOVES = SUM_COPY,
	SUM_BYTES,
	SUM_MOVING,
	SUM_BUS,
	SUM_COPY_END,

	/* Projected ranges and their durations on the CPU; kernels that ranges or calls launched,
	 * and their durations. */
	SUM_PROJECTED = SUM_COPY + SUMS_PER_SET,
	SUM_RANGES = SUM_PROJECTED,
	SUM_RANGE_TIME,
	SUM_KERNELS,
	SUM_KERNEL_TIME,
	SUM_PROJECTED_END,

	/* Projected ranges again: sums of their nesting levels, and of their numbers of
	 * children. */
	SUM_NESTED = SUM_PROJECTED + SUMS_PER_SET,
	SUM_LEVELS = SUM_NESTED,
	SUM_CHILDREN,
	SUM_NESTED_END,

	/* NVTX ranges on the CPU, and their self time. */
	SUM_RANGE = SUM_NESTED + SUMS_PER_SET,
	SUM_RANGED = SUM_RANGE,
	SUM_SELF,
	SUM_RANGE_END,

	/* Kernels and calls of collectives: the time in which they waited for the last rank, and
	 * the rest. */
	SUM_COLLECTIVE = SUM_RANGE + SUMS_PER_SET,
	SUM_WAITS = SUM_COLLECTIVE,
	SUM_WAIT,
	SUM_TRANSFER,
	SUM_COLLECTIVE_END,

	/* Steps, if each duration of the group is the total of a step (--over step): their number,
	 * the slowest step and its total. */
	SUM_STEP = SUM_COLLECTIVE + SUMS_PER_SET,
	SUM_STEPS = SUM_STEP,
	SUM_SLOWEST,
	SUM_SLOWEST_TIME,
	SUM_STEP_END,

	/* The union of the events on each GPU or thread, and the time between them. */
	SUM_INTERVAL = SUM_STEP + SUMS_PER_SET,
	SUM_BUSY = SUM_INTERVAL,
	SUM_IDLE,
	SUM_INTERVAL_END,

	/* Work of GPUs: the union on each GPU, and the parts of it in which no other group ran
	 * there, in which the GPU both computed and did other work, and in which the event that
	 * began first of those that ran was of the group. */
	SUM_WORK = SUM_INTERVAL + SUMS_PER_SET,
	SUM_WORK_BUSY = SUM_WORK,
	SUM_EXCLUSIVE,
	SUM_OVERLAP,
	SUM_LEADING,
	SUM_WORK_END,

	/* The parts of SUM_WORK_BUSY in which work of each pattern of sweep.patterns ran on the
	 * GPU, too. */
	SUM_BESIDE = SUM_WORK + SUMS_PER_SET,
	SUM_BESIDE_END = SUM_BESIDE + SUMS_PER_SET,

	/* Ranges on the CPU again: the parts of their time (enum hostpart in hostparts.h). */
	SUM_HOST = SUM_BESIDE + SUMS_PER_SET,
	SUM_HOST_SYNC = SUM_HOST,
	SUM_HOST_CUDA,
	SUM_HOST_GIL,
	SUM_HOST_LIBRARY,
	SUM_HOST_OS,
	SUM_HOST_REST,
	SUM_HOST_END,

	SUM_END = SUM_HOST + SUMS_PER_SET
};

/* The bit of a set: SUM_BIT(CALL) is that of SUM_CALL. */
#define SUM_BIT(set) (1u << SUM_##set / SUMS_PER_SET)

/* The sums of all groups, in one array. A group has a linked list of records, one for each of its
 * sets. A record is identified by the index of its first sum. The word in front of that has the
 * number of the set in its lower 8 bits, and the next record above them. All zero is empty.
 * Example: a group with SUM_COPY alone takes 4 words: { 1, copies, bytes, ns }. */
struct groupsums {
	int64_t *words;
	size_t used, room;
};

/* The lower bits of that word. */
enum { SUM_SET_MASK = 0xff };

/* The slow path of groupsumsrecord. */
uint32_t groupsumsrecordslow(struct groupsums *x, uint32_t *first, enum sum_id set);

/* Returns the record of a set, which is named by its first sum; makes it if it is new. *first is
 * the first record of the group, 0 for none. */
static inline uint32_t
groupsumsrecord(struct groupsums *x, uint32_t *first, enum sum_id set)
{
	if (*first > 0 && (x->words[*first - 1] & SUM_SET_MASK) == (int64_t)set / SUMS_PER_SET)
		return *first;
	return groupsumsrecordslow(x, first, set);
}

/* The slow path of groupsumsadd, for sums of more than 64 bits. */
void groupsumsaddslow(struct groupsums *x, uint32_t record, enum sum_id sum, wide v);

/* Adds to a sum, which must be in the set of that record. */
static inline void
groupsumsadd(struct groupsums *x, uint32_t record, enum sum_id sum, wide v)
{
	int64_t *low = &x->words[record + sum % SUMS_PER_SET], some = (int64_t)v, all;

	if (some == v && !__builtin_add_overflow(*low, some, &all))
		*low = all;
	else
		groupsumsaddslow(x, record, sum, v);
}

/* Sets a sum, which must be in the set of that record. */
void groupsumsset(struct groupsums *x, uint32_t record, enum sum_id sum, wide v);

/* Returns a sum of the group with that first record, or 0 if it lacks the set. */
wide groupsumsget(const struct groupsums *x, uint32_t first, enum sum_id sum);

/* Returns the sets of a group as bits. */
unsigned groupsumssets(const struct groupsums *x, uint32_t first);

/* Adds all sums of the group from to those of another. */
void groupsumsmerge(struct groupsums *x, uint32_t *to, uint32_t from);

/* Adds the total of a step, ns, to the set SUM_STEP of a group: of several equal steps the slowest
 * one is that with the least number. */
void groupsumsaddstep(struct groupsums *x, uint32_t *first, int64_t step, wide total);

/* Returns true if sums make a row of a group in a bin without durations: calls that began in an
 * earlier bin launched something in this one, or idle time lasts throughout this bin. The group
 * must have durations in another bin. */
bool groupsumsuntimed(const struct groupsums *x, uint32_t first);

/* Appends the sums of a group as bytes, which only groupsumsload reads. */
void groupsumssave(const struct groupsums *x, uint32_t first, struct buf *out);

/* Adds saved sums to those of a group. Returns the end of the bytes. */
const char *groupsumsload(struct groupsums *x, uint32_t *first, const char *p);

/* Sets all sums of a group to 0. */
void groupsumszero(struct groupsums *x, uint32_t first);

/* Sets one sum to 0, in all groups. */
void groupsumszeroall(struct groupsums *x, enum sum_id sum);

/* Moves all sums into the memory of others, which are removed. */
void groupsumsmoveinto(struct groupsums *x, struct groupsums *others);

void groupsumsfree(struct groupsums *x);

#endif
