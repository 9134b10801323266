/* SPDX-License-Identifier: MIT */
/* What a table of groups has: which columns, in which order which rows, how many of them. */
#ifndef NST_GROUPTABLE_H
#define NST_GROUPTABLE_H

#include "statistic.h"

/* A percentile, in thousandths of a percent, and what its column is called. */
struct percentile {
	uint32_t percent;
	char title[12];
};

struct grouptable {
	/* Asked for, as keys, figures and percentiles are numbered; none is all. */
	int *columns;
	size_t columncount;
	struct percentile *percentiles;
	size_t percentilecount;
	bool sorted, reverse; /* by a column: the smallest first where people want the largest */
	int sort;
	size_t top;  /* rows of each combination of values but the last; 0 for all */
	size_t skip; /* steps left out */
};

/* Adds a column by its name, or ends the program; option is named in the message. */
void grouptablecolumn(struct grouptable *t, const char *option, struct span name);

/* Sorts by a column, "-" before its name for the other way round, or ends the program. */
void grouptablesort(struct grouptable *t, const char *option, const char *name);

/* Writes what columns may be called, parted by |, with keys where that is asked for. */
void grouptablewords(struct buf *out, bool withkeys);

/* Prepares what is wanted, which no longer changes. */
void grouptableready(struct grouptable *t);

/* Whether a column is wanted. */
bool grouptablewants(const struct grouptable *t, int what);

/* The rows of a tally, in their order: as asked, but for what t has. totalsfree frees them. */
void grouptablerows(
    struct grouptable *t, struct grouprows *rows, struct tally *tally, struct rowoptions ask);

/* The columns, which the caller frees: without the keys hidden, a bit for each, and for people with
 * texts of any length at the end. */
struct column *grouptablecolumns(const struct grouptable *t, const struct groups *g, bool people,
    unsigned hidden, size_t *count);

void grouptablefree(struct grouptable *t);

#endif
