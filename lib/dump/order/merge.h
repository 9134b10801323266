/* SPDX-License-Identifier: MIT */
/* A k-way merge of the runs of all tables: the rows in the order of the stream. */
#ifndef NST_MERGE_H
#define NST_MERGE_H

#include "run.h"

struct merge {
	struct table *tables;
	const struct wanted *wanted;
	bool all;               /* there is no window */
	struct cursor *cursors; /* one for each run or sorter */
	size_t count;
	struct place *heap;     /* of the cursors that have a row; the root has the earliest row */
	size_t heaped;
};

/* Begins to merge the rows that passes found in tables; the merge keeps the pointers. The caller
 * frees with mergeclose. */
void mergeopen(struct merge *m, struct table *tables, struct found *found, size_t count,
    const struct wanted *wanted);

/* Gives the next rows, as many as there is room for. Returns their number, 0 after the last row. */
size_t mergenext(struct merge *m, struct spot *spots, size_t room);

void mergeclose(struct merge *m);

#endif
