/* SPDX-License-Identifier: MIT */
/* An SQLite database that is written once, from its first row to its last, as SQLite itself would
 * have left it: tables and the index of a primary key, no more. */
#ifndef NST_DATABASE_H
#define NST_DATABASE_H

#include "base/row.h"
#include "btree.h"

/* A table, and the index of its primary key where that is two of its columns. */
struct dbtable {
	char *name, *sql;
	struct btree rows, index;
	bool keyed;       /* by the columns first and second */
	size_t first, second;
	size_t alias;     /* the column that is the number of the row; NO_ALIAS when none is */
	int64_t count;
};

#define NO_ALIAS SIZE_MAX

struct database {
	struct pagefile pages;
	struct dbtable **dbtables;
	size_t count, room;
	struct buf types, values, record; /* of the row at hand */
};

/* Begins a database on a descriptor that is empty, or in memory when that is negative; the path is
 * for messages. */
void databaseopen(struct database *d, const char *path, int fd);

/* Adds a table, by its name and statement; it stays until the database is closed. One of its
 * columns may be the number of the row, or two the primary key: then rows come in its order. */
struct dbtable *databasetable(struct database *d, const char *name, const char *sql);

/* Adds a row of so many values. */
void databaserow(struct database *d, struct dbtable *r, const struct row *row, size_t count);

/* Writes what is left; a database in memory is then in pages.out, the caller's to free. */
void databaseclose(struct database *d);

#endif
