/* SPDX-License-Identifier: MIT */
/*
 * The rows of a table of groups, with the statistics of each.
 *
 * Glossary of this room:
 *   statistic    a column that is computed: count, total, mean, bytes ... (statistic.h)
 *   column       a key, a statistic or a percentile; one range of integers numbers all three
 *   row          a group or subgroup that has durations
 *   section      the rows of one type, bin and kind of work; its shares have one denominator
 *   group table  the columns, the order and the number of rows that the user requested
 *                (grouptable.h)
 */
#ifndef NST_GROUPROWS_H
#define NST_GROUPROWS_H

#include "sum/tally/tally.h"

/* The bit above those of all sets: every row has it. */
#define SUM_ANY (1u << SUM_END / SUMS_PER_SET)

/* The values of a row, from which its cells are made. */
struct rowvalues {
	uint32_t group;       /* plus one; 0 in an unused entry of the cache */
	uint32_t firstrecord; /* of its sums */
	const struct groupsums *sums;
	unsigned sets;    /* bits of the sets of sums that it has, and SUM_ANY */
	wide denominator; /* of its share, ns */
	struct stats stats;
	wide median;          /* ns / PERCENT_SCALE, as are the percentiles */
	const wide *percents; /* percentiles, as requested */
};

/* The part of a row that stays in memory; there may be millions. */
struct grouprow {
	uint32_t group;
	uint32_t section;
	int64_t sum; /* of its durations, ns, saturating */
};

/* A section. */
struct rowsection {
	uint64_t rank;    /* lower ones first, within a bin; its lowest bit is aside */
	bool aside;
	size_t bin;       /* 0 if there are none */
	size_t order;     /* number of the section; equal for those of one rank and bin */
	uint32_t type;    /* a text; UINT32_MAX if it has none or type is no key */
	wide denominator; /* of shares, ns */
	uint64_t first;   /* number of its first row's group */
	size_t rows;      /* number of its rows, and the sums of their durations and counts */
	wide sum, count;  /* ns */
};

struct mergedrows;

/* grouprowsat, if groups were spilled. */
const struct grouprow *mergedrowsat(struct mergedrows *m, size_t row);

/* The requested rows. */
struct rowoptions {
	const uint32_t *first; /* texts: the types that are first, in this order, each in its own
	                        * section */
	size_t firstcount;
	uint32_t aside;           /* a text: rows for this work follow the others of their type, in
	                           * a section; UINT32_MAX for none */
	bool sums;                /* shares are relative to the sum of the rows even for ranges */
	bool byname;              /* of rows with equal totals, the lesser name first */
	size_t skip;              /* number of steps left out, from the least one on */
	size_t most;              /* of each section only the first rows are read, that many, and
	                           * the rows are not sorted again; 0 for all */
	const uint32_t *percents; /* in thousandths of a percent */
	size_t percentcount;
	const int64_t *edges; /* the bins of grouprowsbins, as for durationsbins; NULL for none.
	                       * They must be valid as long as the rows */
	size_t bins;
};

/* Steps that are left out: those before one, or all. */
struct skippedsteps {
	bool all;
	int64_t before;
};

/* Returns true if a step, not given for none, is left out. */
static inline bool
stepskipped(const struct skippedsteps *s, struct value step)
{
	return step.given && (s->all || step.number < s->before);
}

/* The rows, sorted by bin, rank and descending total. A shallow copy may have some of the rows, and
 * must not be freed. */
struct grouprows {
	struct tally *tally;
	struct mergedrows *merged; /* if groups were spilled, else NULL; shared by copies */
	struct grouprow *p;        /* without spilled groups, all rows; else use grouprowsat */
	size_t start;              /* of a copy: index of its first row */
	size_t count;
	struct rowsection *sections;
	size_t sectioncount, sectionroom;
	bool byname;        /* see struct rowoptions */
	uint32_t *percents; /* the median, then those requested */
	size_t percentcount;
	const int64_t *edges; /* see struct rowoptions */
	size_t bins;
	struct rowvalues *cache; /* direct-mapped, by group */
	wide *values;            /* percentiles of the cached rows */
	size_t cachemask;        /* size of the cache, a power of two, less one */
};

/* Makes a row of each group that has durations. Reorders the durations. grouprowsfree frees the
 * rows. If groups were spilled, the rows are in a temporary file, and the groups of the tally are
 * those of the rows that were read last. */
void grouprowsmake(struct grouprows *t, struct tally *tally, const struct rowoptions *options);

/* Returns a row, which is valid until the next call. */
static inline const struct grouprow *
grouprowsat(const struct grouprows *t, size_t row)
{
	row += t->start;
	return t->merged ? mergedrowsat(t->merged, row) : &t->p[row];
}

/* The slow path of grouprowsget: fills the row's entry of the cache. */
const struct rowvalues *grouprowsmakerow(const struct grouprows *t, const struct grouprow *row);

/* Returns the values of a row, which are valid until the next call. */
static inline const struct rowvalues *
grouprowsget(const struct grouprows *t, size_t row)
{
	const struct grouprow *r = grouprowsat(t, row);
	const struct rowvalues *cache = &t->cache[r->group & t->cachemask];

	return cache->group == r->group + 1 ? cache : grouprowsmakerow(t, r);
}

/* Counts the durations of a row in each of the bins that the options requested. */
void grouprowsbins(const struct grouprows *t, size_t row, uint64_t *counts);

/* Leaves steps out of the denominators. */
static inline void
grouprowsskip(struct denominators *d, const struct skippedsteps *skipped)
{
	for (size_t i = 0; i < d->count; i++)
		d->p[i].dropped = stepskipped(skipped, d->p[i].step);
}

/* Returns the sum of a row's durations, ns. */
wide grouprowssum(const struct grouprows *t, const struct grouprow *row);

/* Returns the section of a row. */
static inline const struct rowsection *
grouprowssection(const struct grouprows *t, const struct grouprow *row)
{
	return &t->sections[row->section];
}

/* Compares two rows, as for qsort. arg is the one given to grouprowssort. */
typedef int grouprowscompare(
    const struct grouprows *t, const struct grouprow *x, const struct grouprow *y, const void *arg);

/* Sorts the rows within each bin and rank. Rows that compare as equal remain sorted by total. */
void grouprowssort(struct grouprows *t, grouprowscompare *compare, const void *arg);

/* Keeps the first top rows of each bin and each combination of values of all keys but the last. */
void grouprowstop(struct grouprows *t, size_t top);

/* Keeps the first top rows of each bin and rank. */
void grouprowstopsections(struct grouprows *t, size_t top);

/* Returns the number of rows of the bin and rank of a section, also of rows beyond top. */
size_t grouprowsinsection(const struct grouprows *t, const struct rowsection *section);

/* Declares that only the first rows will be read, that many. */
void grouprowsmost(struct grouprows *t, size_t most);

/* Makes *chosen a copy with the rows of some types, bits; 0 for all. It is in use until the next
 * call; grouprowschosenfree frees it. */
void grouprowschoose(struct grouprows *chosen, const struct grouprows *t, uint64_t types);
void grouprowschosenfree(struct grouprows *chosen);

/* Returns the sums over all rows of some types, bits; 0 for all: of the durations, ns, and of the
 * numbers of events. */
wide grouprowstime(const struct grouprows *t, uint64_t types);
wide grouprowsevents(const struct grouprows *t, uint64_t types);

void grouprowsfree(struct grouprows *t);

#endif
