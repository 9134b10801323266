/* SPDX-License-Identifier: MIT */
/*
 * Rows as SQLite hands them to a function of ours, all values in one call: a statement selects
 * nst_row(?N, column, ...), where ?N is bound to the row that takes them. Asking for each value of
 * a result instead costs a third of the time that stepping through the rows takes.
 */
#ifndef NST_ROW_H
#define NST_ROW_H

#include <sqlite3.h>
#include <stdint.h>

#include "mem.h"

/* One value of a row. */
struct cell {
	int type;       /* SQLITE_INTEGER ... SQLITE_NULL */
	int64_t number; /* of an integer, else 0 */
	union {
		double real; /* of a floating-point number */
		struct {
			size_t at, n; /* of a text or blob: bytes of the row's text */
		} text;
	} as;
};

/* The row read last. All zero is empty; rowfree frees it. */
struct row {
	struct cell *cells;
	size_t room;
	struct buf text;
	void (*each)(struct row *); /* called with each row, when not NULL */
	void *arg;                  /* for each */
};

/* Gives a connection the function nst_row. Its value is 0, so that a query WHERE nst_row(...) reads
 * all rows in one step. */
void rowdefine(sqlite3 *db);

/* Lets a statement's parameter stand for the row that takes its values; the row stays where it is
 * as long as the statement runs. */
void rowbind(sqlite3_stmt *st, int parameter, struct row *row);

/* Takes the values of a result, for a query that sorts: SQLite calls functions before it sorts. */
void rowread(struct row *row, sqlite3_stmt *st);

/* The bytes of a text or blob. */
struct span rowtext(const struct row *row, const struct cell *cell);

void rowfree(struct row *row);

#endif
