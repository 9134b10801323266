/* SPDX-License-Identifier: MIT */
/*
 * An SQLite database that is read and never trusted: its schema cannot run anything, limits bound
 * its rows, and a watchdog ends a query that does not end. It is a whole export, or the side tables
 * of a report. The terms of this room:
 *
 *   export      a profile that "nsys export --type sqlite" has written
 *   row number  SQLite's rowid
 *   leaf        a page of a table's b-tree that holds records; interior pages lead to it
 *   record      the bytes of a row in a leaf, a cell in the words of SQLite
 *   shadow      a temporary table with the name of a table of the file, and more columns
 */
#ifndef NST_SQLITE_H
#define NST_SQLITE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/mem.h"
#include "pages.h"
#include "secrets.h"
#include "source/source.h"

/* An open database, a source of rows. It is the first member of struct reportsource. */
struct sqlite {
	struct source source;
	sqlite3 *db;
	const char *given;     /* the path, as the user named it */
	/* The watchdog counts groups of steps of SQLite's machine since the last event that was
	 * written: how many it still allows, and how many at most. */
	uint64_t steps, most, written;
	/* Of the shadow made last: its name, and the bytes that it has. */
	const char *shadow;
	uint64_t shadowed;
	/* By the numbers in source.tables, the root page of each table. */
	int64_t *roots;
	size_t rootroom;
	struct stringtable unnumbered; /* tables WITHOUT ROWID */
	struct pages pages;    /* of the file, for readers without SQLite */
	sqlite3_stmt *string;  /* finds a string by its id */
	struct secrets secrets;
	bool borrows;          /* the secrets are those of another worker's source */
	struct tempdb *tempdb; /* is open instead of the file at the path, or NULL */
	bool shares;           /* another worker's source owns it */
};

/* Opens a database by its URI, with the VFS of tempdb.h or NULL, in one read transaction. path,
 * given and bytes of the source are set. Ends the program with the reason if it is no export. */
void sqliteopen(struct sqlite *p, const char *uri, const char *vfs);

void sqliteclose(struct sqlite *p);

/* Reads the names of tables and views. Ends the program if a table has a computed column. */
void sqliteschema(struct sqlite *p);

/* Returns the root page of a table of the file; 0 if there is none. */
int64_t sqliteroot(const struct sqlite *p, const char *table);

/* Ends the program because SQLite failed; the message has the name of the step or the table. */
void sqlitedie(const struct sqlite *p, const char *what) __attribute__((noreturn));

/* The same for another connection than that of the database. */
void
sqlitefail(const struct sqlite *p, sqlite3 *db, const char *what) __attribute__((noreturn));

/* Returns the names of a table's columns; the caller frees them with stringtablefree. */
struct stringtable sqlitecolumns(const struct sqlite *p, const char *table);

/* Returns a name for the row numbers of a table that none of its columns has: "rowid", "_rowid_" or
 * "oid". Ends the program if there is none, or the table has no row numbers. */
const char *sqliterowid(const struct sqlite *p, const struct stringtable *columns,
    const char *table);

/* Prepares a query or ends the program; the caller finalizes it. */
sqlite3_stmt *sqlitequery(const struct sqlite *p, const char *sql);

/* The same, but returns NULL if the database lacks a table or a column for it. */
sqlite3_stmt *sqlitetry(const struct sqlite *p, const char *sql);

/* The same for a query of one table, which has to be an ordinary one: no view. */
sqlite3_stmt *sqliteoptional(const struct sqlite *p, const char *table, const char *sql);

/* Returns the text of a column, valid until the next step; p is NULL if the column is. Ends the
 * program if there is no memory for it. */
struct span sqlitetext(const struct sqlite *p, sqlite3_stmt *st, int column);

/* Steps a query. Returns false after the last row; ends the program on an error. */
bool sqlitestep(const struct sqlite *p, sqlite3_stmt *st, const char *what);

#endif
