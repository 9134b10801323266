/* SPDX-License-Identifier: MIT */
/* A reader has the data of one worker: the source, the bound tables, and the writer of their
 * rows. Each of several workers has a reader. */
#ifndef NST_READER_H
#define NST_READER_H

#include "dump/facts/meta.h"
#include "dump/order/run.h"
#include "dump/tables/table.h"
#include "dump/write/rowwriter.h"

struct reader {
	struct source *source;
	struct strings strings;
	struct meta meta;
	struct rowwriter writer; /* the caller sets its out */
	/* In the order of the schema: of two rows with the same times, the one of the earlier table
	 * is first. */
	struct table *tables;
	size_t count;
	int64_t latest;          /* its ts, ns */
};

/* Opens the profile at a path, or reopens the source of another reader, which is NULL or stays open
 * longer, and binds its tables. The observer may be NULL. The reader keeps its own address. The
 * caller frees with readerclose. */
void readeropen(struct reader *r, const char *path, const struct reader *another,
    const struct wanted *wanted, const struct rowobserver *observer);

/* Prepares to write the rows that passes found in the tables: learns the names in rows of
 * TYPE_META, and makes all rows use the places of the passes. */
void readerready(struct reader *r, const struct found *found);

/* Writes the record of a row, after the meta records that it needs. */
void readerwrite(struct reader *r, const struct spot *spot);

void readerclose(struct reader *r);

#endif
