/* SPDX-License-Identifier: MIT */
/* The rows of a table of an export, one after the other, with the columns that the table of
 * messages gives it. */
#ifndef NST_TABLEREADER_H
#define NST_TABLEREADER_H

#include <sqlite3.h>

#include "base/row.h"
#include "report/repschema.h"

struct tablereader {
	sqlite3 *db;
	const struct reptable *table;
	sqlite3_stmt *st;
	struct row row; /* the one read last */
	int64_t time;   /* when it happened, ns; INT64_MIN where the table has no time */
};

/* Whether the export has a table. */
bool exporthastable(sqlite3 *db, const char *table);

/* Whether it has a column. */
bool exporthascolumn(sqlite3 *db, const char *table, const char *column);

/* Begins to read a table of the export: all of it, or the rows with that id, in the order that is
 * given in SQL. Columns that it lacks are NULL. The caller frees with tablereaderclose. */
void tablereaderopen(
    struct tablereader *s, sqlite3 *db, const struct reptable *table, const char *where);

/* Reads the next row; false behind the last. */
bool tablereadernext(struct tablereader *s);

/* Lets ?1 in the SQL stand for a number, and begins anew. */
void tablereaderbind(struct tablereader *s, int64_t v);

void tablereaderclose(struct tablereader *s);

/* Prepares a statement, which may have ?1, or ends the program. */
sqlite3_stmt *exportprepare(sqlite3 *db, const char *sql);

/* Goes to its next row; false behind the last. */
bool exportstep(sqlite3 *db, sqlite3_stmt *st);

/* A text of its row, empty where there is none; until the next one. */
struct span exporttext(sqlite3_stmt *st, int column);

/* The one integer that a query about a table gives; none when there is no row, or no such table. */
int64_t exportint(sqlite3 *db, const char *table, const char *sql, int64_t none);

#endif
