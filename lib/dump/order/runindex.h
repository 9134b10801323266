/* SPDX-License-Identifier: MIT */
/* The pass over the times of a report's rows, made while the report is looked through, before its
 * tables can be bound. */
#ifndef NST_RUNINDEX_H
#define NST_RUNINDEX_H

#include "dump/reader.h"

/* A table of it. */
struct indexedtable {
	struct table table;
	struct found found;
	struct pass pass;
};

/* What a reader has seen of a block: its tables are copies, which own nothing. */
struct blockpasses {
	struct indexedtable *tables[REP_TABLES];
	uint64_t some; /* a bit for each table that has rows in the block */
};

struct runindex {
	struct rowobserver watch;
	const struct wanted *wanted;
	struct indexedtable *tables[REP_TABLES]; /* by their numbers; NULL where there is none */
};

/* Makes ready for the pass: watch is what looks. The sketch and what is wanted, with the window on
 * the profile's clock, stay where they are. The caller frees with runindexclose. */
void runindexopen(struct runindex *s, const struct wanted *wanted);

void runindexclose(struct runindex *s);

/* Moves what was found to the tables of a reader; those whose rows were not looked at have none
 * yet. */
void runindexmove(struct runindex *s, struct reader *r, struct found *found);

#endif
