/* SPDX-License-Identifier: MIT */
/* Durations kept for exact statistics, and those statistics. */
#ifndef NST_DURATIONS_H
#define NST_DURATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/wide.h"

/* How many durations need no memory of their own. */
enum { DURATIONS_INLINE = 2 };

/* Durations, ns: four bytes each below 2^32 ns, eight bytes from there on. All zero is empty. Many
 * groups have one or two, so this is small. */
struct durations {
	union {
		uint32_t few[DURATIONS_INLINE];
		uint32_t *many;      /* when they are more, all brief */
		struct mixeddurations *mixed; /* when some are lengthy */
	} kept;
	size_t briefs;               /* or TIMES_MIXED */
};

#define DURATIONS_MIXED SIZE_MAX

/* What they come to. */
struct stats {
	uint64_t count;
	wide total;         /* ns */
	int64_t min, max;   /* ns */
	long double stddev; /* ns; of a sample: over count - 1, and 0 for a single one */
};

/* Adds a duration, ns, not negative. */
void durationsadd(struct durations *t, int64_t ns);

/* Has the processor fetch what timesput of a brief one will touch. */
static inline void
durationsprefetch(const struct durations *t)
{
	if (t->briefs > DURATIONS_INLINE && t->briefs != DURATIONS_MIXED)
		__builtin_prefetch(t->kept.many + t->briefs, 1);
}

/* Whether there are any. */
static inline bool
durationsany(const struct durations *t)
{
	return t->briefs > 0;
}

/* How many there are. */
uint64_t durationscount(const struct durations *t);

/* Their sum, ns. */
wide durationstotal(const struct durations *t);

/* The statistics of durations; all zero when there are none. */
struct stats durationsstats(const struct durations *t);

/* Percentiles, count of them, each in thousandths of a percent, 50000 for the median, in ns /
 * PERCENTS: exact. Where one lies between two durations it is on the line between them, so that the
 * median of an even number is the mean of the middle two. 0 when there are none. It brings the
 * durations into another order, and is quickest where the percentiles come in order. */
void durationspercentiles(
    struct durations *t, const uint32_t *percents, size_t count, wide *values);

enum { PERCENT_SCALE = 100000 };

void durationsfree(struct durations *t);

#endif
