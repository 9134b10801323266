/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "sorter.h"

struct sqlitesorter {
	struct sorter sorter;
	const struct sqlite *sqlite;
	const char *what;
	sqlite3 *db;
	sqlite3_stmt *put, *next;
};

static sqlite3_stmt *
prepare(const struct sqlitesorter *s, const char *sql)
{
	sqlite3_stmt *st;

	if (sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) != SQLITE_OK)
		sqlitefail(s->sqlite, s->db, s->what);
	return st;
}

static void
sorterput(struct sorter *sorter, const int64_t keys[SORTER_KEYS])
{
	struct sqlitesorter *s = (struct sqlitesorter *)sorter;

	for (int i = 0; i < SORTER_KEYS; i++)
		sqlite3_bind_int64(s->put, i + 1, keys[i]);
	if (sqlite3_step(s->put) != SQLITE_DONE)
		sqlitefail(s->sqlite, s->db, s->what);
	sqlite3_reset(s->put);
}

static bool
sorternext(struct sorter *sorter, int64_t keys[SORTER_KEYS])
{
	struct sqlitesorter *s = (struct sqlitesorter *)sorter;
	int rc;

	if (!s->next)
		s->next = prepare(s, "SELECT a, b, c, d FROM rows ORDER BY a, b, c, d");
	rc = sqlite3_step(s->next);
	if (rc == SQLITE_DONE)
		return false;
	if (rc != SQLITE_ROW)
		sqlitefail(s->sqlite, s->db, s->what);
	for (int i = 0; i < SORTER_KEYS; i++)
		keys[i] = sqlite3_column_int64(s->next, i);
	return true;
}

static void
sorterclose(struct sorter *sorter)
{
	struct sqlitesorter *s = (struct sqlitesorter *)sorter;

	sqlite3_finalize(s->put);
	sqlite3_finalize(s->next);
	sqlite3_close(s->db);
	free(s);
}

/* One connection reads the file, once it is complete. */
static const char setup[] = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; "
                            "CREATE TABLE rows(a, b, c, d)";

struct sorter *
sorteropen(struct source *source, const char *what)
{
	struct sqlitesorter *s = xmalloc(sizeof(*s));

	*s = (struct sqlitesorter){ .sorter = { sorterput, sorternext, sorterclose },
		.sqlite = (struct sqlite *)source,
		.what = what };
	/* An empty name makes a temporary file without a name. */
	if (sqlite3_open_v2("", &s->db,
	        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
	        NULL) != SQLITE_OK ||
	    sqlite3_exec(s->db, setup, NULL, NULL, NULL) != SQLITE_OK)
		sqlitefail(s->sqlite, s->db, s->what);
	s->put = prepare(s, "INSERT INTO rows VALUES (?1, ?2, ?3, ?4)");
	return &s->sorter;
}
