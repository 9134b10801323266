/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "sorter.h"

struct sorter {
	const struct profile *profile;
	const char *what;
	sqlite3 *db;
	sqlite3_stmt *put, *next;
};

static sqlite3_stmt *
prepare(const struct sorter *s, const char *sql)
{
	sqlite3_stmt *st;

	if (sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) != SQLITE_OK)
		profilefail(s->profile, s->db, s->what);
	return st;
}

/* Nobody but us reads it, and only once it is full. */
static const char setup[] = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; "
                            "CREATE TABLE rows(ts, open, span, place)";

struct sorter *
sorteropen(const struct profile *p, const char *what)
{
	struct sorter *s = xmalloc(sizeof(*s));

	*s = (struct sorter){ .profile = p, .what = what };
	/* No name is a file without one. */
	if (sqlite3_open_v2("", &s->db,
	        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
	        NULL) != SQLITE_OK ||
	    sqlite3_exec(s->db, setup, NULL, NULL, NULL) != SQLITE_OK)
		profilefail(s->profile, s->db, s->what);
	s->put = prepare(s, "INSERT INTO rows VALUES (?1, ?2, ?3, ?4)");
	return s;
}

void
sorterput(struct sorter *s, const struct when *when, uint64_t place)
{
	sqlite3_bind_int64(s->put, 1, when->ts);
	sqlite3_bind_int64(s->put, 2, when->open);
	sqlite3_bind_int64(s->put, 3, when->span);
	/* SQLite's integers have a sign: places keep their order. */
	sqlite3_bind_int64(s->put, 4, (int64_t)(place ^ UINT64_C(1) << 63));
	if (sqlite3_step(s->put) != SQLITE_DONE)
		profilefail(s->profile, s->db, s->what);
	sqlite3_reset(s->put);
}

bool
sorternext(struct sorter *s, struct when *when, uint64_t *place)
{
	int rc;

	if (!s->next)
		s->next = prepare(s, "SELECT ts, open, span, place FROM rows "
		                     "ORDER BY ts, open DESC, span DESC, place");
	rc = sqlite3_step(s->next);
	if (rc == SQLITE_DONE)
		return false;
	if (rc != SQLITE_ROW)
		profilefail(s->profile, s->db, s->what);
	*when = (struct when){ .ts = sqlite3_column_int64(s->next, 0),
		.open = sqlite3_column_int(s->next, 1),
		.span = sqlite3_column_int64(s->next, 2) };
	*place = (uint64_t)sqlite3_column_int64(s->next, 3) ^ UINT64_C(1) << 63;
	return true;
}

void
sorterclose(struct sorter *s)
{
	if (!s)
		return;
	sqlite3_finalize(s->put);
	sqlite3_finalize(s->next);
	sqlite3_close(s->db);
	free(s);
}
