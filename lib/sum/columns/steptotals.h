/* SPDX-License-Identifier: MIT */
/* The totals of the steps of one group, which are sorted. Those that do not fit into memory go to
 * an external sort, in chunks. */
#ifndef NST_STEPTOTALS_H
#define NST_STEPTOTALS_H

#include "io/recordsort.h"

/* All zero but most and memory is empty; steptotalsfree frees it. */
struct steptotals {
	size_t most;    /* number of totals in memory */
	size_t memory;  /* bytes, for the sort */
	uint64_t count; /* of all totals */
	int64_t *p;     /* those in memory, ns */
	size_t used, room;
	struct recordsort sort; /* of the others */
	bool sorts;             /* it has some */
	struct buf key, value;
};

/* Adds a total, ns, which must not be negative. */
void steptotalsadd(struct steptotals *x, int64_t ns);

/* Begins to read; no total may be added before steptotalsclear. */
void steptotalsread(struct steptotals *x);

/* Sets *chunk to some totals in ascending order, ns, valid until the next call, and *count to their
 * number. The first totals of the chunks ascend. Returns false at the end. */
bool steptotalsnext(struct steptotals *x, const int64_t **chunk, size_t *count);

/* Removes all totals. */
void steptotalsclear(struct steptotals *x);

void steptotalsfree(struct steptotals *x);

#endif
