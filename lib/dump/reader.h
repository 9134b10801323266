/* SPDX-License-Identifier: MIT */
/* An open profile with all its tables that are wanted bound: what a worker reads rows with and
 * writes them. Several may read one file at once, each with a connection of its own. */
#ifndef NST_READER_H
#define NST_READER_H

#include "dump/facts/meta.h"
#include "dump/order/run.h"
#include "dump/tables/table.h"
#include "dump/write/rowwriter.h"

struct reader {
	struct profile profile;
	struct strings strings;
	struct meta meta;
	struct rowwriter writer; /* of records; its out is the caller's */
	/* In the order of the table of tables: of two rows at one time that of the earlier comes
	 * first. */
	struct table *tables;
	size_t count;
	struct row row;          /* read last */
	int64_t latest;          /* its ts, ns */
};

/* Opens the profile at path, which another reader may have open already, else NULL, and binds its
 * tables, or ends the program with the reason. Who watches, or NULL, sees the rows of a report. It
 * stays where it is; the caller frees with
 * readerclose, before the other. */
void readeropen(struct reader *r, const char *path, const struct reader *another,
    const struct wanted *wanted, const struct rowobserver *watch);

/* Makes ready to write rows of what a pass found in the tables: reads the rows that name things,
 * and rows by the places of the pass. */
void readerready(struct reader *r, const struct found *found);

/* Writes the record of a row, and what has to come before it. */
void readerwrite(struct reader *r, const struct spot *spot);

void readerclose(struct reader *r);

#endif
