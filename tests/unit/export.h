/* SPDX-License-Identifier: MIT */
/* Small exports made for a test, and what is dumped of them. */
#ifndef NST_EXPORT_H
#define NST_EXPORT_H

#include <sqlite3.h>

#include "child.h"
#include "dump/order/merge.h"
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
	struct found *found;
	struct merge merge;
	uint64_t rows, written;
	int64_t first, latest; /* ts, ns */
};

static inline void
exportopen(struct export *e, const char *path, const struct wanted *wanted)
{
	*e = (struct export){ .rows = 0 };
	readeropen(&e->reader, path, NULL, wanted, NULL);
	e->found = xzalloc(e->reader.count, sizeof(*e->found));
	for (size_t i = 0; i < e->reader.count; i++) {
		const struct found *f = &e->found[i];

		runsfind(&e->found[i], &e->reader.tables[i], wanted);
		if (f->rows > 0 && (e->rows == 0 || f->first < e->first))
			e->first = f->first;
		e->rows += f->rows;
	}
	readerready(&e->reader, e->found);
	mergeopen(&e->merge, e->reader.tables, e->found, e->reader.count, wanted);
}

/* Writes the next row to out; false behind the last. */
static inline bool
exportnext(struct export *e, struct buf *out)
{
	struct spot spot;

	e->reader.writer.out = out;
	if (mergenext(&e->merge, &spot, 1) == 0)
		return false;
	readerwrite(&e->reader, &spot);
	e->latest = e->reader.latest;
	e->written++;
	return true;
}

static inline void
exportclose(struct export *e)
{
	mergeclose(&e->merge);
	for (size_t i = 0; i < e->reader.count; i++)
		foundfree(&e->found[i]);
	free(e->found);
	readerclose(&e->reader);
}

#endif
