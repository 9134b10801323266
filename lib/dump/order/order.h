/* SPDX-License-Identifier: MIT */
/*
 * The order of a dump is a k-way merge. The terms of this room:
 *
 *   place   where a row is in its table: a number that grows from row to row (source.h)
 *   run     rows of a table, one after the other, whose starts do not decrease. nsys writes a table
 *           as one run, or as one for each thread and class.
 *   piece   the part of a run that is in one block (source.h)
 *   pass    reads the times of all rows of a table and finds its runs (run.h)
 *   merge   takes the rows of all runs in order: always the earliest (merge.h)
 *   tie     rows of a run with one start: the merge sorts them when it reaches them
 *   gap     rows of a table, one after the other, that are not wanted
 *   scan    reads the ids and the times of all rows, for a window behind nst-link (tablescan.h)
 *
 * A table with more runs or ties than memory allows is sorted externally (struct sorter).
 */
#ifndef NST_ORDER_H
#define NST_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* A row in the order of the stream. */
struct spot {
	size_t table;     /* index among the tables of the dump */
	uint64_t place;   /* of the row in the table */
	const char *held; /* the undecoded row, if a block is held for it, or NULL (source.h) */
};

#endif
