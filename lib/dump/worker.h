/* SPDX-License-Identifier: MIT */
/*
 * Several workers at one profile, each on a thread and with a connection of its own. They look
 * through tables side by side, then take batches of rows out of one merge, make their records side
 * by side, and write them in the order of the batches: the bytes are those that one worker writes.
 */
#ifndef NST_WORKER_H
#define NST_WORKER_H

#include <stdint.h>

#include "dump/order/merge.h"
#include "program/progress.h"
#include "reader.h"

/* What was written. */
struct written {
	uint64_t rows;
	int64_t latest; /* ts of the last one, ns */
};

struct workers;

/* How many workers a profile of so many bytes gets when nobody says: two are worth their start only
 * for a large one, and more leave no processor to the rest of a pipeline. */
unsigned workersusual(uint64_t bytes);

/* Opens so many workers at the file at path, which the first reader has open; workersclose
 * frees. */
struct workers *workersopen(const char *path, const struct reader *first,
    const struct wanted *wanted, unsigned count);

/* Makes the pass over all tables. */
void workersfind(struct workers *all, const struct wanted *wanted, struct found *found);

/* Writes the records of all rows of a merge, which is the first reader's; that also announces what
 * the records name. */
struct written workersrun(struct workers *all, struct merge *merge, const struct found *found,
    struct reader *first, struct progress *progress, struct buf *out);

/* Adds what the workers found wrong with the tables to what the first reader has found. */
void workersflaws(const struct workers *all, struct reader *first);

void workersclose(struct workers *all);

#endif
