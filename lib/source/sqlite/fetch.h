/* SPDX-License-Identifier: MIT */
/*
 * Rows as SQLite hands them to a function of ours, all values in one call: a statement selects
 * nst_row(?N, column, ...), where ?N is bound to the fetch that takes them. Asking for each value
 * of a result instead costs a third of the time that stepping through the rows takes.
 */
#ifndef NST_FETCH_H
#define NST_FETCH_H

#include <sqlite3.h>

#include "base/row.h"

/* Where the rows of a statement go. All zero is empty; rowfree frees the row. */
struct fetch {
	struct row row;               /* the one handed last */
	void (*each)(struct fetch *); /* called with each row, when not NULL */
	void *arg;                    /* for each */
};

/* Gives a connection the function nst_row. Its value is 0, so that a query WHERE nst_row(...) reads
 * all rows in one step. */
void fetchdefine(sqlite3 *db);

/* Lets a statement's parameter stand for the fetch that takes its values; it stays where it is as
 * long as the statement runs. */
void fetchbind(sqlite3_stmt *st, int parameter, struct fetch *fetch);

/* Takes a value of SQLite's into a cell of a row. */
void fetchvalue(struct row *row, struct cell *cell, sqlite3_value *value);

#endif
