/* SPDX-License-Identifier: MIT */
/*
 * The order of a dump, in these words:
 *   place   where a row is in its table: a number that grows from row to row (rows.h)
 *   run     rows of a table one behind the other whose starts do not fall; nsys writes a table as
 *           one run, or as one for each thread and class
 *   pass    one look at the times of all rows of a table, which finds its runs (run.h)
 *   merge   takes the rows of all runs in order: always the one that comes first (merge.h)
 *   tie     rows of a run with one start, which the merge sorts when it comes to them
 *   batch   some thousand rows in order; workers make the records of one each, and write them one
 *           behind the other (worker.h)
 * A table with more runs or ties than memory allows is sorted by SQLite (sorter.h).
 */
#ifndef NST_ORDER_H
#define NST_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* When a row happened, in the order of the stream: earlier first, then longer first. */
struct when {
	int64_t ts;    /* ns */
	int64_t span;  /* ns; -1 for an instant */
	bool open;     /* a range never closed: longer than any */
	bool backward; /* the row ends before it starts; span is 0 */
};

/* A row in the order of the stream: its table, by number, and its place in it. */
struct spot {
	size_t table;
	uint64_t place;
	const char *kept; /* the row, where whoever found it has read it; or NULL (rows.h) */
};

/* The order of the stream: negative when a comes first. */
static inline int
whenorder(const struct when *a, const struct when *b)
{
	if (a->ts != b->ts)
		return a->ts < b->ts ? -1 : 1;
	if (a->open != b->open)
		return a->open ? -1 : 1;
	return (a->span < b->span) - (a->span > b->span);
}

#endif
