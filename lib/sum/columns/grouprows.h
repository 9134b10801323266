/* SPDX-License-Identifier: MIT */
/* Groups with their totals, in the order of a table's rows. */
#ifndef NST_GROUPROWS_H
#define NST_GROUPROWS_H

#include "sum/tally/tally.h"

/* A bit behind those of all sets. */
#define SUM_ANY (1u << SUM_END / SUMS_PER_SET)

/* A row with all that its columns need. */
struct rowvalues {
	uint32_t group;              /* plus one; 0: it was not made yet */
	uint32_t extra;              /* what else was added up for it, in extras */
	const struct groupsums *sums;
	unsigned sets;               /* in which sets there is any of it, and TOTAL_ANY */
	wide whole;                  /* ns: what its share is a share of */
	struct stats stats;
	wide median;                 /* ns / PERCENTS, as are the percentiles */
	const wide *percents;        /* those asked for */
};

/* What is kept of a row, which may be one of millions. */
struct grouprow {
	uint32_t group;
	uint32_t section;
	int64_t sum; /* of its durations, ns; INT64_MAX when it is that or more */
};

/* Rows of one type, bin, and work. */
struct rowsection {
	uint64_t rank; /* those with a lower one come first, bin by bin */
	size_t bin;    /* the part of the window; 0 without bins */
	size_t order;  /* among the sections; the same for those of one rank and bin */
	uint32_t type; /* a text; UINT32_MAX when it has none, or is not grouped by that */
	wide whole;    /* ns: what shares are shares of */
};

/* What is asked of the rows. */
struct rowoptions {
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

/* The rows: bins apart, then ranks, of one rank those with the larger total first. A copy may have
 * some of the rows, and is not freed. */
struct grouprows {
	struct tally *tally;
	struct grouprow *p;
	size_t count;
	struct rowsection *sections;
	size_t sectioncount, sectionroom;
	bool byname;        /* as asked */
	uint32_t *percents; /* the median, and those asked for */
	size_t percentcount;
	struct rowvalues *made; /* by group, as far as they are not in each other's way */
	wide *values;       /* percentiles of these */
	size_t mademask;    /* how many, a power of two, less one */
};

/* Makes one of each group that has durations. The durations come into another order. totalsfree
 * frees it. */
void grouprowsmake(struct grouprows *t, struct tally *tally, const struct rowoptions *ask);

/* Makes a row: the slow half of totalsget. */
const struct rowvalues *grouprowsmakerow(const struct grouprows *t, const struct grouprow *row);

/* A row; valid until the next call. */
static inline const struct rowvalues *
grouprowsget(const struct grouprows *t, size_t row)
{
	const struct rowvalues *made = &t->made[t->p[row].group & t->mademask];

	return made->group == t->p[row].group + 1 ? made : grouprowsmakerow(t, &t->p[row]);
}

/* The sum of its durations, ns. */
wide grouprowssum(const struct grouprows *t, const struct grouprow *row);

/* What a row is in. */
static inline const struct rowsection *
grouprowssection(const struct grouprows *t, const struct grouprow *row)
{
	return &t->sections[row->section];
}

/* Says which of two rows comes first, as for qsort; arg is its own. */
typedef int grouprowscompare(
    const struct grouprows *t, const struct grouprow *x, const struct grouprow *y, const void *arg);

/* Puts the rows of one bin and rank in another order; those that compare as equal stay as
 * totalsmake had them. */
void grouprowssort(struct grouprows *t, grouprowscompare *compare, const void *arg);

/* Keeps the first rows, so many, of each combination of values but the last one, in each bin. */
void grouprowstop(struct grouprows *t, size_t top);

void grouprowsfree(struct grouprows *t);

#endif
