/* SPDX-License-Identifier: MIT */
/*
 * Groups that do not fit into memory. When they take more than the limit, the cells and calls of
 * all groups are added to an external sort and removed. In the end the records of a group are next
 * to each other, and some groups at a time are loaded.
 *
 *   cell     a record with the count and total of a group in a part
 *   calls    a record with batches of calls of a group in a run; those of a group and run are in
 *            the order of the stream
 *
 * The order of keys begins with their hash, since the order of groups does not matter.
 */
#ifndef NST_TOTALSSPILL_H
#define NST_TOTALSSPILL_H

#include "io/recordsort.h"

struct runtotals;

/* All zero but limit is ready; totalsspillfree frees it. */
struct totalsspill {
	size_t limit; /* bytes of memory; 0: groups are never spilled */
	bool spilled;
	uint64_t records; /* number of records of calls */
	struct recordsort sort;
	struct buf key, value;

	/* Reading. */
	bool more;
	struct span nextkey, nextvalue; /* if there are more: the next record */
};

/* Spills all groups if they take more memory than they may. */
void totalsspillcheck(struct runtotals *t);

/* Spills the rest, and begins to read. */
void totalsspillread(struct runtotals *t);

/* Replaces the groups in memory by the next ones. Returns false if there are none. */
bool totalsspillload(struct runtotals *t);

void totalsspillfree(struct totalsspill *x);

#endif
