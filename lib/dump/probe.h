/* SPDX-License-Identifier: MIT */
/* Single rows of a large table, for those who must not read all of it. */
#ifndef NST_PROBE_H
#define NST_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "fetch.h"
#include "table.h"

/* What is seen of a row. nsys writes the rows of one thread and class together, or all rows by
 * start. */
struct sight {
	int64_t rowid;
	bool timed; /* it has a start */
	int64_t ts; /* ns */
	int64_t thread, class; /* 0 where the table has no such column */
};

/* A query for rows by their numbers. */
struct probe {
	const struct table *table;
	sqlite3_stmt *st;
	struct fetch fetch;
	/* The first and last row number; high below low when there are no rows. */
	int64_t low, high;
};

/* Begins to look at rows of a bound table. The probe stays where it is; the caller frees with
 * probeclose. */
void probeopen(struct probe *p, const struct table *t);

/* The first row with that number or a higher one; false behind the last. */
bool probeat(struct probe *p, int64_t rowid, struct sight *seen);

/* The number of the first row from low to high that starts at ts or later, high + 1 when none does.
 * Those rows are sorted by start. */
int64_t probetime(struct probe *p, int64_t low, int64_t high, int64_t ts);

void probeclose(struct probe *p);

#endif
