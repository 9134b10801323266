/* SPDX-License-Identifier: MIT */
/* Durations kept for exact statistics, and those statistics. */
#ifndef NST_STATS_H
#define NST_STATS_H

#include <stddef.h>
#include <stdint.h>

/* Wide enough for the sum of 64-bit times over all events that fit into memory, a thousand
 * times. */
__extension__ typedef __int128 wide;

/* Divides by a positive number and rounds to the nearest, halves away from zero. */
static inline wide
widedivide(wide v, wide by)
{
	if (v >= 0 && v < INT64_MAX / 2 && by < INT64_MAX) /* many times as fast */
		return (int64_t)((uint64_t)v + (uint64_t)by / 2) / (int64_t)by;
	return (v < 0 ? v - by / 2 : v + by / 2) / by;
}

/* Durations, ns: four bytes each below 2^32 ns, eight bytes from there on. All zero is empty. */
struct times {
	uint32_t *brief;
	int64_t *lengthy;
	size_t briefs, lengthies;
	size_t briefroom, lengthyroom;
};

/* What they come to. Times that may have a fraction are in thousandths of a nanosecond, rounded to
 * the nearest. */
struct stats {
	uint64_t count;
	wide total;        /* ns */
	int64_t min, max;  /* ns */
	/* Ns / 1000; the deviation is that of a sample: over count - 1, and 0 for a single one. */
	wide mean, stddev;
	wide median;       /* ns / 1000, exact: of an even number the mean of the middle two */
};

/* Adds a duration, ns, not negative. */
void timesput(struct times *t, int64_t ns);

/* Has the processor fetch what timesput of a brief one will touch. */
static inline void
timesprefetch(const struct times *t)
{
	__builtin_prefetch(t->brief + t->briefs, 1);
}

/* How many there are. */
static inline uint64_t
timescount(const struct times *t)
{
	return (uint64_t)t->briefs + t->lengthies;
}

/* The statistics of durations; all zero when there are none. Changes nothing and allocates
 * nothing. */
struct stats timesstats(const struct times *t);

void timesfree(struct times *t);

#endif
