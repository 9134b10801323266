/* SPDX-License-Identifier: MIT */
/* Stores durations, and computes exact statistics of them. */
#ifndef NST_DURATIONS_H
#define NST_DURATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/wide.h"

/* Number of durations that struct durations holds without an allocation. */
enum { DURATIONS_INLINE = 2 };

/* Durations in ns: 32 bits each below 2^32 ns, else 64 bits. All zero is empty. Most groups have
 * one or two durations, so they are stored inline; the struct has 16 bytes. */
struct durations {
	union {
		uint32_t inplace[DURATIONS_INLINE];
		uint32_t *array;              /* if more, all of 32 bits */
		struct mixeddurations *mixed; /* if some need 64 bits */
	} storage;
	size_t count32; /* or DURATIONS_MIXED */
};

#define DURATIONS_MIXED SIZE_MAX

/* The statistics of durations. */
struct stats {
	uint64_t count;
	wide total;         /* ns */
	int64_t min, max;   /* ns */
	long double stddev; /* ns; of a sample: divides by count - 1; 0 for one duration */
};

/* Adds a duration in ns, which must not be negative. */
void durationsadd(struct durations *t, int64_t ns);

/* Adds a duration in ns, which must not be negative, to a sum, which is the only duration of t.
 * Saturates. */
void durationssum(struct durations *t, int64_t ns);

/* Prefetches the memory that durationsadd writes to for a 32-bit duration. */
static inline void
durationsprefetch(const struct durations *t)
{
	if (t->count32 > DURATIONS_INLINE && t->count32 != DURATIONS_MIXED)
		__builtin_prefetch(t->storage.array + t->count32, 1);
}

/* Returns true if there are any durations. */
static inline bool
durationsany(const struct durations *t)
{
	return t->count32 > 0;
}

/* Returns the number of durations. */
uint64_t durationscount(const struct durations *t);

/* Returns the sum of the durations, ns. */
wide durationstotal(const struct durations *t);

/* Adds to counts the number of durations in each of some bins, from an edge to before the next:
 * there is an edge more than bins, in ascending order, ns. */
void durationsbins(
    const struct durations *t, const int64_t *edges, size_t bins, uint64_t *counts);

/* Sorts the durations, and writes those from a rank on into an array, most at a time. Returns their
 * number. Only the call for rank 0 sorts. */
size_t durationssorted(struct durations *t, uint64_t rank, int64_t *sorted, size_t most);

/* Durations that are not stored: they are added in ascending order, and their number is known
 * before. */
struct sorteddurations {
	const uint32_t *percents; /* ascending, as for durationspercentiles */
	size_t percentcount;
	wide *values;       /* of the percentiles */
	uint64_t all, seen; /* number of durations, and of the added ones */
	size_t percent;     /* the first percentile whose value is not final */
	uint64_t next;      /* number of the duration with which it is */
	uint64_t part;      /* of the distance to that one from the one before, in PERCENT_SCALE */
	int64_t before;     /* the duration before */
	struct stats stats; /* without stddev */
	uwide squares;      /* their sum modulo 2^128 */
	uint64_t carries;   /* and above */
};

void sorteddurationsadd(struct sorteddurations *s, int64_t ns);

/* Returns the statistics, and completes the percentiles. */
struct stats sorteddurationsstats(struct sorteddurations *s);

/* Returns the statistics of durations, all zero if there are none. */
struct stats durationsstats(const struct durations *t);

/* Computes count percentiles, exactly, in ns / PERCENT_SCALE. A percentile is given in thousandths
 * of a percent: 50000 is the median. Between two durations it interpolates linearly, so the median
 * of an even number is the mean of the middle two. Values are 0 if there are no durations. Reorders
 * the durations; fastest if the percentiles ascend. */
void durationspercentiles(
    struct durations *t, const uint32_t *percents, size_t count, wide *values);

enum { PERCENT_SCALE = 100000 };

void durationsfree(struct durations *t);

#endif
