/* SPDX-License-Identifier: MIT */
/* The table of ranks in collectives, as nst-skew found them: how long each rank waited for others,
 * and how often it was the last. */
#ifndef NST_RANKTABLE_H
#define NST_RANKTABLE_H

#include "gpu/identity.h"
#include "program/clip.h"
#include "table/tableview.h"

/* All zero except clip and ids. ranktablefree frees it. */
struct ranktable {
	const struct clip *clip;
	const struct identitytable *ids;
	struct map pids; /* pid -> index of the row */
	struct rankrow *rows;
	size_t count, room;
	size_t most; /* write only so many rows, those that were last most often; 0 for all */
};

/* Figures over all rows, and the row that was last most often. */
struct ranksums {
	wide wait;            /* ns */
	uint64_t collectives; /* that one rank was the last in */
	uint64_t last;        /* those of the row that was last most often */
	int64_t rank, pid;    /* of that row */
	bool ranked;          /* its rank is known */
};

/* Reads a collective, or a rank's part of one. pid must have been decoded. */
void ranktableevent(struct ranktable *r, const struct event *ev);

/* Writes the table, or nothing if there are no ranks. Sorts the rows, so no event may follow. */
void ranktablewrite(struct ranktable *r, const struct tableview *s, struct buf *out);

/* Returns the sums. There must be a row. */
struct ranksums ranktablesums(struct ranktable *r);

void ranktablefree(struct ranktable *r);

#endif
