/* SPDX-License-Identifier: MIT */
/*
 * The rows of all tables in one order of time, without sorting.
 * nsys writes a table sorted by start, or as a few sorted runs back to back, so one pass over the times finds the runs, and a merge of all runs of all tables is
 * the order. Rows of a run that start at one time are looked up in the order of their lengths. Only a table with very many runs is sorted, by SQLite.
 */
#ifndef NST_MERGE_H
#define NST_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "table.h"

struct merge {
	struct profile *profile;
	const struct wanted *wanted;
	struct cursor *cursors; /* a run each, with the row it stands at */
	size_t count, cap;
	int64_t *swaps;         /* rows with one start that the file does not have in the order of the stream */
	size_t swapcount, swapcap;
	size_t *heap;           /* of cursors that have a row, the earliest first */
	size_t heaped;
	int64_t first;          /* ts of the earliest row, ns; 0 when there is none */
	uint64_t rows;          /* found, all in all */
	int64_t latest;         /* ts of the last row written, ns */
	uint64_t written;       /* rows */
};

/* Looks through a bound table: counts its rows by source, finds its runs, and adds them to the merge. Rows that name things are given to meta. */
void mergeadd(struct merge *m, struct table *t, struct meta *meta);

/* Goes to the first row of each run, once all tables are added. */
void mergestart(struct merge *m);

/* Writes the earliest row as a record and moves on; false when there was none. */
bool mergenext(struct merge *m, struct meta *meta, struct buf *out);

void mergefree(struct merge *m);

#endif
