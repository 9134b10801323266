/* SPDX-License-Identifier: MIT */
/* The rows of all tables in one order of time: a merge of all their runs, without sorting. */
#ifndef NST_MERGE_H
#define NST_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "rowwriter.h"
#include "run.h"

struct merge {
	struct profile *profile;
	const struct runs *runs;
	struct cursor *cursors; /* one a run, with the row it stands at */
	struct place *heap;     /* of cursors that have a row, the earliest first */
	size_t heaped;
	int64_t latest;         /* ts of the last row written, ns */
	uint64_t written;       /* rows */
};

/* Makes ready to merge the runs of bound tables, which are in the order of their numbers. The
 * caller frees with mergeclose. */
void mergeopen(struct merge *m, struct profile *p, const struct runs *runs, struct table *tables);

/* Goes to the first row of a slice of time; without slices there is one, 0. */
void mergestart(struct merge *m, size_t slice);

/* Writes the earliest row as a record and moves on; false when the slice has no more. */
bool mergenext(struct merge *m, struct rowwriter *w);

void mergeclose(struct merge *m);

#endif
