/* SPDX-License-Identifier: MIT */
/*
 * Rows of a table by a walk over the pages of its b-tree: several times as fast as SQLite's
 * statements. Only what nsys writes is read: whatever is unusual about a table or a row is left to
 * SQLite, which then says what is wrong, if something is. A row's place is its leaf, counted from
 * the first, and its cell there.
 */
#ifndef NST_PAGEROWS_H
#define NST_PAGEROWS_H

#include "pages.h"
#include "source/rows.h"

struct pagerows;

/* Begins a walk over a table; NULL when it is unusual: no rows with numbers, a temporary table in
 * front of it, times that are expressions, pages in no proper tree. pagerowsclose frees. */
struct pagerows *pagerowsopen(struct profile *p, const struct rowsof *of);

void pagerowsclose(struct pagerows *w);

/* What rows.h says of rowspass and rowsat. */
bool pagerowspass(struct pagerows *w, void (*look)(void *arg, const struct rowtimes *times),
    void *arg);
bool pagerowsat(struct pagerows *w, uint64_t place, struct rowtimes *times);

/* Reads the row at a place. False, with its number, when it is one that SQLite has to read. */
bool pagerowstake(struct pagerows *w, uint64_t place, struct row *row, int64_t *rowid);

#endif
