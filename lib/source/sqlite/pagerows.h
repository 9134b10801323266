/* SPDX-License-Identifier: MIT */
/*
 * Decodes the rows of a table from the pages of its b-tree: several times as fast as SQL. Only what
 * nsys writes is decoded; for any unusual table or row the caller uses sqlrows.h, and SQLite
 * reports errors in it. A place is the index of a leaf and of a record in it.
 */
#ifndef NST_PAGEROWS_H
#define NST_PAGEROWS_H

#include "pages.h"
#include "sqlite.h"

struct pagerows;

/* Begins to read a table. Returns NULL if it is unusual: it has no row numbers or a shadow, its
 * times are expressions, its pages are no proper tree. pagerowsclose frees. */
struct pagerows *pagerowsopen(struct sqlite *p, const struct rowsof *of);

void pagerowsclose(struct pagerows *w);

/* As pass, passspans, passall, at and spans of struct rows. */
bool pagerowspass(struct pagerows *w, void (*look)(void *arg, const struct rowtimes *times),
    void *arg);
bool pagerowspassspans(struct pagerows *w, void (*look)(void *arg, const struct rowtimes *times),
    void (*many)(void *arg, const struct rowspans *spans), void *arg);
bool pagerowspassall(struct pagerows *w,
    void (*each)(void *arg, uint64_t place, struct row *row), void *arg);
bool pagerowsat(struct pagerows *w, uint64_t place, struct rowtimes *times);
bool pagerowsspans(struct pagerows *w, uint64_t place, struct rowspans *spans);

/* Reads the row at a place. Texts are valid until another row is read from the pages. Returns false
 * if SQLite has to read the row. */
bool pagerowstake(struct pagerows *w, uint64_t place, struct row *row);

/* Returns the number of the row at a place. */
int64_t pagerowsid(struct pagerows *w, uint64_t place);

#endif
