/* SPDX-License-Identifier: MIT */
/* Groups with their totals, in the order of a table's rows. */
#ifndef NST_TOTAL_H
#define NST_TOTAL_H

#include "tally.h"

struct total {
	uint32_t group;
	uint32_t type;     /* a text; UINT32_MAX when it has none, or is not grouped by that */
	uint64_t rank;     /* those with a lower one come first */
	size_t place;      /* before the last sort */
	size_t bin;        /* its part of the window; 0 without bins */
	wide whole;        /* ns: what its share is a share of */
	struct stats stats;
	const struct extra *extra; /* of the group */
	wide median;       /* ns / PERCENTS, as are the percentiles */
	wide *percents;    /* those asked for */
};

/* What is asked of the rows. */
struct totalsask {
	const uint32_t *first; /* texts, types, that come first, in this order, and apart */
	size_t firstcount;
	uint32_t late;         /* a text: what is for this comes behind the rest of its type, apart;
	                        * UINT32_MAX for none */
	bool sums;             /* shares are of the totals of rows, those of ranges, too */
	bool byname;           /* of two with one total the lesser name comes first */
	size_t skip;           /* steps left out, those with the least numbers */
	const uint32_t *percents; /* percentiles, in thousandths of a percent */
	size_t percentcount;
};

/* The rows: bins apart, then ranks, of one rank those with the larger total first. */
struct totals {
	struct tally *tally;
	struct total *p;
	size_t count;
	wide *percents; /* of all rows */
};

/* Makes one of each group that has durations. The durations come into another order. totalsfree
 * frees it. */
void totalsmake(struct totals *t, struct tally *tally, const struct totalsask *ask);

/* Says which of two rows comes first, as for qsort; arg is its own. */
typedef int totalscompare(
    const struct totals *t, const struct total *x, const struct total *y, const void *arg);

/* Puts the rows of one bin and rank in another order; those that compare as equal stay as they
 * are. */
void totalssort(struct totals *t, totalscompare *compare, const void *arg);

/* Keeps the first rows, so many, of each combination of values but the last one, in each bin. */
void totalstop(struct totals *t, size_t top);

void totalsfree(struct totals *t);

#endif
