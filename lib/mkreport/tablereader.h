/* SPDX-License-Identifier: MIT */
/* Reads the rows of a table of an export, with the columns that the table of messages lists
 * for it. */
#ifndef NST_TABLEREADER_H
#define NST_TABLEREADER_H

#include <sqlite3.h>

#include "base/row.h"
#include "report/repschema.h"

struct tablereader {
	sqlite3 *db;
	const struct reptable *table;
	sqlite3_stmt *st;
	struct row row; /* the current row */
	int64_t time;   /* of the current row, ns; INT64_MIN if the table has no time */
};

/* Returns true if the export has a table. */
bool exporthastable(sqlite3 *db, const char *table);

/* Returns true if the export has a table with this column. */
bool exporthascolumn(sqlite3 *db, const char *table, const char *column);

/* Opens a table. where is the rest of the SELECT statement, such as "ORDER BY rowid"; it may
 * contain ?1. Columns that the export lacks are NULL. The caller frees with tablereaderclose. */
void tablereaderopen(
    struct tablereader *s, sqlite3 *db, const struct reptable *table, const char *where);

/* Reads the next row; returns false at the end. */
bool tablereadernext(struct tablereader *s);

/* Sets ?1 to a number, and starts again at the first row. */
void tablereaderbind(struct tablereader *s, int64_t v);

void tablereaderclose(struct tablereader *s);

/* Prepares a statement, which may contain ?1, or ends the program. The caller frees it by
 * sqlite3_finalize. */
sqlite3_stmt *exportprepare(sqlite3 *db, const char *sql);

/* Goes to the next row; returns false at the end. SQL errors end the program. */
bool exportstep(sqlite3 *db, sqlite3_stmt *st);

/* Returns a text of the current row, empty if it is NULL. Valid until the next exportstep(). */
struct span exporttext(sqlite3_stmt *st, int column);

/* Returns the integer result of a query about a table, or none if there is no row or no such
 * table. */
int64_t exportint(sqlite3 *db, const char *table, const char *sql, int64_t none);

#endif
