/* SPDX-License-Identifier: MIT */
/* The columns and rows that the user requested of a table of groups. */
#ifndef NST_GROUPTABLE_H
#define NST_GROUPTABLE_H

#include "statistic.h"

/* A percentile, in thousandths of a percent, and the title of its column. */
struct percentile {
	uint32_t percent;
	char title[12];
};

struct grouptable {
	/* Numbers of the requested columns; none for all. */
	int *columns;
	size_t columncount;
	struct percentile *percentiles;
	size_t percentilecount;
	char **beside; /* titles of the columns overlap:PATTERN */
	size_t besidecount;
	bool sorted, reverse; /* by a column; reverse turns its usual order round */
	int sort;
	size_t top;  /* rows of each combination of values of all keys but the last; 0 for all */
	size_t skip; /* number of steps left out */
};

/* Adds a column by its name. Ends the program if there is none; the message names option. */
void grouptablecolumn(struct grouptable *t, const char *option, struct span name);

/* Sorts by a column; "-" before its name reverses the order. Ends the program if there is no such
 * column. */
void grouptablesort(struct grouptable *t, const char *option, const char *name);

/* Writes the names of columns, separated by |, with those of the keys if withkeys is true. */
void grouptablewords(struct buf *out, bool withkeys);

/* Must be called after the last option was read. */
void grouptableready(struct grouptable *t);

/* Returns the kind or pattern of a column overlap:PATTERN; i is less than besidecount. */
const char *grouptablepattern(const struct grouptable *t, size_t i);

/* Returns true if the table has a column, or is sorted by it. */
bool grouptablewants(const struct grouptable *t, int id);

/* Returns true if the user asked for a column, or sorts by one, for which choose returns true. */
bool grouptableasks(const struct grouptable *t, bool (*choose)(int id));

/* Makes the rows of a tally in the requested order. options has the rest; its percentiles and skip
 * are ignored, as is most if the user requested an order. grouprowsfree frees the rows. */
void grouptablerows(
    struct grouptable *t, struct grouprows *rows, struct tally *tally, struct rowoptions options);

/* Returns the columns, which the caller frees, without the keys hidden (bits). For the text format
 * (astext) the columns of long texts are last. */
struct column *grouptablecolumns(const struct grouptable *t, const struct groups *g, bool astext,
    unsigned hidden, size_t *count);

void grouptablefree(struct grouptable *t);

#endif
