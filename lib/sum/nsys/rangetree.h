/* SPDX-License-Identifier: MIT */
/* The nesting of ranges on their threads. */
#ifndef NST_RANGETREE_H
#define NST_RANGETREE_H

#include "base/map.h"
#include "table/tableview.h"

enum { RANGETREE_NONE = -1 };

struct rangenode {
	int64_t pid, tid, ts, dur; /* times in ns */
	uint32_t name, style;      /* numbers in the caller's names */
	int64_t first, last;       /* of the operations that it launched, ns: first start, last
	                            * end */
	int64_t count, device;     /* of those operations */
	/* Set by rangetreelink. */
	int64_t parent; /* index of the innermost range around it, or RANGETREE_NONE */
	int64_t level, children;
	int64_t childtime; /* sum of its children's durations, ns, saturating */
	size_t order;      /* the order in which ranges were added */
	size_t row;        /* index of its row in the table; set by the caller */
};

/* All zero is empty. */
struct rangetree {
	struct rangenode *p;
	size_t count, room;
};

/* Adds a copy of a range. */
void rangetreeadd(struct rangetree *t, const struct rangenode *range);

/* Sorts ranges by thread, start and name, outer ranges first. */
void rangetreesort(struct rangetree *t);

/* Compares two ranges, as for qsort, in the order of rangetreesort. */
int rangetreecompare(const struct rangenode *x, const struct rangenode *y);

/* Finds the parent of each range, once they are sorted. Of two ranges that cross, the later one has
 * the parent that contains both. */
void rangetreelink(struct rangetree *t);

/* Column ids that the tables of ranges share. Other ids of a table begin with RANGETREE_COLUMNS. */
enum {
	RANGETREE_PID,
	RANGETREE_TID,
	RANGETREE_LEVEL,
	RANGETREE_CHILDREN,
	RANGETREE_RANGE_ID,  /* the number of the row, from 1 on */
	RANGETREE_PARENT_ID, /* no value for the outermost */
	RANGETREE_STACK,     /* ":1:4:5": the ids of all ranges from the outermost to this one */
	RANGETREE_COLUMNS
};

/* Returns the cell of such a column. The caller has set the row of each range; text is
 * overwritten. */
struct tablecell rangetreecell(
    const struct rangetree *t, const struct rangenode *range, int column, struct buf *text);

void rangetreefree(struct rangetree *t);

#endif
