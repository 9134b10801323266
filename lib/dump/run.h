/* SPDX-License-Identifier: MIT */
/*
 * The sorted runs of a profile's tables, and where windows of time begin in them.
 * nsys writes a table sorted by start, or as a few sorted runs back to back, so one pass over the
 * times finds the runs, and no table needs sorting. Rows of a run that start at one time are put in
 * the order of their lengths. Only a table with very many runs is left to SQLite to sort. Of a
 * window out of a large table only some rows are looked at: enough to see where its runs are, as
 * nsys writes them, and those around the window.
 */
#ifndef NST_RUN_H
#define NST_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "table.h"

/* A table of at most so many rows is looked through whole, for a window too. In a larger one, what
 * began before the window is found when it is among so many rows before the window; they are shared
 * out among the runs of the table. */
enum { RUN_BEFORE = 32768 };

/* A run of rows, sorted by start. */
struct run {
	size_t table;         /* its number */
	int64_t low, high;    /* row numbers; of the whole table when it is sorted */
	bool sorted;          /* by SQLite: the row numbers do not matter */
	/* In runs.swaps: groups, each of a count, the first and last row number, and the row
	 * numbers in order. */
	size_t swap, swapend;
	size_t cut, cutend;   /* in runs.cuts */
};

/* Where a slice of time begins in a run. */
struct cut {
	size_t slice;
	int64_t low; /* row number of the first row in it */
	size_t swap; /* the first group in it */
};

/* Runs of a profile. All zero but wanted and slices is none. */
struct runs {
	const struct wanted *wanted;
	struct run *runs;
	size_t count, cap;
	/* Rows with one start that the file does not have in the order of the stream. */
	int64_t *swaps;
	size_t swapcount, swapcap;
	struct cut *cuts;
	size_t cutcount, cutcap;
	/* Times, ns, at which a slice of the dump begins, but the first; ascending; the
	 * caller's. */
	const int64_t *slices;
	size_t slicecount;
	int64_t *names;    /* rows of NVTX_EVENTS that name things */
	size_t namecount, namecap;
	int64_t first;     /* ts of the earliest row, ns; 0 when there is none */
	uint64_t rows;     /* found, all in all */
	/* Only some rows of NVTX_EVENTS were looked at: more of them may name things. */
	bool unnamed;
	/* A table has to be sorted, or there are very many runs: slices are of no use. */
	bool whole;
};

/* The order of the stream: negative when a comes first. */
int whenorder(const struct when *a, const struct when *b);

/* Rows of a table through which one reader looks. */
struct part {
	size_t table;       /* its number */
	int64_t low, high;  /* row numbers */
	struct runs found;
};

/* Cuts the tables into parts, several of a large one where there are several readers; a window is
 * not cut. The runs, still empty, tell the window and the slices. */
struct part *partsmake(const struct table *tables, size_t count, const struct runs *runs,
    unsigned readers, size_t *parts);

/* Finds the runs of a part; the table is the reader's own, and counts its rows. */
void partfind(struct part *part, struct table *t);

/* Puts together the runs of all parts, and frees those. */
void partsjoin(struct part *parts, size_t count, struct runs *r);

/* Frees what was found. */
void runsfree(struct runs *r);

#endif
