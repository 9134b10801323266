/* SPDX-License-Identifier: MIT */
/* The rows of all tables in one order: a merge of all their runs, without sorting. */
#ifndef NST_MERGE_H
#define NST_MERGE_H

#include "run.h"

struct merge {
	struct table *tables;
	const struct wanted *wanted;
	struct cursor *cursors; /* one a run, or a sorted table */
	size_t count;
	struct place *heap;     /* of cursors that have a row, the first one first */
	size_t heaped;
};

/* Begins to merge what was found in so many tables. The caller frees with mergeclose. */
void mergeopen(struct merge *m, struct table *tables, struct found *found, size_t count,
    const struct wanted *wanted);

/* The next rows, in the order of the stream, up to so many; returns how many there are, 0 behind
 * the last. */
size_t mergenext(struct merge *m, struct spot *spots, size_t room);

void mergeclose(struct merge *m);

#endif
