/* SPDX-License-Identifier: MIT */
/*
 * Rows of a table by a walk over the pages of its b-tree: several times as fast as SQLite's
 * statements. Only what nsys writes is read: whatever is unusual about a table or a row is left to
 * SQLite, which then says what is wrong, if something is. A row's place is its leaf, counted from
 * the first, and its cell there.
 */
#ifndef NST_WALK_H
#define NST_WALK_H

#include "pages.h"
#include "rows.h"

struct walk;

/* Begins a walk over a table; NULL when it is unusual: no rows with numbers, a temporary table in
 * front of it, times that are expressions, pages in no proper tree. walkclose frees. */
struct walk *walkopen(struct profile *p, const struct rowsof *of);

void walkclose(struct walk *w);

/* What rows.h says of rowspass and rowsat. */
bool walkpass(struct walk *w, void (*look)(void *arg, const struct rowtimes *times), void *arg);
bool walkat(struct walk *w, uint64_t place, struct rowtimes *times);

/* Reads the row at a place. False, with its number, when it is one that SQLite has to read. */
bool walktake(struct walk *w, uint64_t place, struct row *row, int64_t *rowid);

#endif
