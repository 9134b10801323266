/* SPDX-License-Identifier: MIT */
/* Ranges in each other, on their threads. */
#ifndef NST_RANGETREE_H
#define NST_RANGETREE_H

#include "base/map.h"
#include "table/tableview.h"

enum { NEST_NONE = -1 };

struct nested {
	int64_t pid, tid, ts, dur; /* times in ns */
	uint32_t name, style;      /* texts */
	int64_t first, last;       /* of what it launched, ns */
	int64_t count, device;     /* of that */
	/* Made by nestmake. */
	int64_t parent; /* the place of the one right around it in nest.p, or NEST_NONE */
	int64_t level, children;
	int64_t inner;  /* the sum of its children's times, ns; saturates */
	size_t place;   /* the order in which they came */
	size_t row;     /* its place in the table, from 0; the caller's to set */
};

/* All zero is empty. */
struct nest {
	struct nested *p;
	size_t count, room;
};

/* Adds a range. */
void nestadd(struct nest *n, const struct nested *range);

/* Sorts ranges by thread, time and name, the outer before the inner. */
void nestsort(struct nest *n);

/* Compares what nestsort goes by, as for qsort. */
int nestcompare(const struct nested *x, const struct nested *y);

/* Finds which range is in which, once they are sorted. Of two that cross the later one is in what
 * is around both. */
void nestmake(struct nest *n);

/* Columns that tables of ranges share; what else a table has stands from NEST_OWN on. */
enum {
	NEST_PID,
	NEST_TID,
	NEST_LEVEL,
	NEST_CHILDREN,
	NEST_RANGE_ID,  /* ids are rows, counted from 1 */
	NEST_PARENT_ID, /* nothing for the outermost */
	NEST_STACK,     /* a colon and an id for each range from the outermost to this one */
	NEST_OWN
};

/* What stands in such a column of a range; ranges know their rows, and a text is made in text. */
struct entry nestentry(
    const struct nest *n, const struct nested *range, int column, struct buf *text);

void nestfree(struct nest *n);

#endif
