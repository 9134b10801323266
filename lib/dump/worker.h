/* SPDX-License-Identifier: MIT */
/*
 * Workers: threads that write a dump together, each with a reader. First each makes the passes of
 * some tables. Then each in turn takes a batch, the next 2,048 rows of one merge, makes its
 * records, and appends them to the output in the order of the batches. So the output is that of one
 * worker.
 */
#ifndef NST_WORKER_H
#define NST_WORKER_H

#include <stdint.h>

#include "dump/order/merge.h"
#include "program/progress.h"
#include "reader.h"

/* The records that were written. */
struct written {
	uint64_t rows;  /* number of records of rows */
	int64_t latest; /* ts of the last one, ns */
};

struct workers;

/* Opens workers at the profile that the first reader has open; all open it at the same time. They
 * keep the pointers. workersclose frees. */
struct workers *workersopen(const char *path, struct reader *first, const struct wanted *wanted,
    unsigned count);

/* Makes the passes over all tables; found has one element for each. */
void workersfind(struct workers *all, struct found *found);

/* Writes the records of all rows of a merge, which reads with the first reader, to out, or gives
 * them to a sink if that is not NULL. The first reader also decides which meta records are new. */
struct written workersrun(struct workers *all, struct merge *merge, const struct found *found,
    struct progress *progress, struct buf *out, struct batchsink *to);

/* Adds the flaws that the workers found to those of the tables of the first reader. */
void workersflaws(const struct workers *all);

void workersclose(struct workers *all);

#endif
