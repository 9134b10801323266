/* SPDX-License-Identifier: MIT */
/*
 * Gets all values of a row from SQLite in one call: a statement selects nst_row(?N, column, ...),
 * our function, where ?N is bound to a struct fetch. One call of SQLite for each value would cost a
 * third of the time that stepping through the rows takes.
 */
#ifndef NST_FETCH_H
#define NST_FETCH_H

#include <sqlite3.h>

#include "base/row.h"

/* Gets the rows of a statement. All zero is empty; rowfree frees the row. */
struct fetch {
	struct row row;               /* the last one */
	void (*each)(struct fetch *); /* called for each row, or NULL */
	void *arg;                    /* for each */
};

/* Gives a connection the function nst_row. It returns 0, so that a query WHERE nst_row(...) gets
 * all rows in one step. */
void fetchdefine(sqlite3 *db);

/* Binds a parameter of a statement to a fetch, whose address does not change. */
void fetchbind(sqlite3_stmt *st, int parameter, struct fetch *fetch);

/* Copies a value of SQLite into a cell of a row. */
void fetchvalue(struct row *row, struct cell *cell, sqlite3_value *value);

#endif
