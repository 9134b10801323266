/* SPDX-License-Identifier: MIT */
/* Ranges in each other, on their threads. */
#ifndef NST_RANGETREE_H
#define NST_RANGETREE_H

#include "base/map.h"
#include "table/tableview.h"

enum { RANGETREE_NONE = -1 };

struct rangenode {
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
struct rangetree {
	struct rangenode *p;
	size_t count, room;
};

/* Adds a range. */
void rangetreeadd(struct rangetree *n, const struct rangenode *range);

/* Sorts ranges by thread, time and name, the outer before the inner. */
void rangetreesort(struct rangetree *n);

/* Compares what nestsort goes by, as for qsort. */
int rangetreecompare(const struct rangenode *x, const struct rangenode *y);

/* Finds which range is in which, once they are sorted. Of two that cross the later one is in what
 * is around both. */
void rangetreelink(struct rangetree *n);

/* Columns that tables of ranges share; what else a table has stands from NEST_OWN on. */
enum {
	RANGETREE_PID,
	RANGETREE_TID,
	RANGETREE_LEVEL,
	RANGETREE_CHILDREN,
	RANGETREE_RANGE_ID,  /* ids are rows, counted from 1 */
	RANGETREE_PARENT_ID, /* nothing for the outermost */
	RANGETREE_STACK,     /* a colon and an id for each range from the outermost to this one */
	RANGETREE_COLUMNS
};

/* What stands in such a column of a range; ranges know their rows, and a text is made in text. */
struct tablecell rangetreecell(
    const struct rangetree *n, const struct rangenode *range, int column, struct buf *text);

void rangetreefree(struct rangetree *n);

#endif
