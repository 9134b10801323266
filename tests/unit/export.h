/* SPDX-License-Identifier: MIT */
/* Small exports made for a test, and what is dumped of them. */
#ifndef NST_EXPORT_H
#define NST_EXPORT_H

#include <sqlite3.h>

#include "child.h"
#include "dump/merge.h"
#include "dump/reader.h"

/* Makes an export with the tables and rows that SQL gives it; the caller removes it with
 * childremove. */
static inline char *
exportmake(const char *sql)
{
	char *path = childfile((struct span){ NULL, 0 }), *why = NULL;
	sqlite3 *db = NULL;

	if (sqlite3_open(path, &db) != SQLITE_OK ||
	    sqlite3_exec(db, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN", NULL, NULL,
	        &why) != SQLITE_OK ||
	    sqlite3_exec(db, "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)", NULL,
	        NULL, &why) != SQLITE_OK ||
	    sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK ||
	    sqlite3_exec(db, "COMMIT", NULL, NULL, &why) != SQLITE_OK) {
		fprintf(stderr, "# %s: %s\n", path, why ? why : sqlite3_errmsg(db));
		exit(99);
	}
	sqlite3_close(db);
	return path;
}

/* An export that is being dumped. */
struct export {
	struct reader reader;
	struct runs runs;
	struct merge merge;
};

static inline void
exportopen(struct export *e, const char *path, const struct wanted *wanted)
{
	readeropen(&e->reader, path, wanted);
	e->runs = (struct runs){ .wanted = wanted };
	readerruns(&e->reader, &e->runs);
	mergeopen(&e->merge, &e->reader.profile, &e->runs, e->reader.tables);
	mergestart(&e->merge, 0);
}

/* Writes the next row to out; false behind the last. */
static inline bool
exportnext(struct export *e, struct buf *out)
{
	e->reader.writer.out = out;
	return mergenext(&e->merge, &e->reader.writer);
}

static inline void
exportclose(struct export *e)
{
	mergeclose(&e->merge);
	runsfree(&e->runs);
	readerclose(&e->reader);
}

#endif
