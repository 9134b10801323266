/* SPDX-License-Identifier: MIT */
/* Small exports made for a test, and what is dumped of them. */
#ifndef NST_EXPORT_H
#define NST_EXPORT_H

#include <sqlite3.h>

#include "child.h"
#include "merge.h"

/* Makes an export with the tables and rows that SQL gives it; the caller removes it with childremove. */
static inline char *
exportmake(const char *sql)
{
	char *path = childfile((struct span){ NULL, 0 }), *why = NULL;
	sqlite3 *db = NULL;

	if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_exec(db, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN", NULL, NULL, &why) != SQLITE_OK ||
	    sqlite3_exec(db, "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)", NULL, NULL, &why) != SQLITE_OK ||
	    sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK || sqlite3_exec(db, "COMMIT", NULL, NULL, &why) != SQLITE_OK) {
		fprintf(stderr, "# %s: %s\n", path, why ? why : sqlite3_errmsg(db));
		exit(99);
	}
	sqlite3_close(db);
	return path;
}

/* An export that is being dumped. */
struct export {
	struct profile profile;
	struct meta meta;
	struct merge merge;
	struct table tables[32];
	size_t count;
};

static inline void
exportopen(struct export *e, const char *path, const struct wanted *wanted)
{
	profileopen(&e->profile, path);
	metaopen(&e->meta, &e->profile);
	e->merge = (struct merge){ .profile = &e->profile, .wanted = wanted };
	e->count = 0;
	for (const struct source *s = schema; s->table; s++) {
		if ((s > schema && strcmp(s->table, (s - 1)->table) == 0) || !tablebind(&e->tables[e->count], &e->profile, s, wanted))
			continue;
		mergeadd(&e->merge, &e->tables[e->count], &e->meta);
		e->count++;
	}
	mergestart(&e->merge);
}

static inline void
exportclose(struct export *e)
{
	mergefree(&e->merge);
	while (e->count > 0)
		tablefree(&e->tables[--e->count]);
	metaclose(&e->meta);
	profileclose(&e->profile);
}

#endif
