/* SPDX-License-Identifier: MIT */
/* Makes the passes while a source is opened: an observer (source.h) of tables that cannot be bound
 * yet. A report need not be read a second time then. */
#ifndef NST_RUNINDEX_H
#define NST_RUNINDEX_H

#include "run.h"

/* A table, bound for its times only. */
struct indexedtable {
	struct table table;
	struct found found;
	struct pass pass;
};

/* The passes of one thread over a block. Its tables are copies that own no memory. */
struct blockpasses {
	struct indexedtable *tables[SOURCE_TABLES];
	uint64_t some; /* a bit for each table with rows in the block */
};

struct runindex {
	struct rowobserver observer;
	const struct wanted *wanted;
	struct indexedtable *tables[SOURCE_TABLES]; /* by their numbers; NULL if not wanted */
};

/* Makes the observer ready; it keeps both pointers. The window of wanted is on the clock of the
 * profile. The caller frees with runindexclose. */
void runindexopen(struct runindex *s, const struct wanted *wanted);

void runindexclose(struct runindex *s);

/* Moves the results to bound tables, of which some may not have been observed: those still need a
 * pass. */
void runindexmove(
    struct runindex *s, struct table *tables, size_t count, struct found *found);

#endif
