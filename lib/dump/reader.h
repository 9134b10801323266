/* SPDX-License-Identifier: MIT */
/* An open profile with all its tables that are wanted bound: what one reader of rows needs. Several
 * may read one file at once, each with a connection of its own. */
#ifndef NST_READER_H
#define NST_READER_H

#include "meta.h"
#include "profile.h"
#include "rowwriter.h"
#include "run.h"
#include "table.h"

struct reader {
	struct profile profile;
	struct meta meta;
	struct rowwriter writer; /* of records; its out is the caller's */
	/* In the order of the table of tables: of two rows at one time that of the earlier comes
	 * first. */
	struct table *tables;
	size_t count;
};

/* Opens the profile at path and binds its tables, or ends the program with the reason. The caller
 * frees with readerclose. */
void readeropen(struct reader *r, const char *path, const struct wanted *wanted);

/* Finds the runs of all tables. */
void readerruns(struct reader *r, struct runs *runs);

/* Takes the names that rows of NVTX_EVENTS give, once the runs were found. */
void readernames(struct reader *r, const struct runs *runs);

void readerclose(struct reader *r);

#endif
