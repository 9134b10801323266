/* SPDX-License-Identifier: MIT */
/* Writes an SQLite database sequentially, as SQLite itself would have written it: tables, and
 * the index of a primary key. */
#ifndef NST_DATABASE_H
#define NST_DATABASE_H

#include "base/row.h"
#include "btree.h"

/* A table, and the index of its primary key if that consists of two columns. */
struct dbtable {
	char *name, *sql;
	struct btree rows, index;
	bool keyed; /* the primary key is the columns first and second */
	size_t first, second;
	size_t alias; /* the column that is the rowid (INTEGER PRIMARY KEY); or NO_ALIAS */
	int64_t count;
};

#define NO_ALIAS SIZE_MAX

struct database {
	struct pagefile pages;
	struct dbtable **dbtables;
	size_t count, room;
	struct buf types, values, record; /* of the current row */
};

/* Begins a database in an empty file, or in memory if fd is negative. The path is for
 * messages. */
void databaseopen(struct database *d, const char *path, int fd);

/* Adds a table by its name and its CREATE TABLE statement; it is valid until databaseclose().
 * The caller may set alias or keyed before the first row. Then rows must be in order of that
 * key. */
struct dbtable *databasetable(struct database *d, const char *name, const char *sql);

/* Adds a row with count values. */
void databaserow(struct database *d, struct dbtable *r, const struct row *row, size_t count);

/* Writes the remaining pages, and frees the database. If it is in memory, pages.out has its
 * bytes then; the caller frees them. */
void databaseclose(struct database *d);

#endif
