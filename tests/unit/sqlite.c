/* SPDX-License-Identifier: MIT */
/* sqlite.h: what an open database lets SQL do, whoever wrote it. */
#include <stdlib.h>

#include "base/err.h"
#include "dump/open.h"
#include "export.h"
#include "source/sqlite/sqlite.h"
#include "tap.h"

/* Whether the connection refuses to run SQL. */
static bool
refused(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK;
}

static void
sql(sqlite3 *db)
{
	static const char *const no[] = {
		"INSERT INTO StringIds VALUES (9, 'x')",
		"CREATE TABLE t(a)",
		"UPDATE sqlite_schema SET sql = ''",
		"ATTACH ':memory:' AS other",
		"SELECT load_extension('x')",
		"SELECT * FROM v",
		"SELECT * FROM f",
		"SELECT \"nothing\" FROM StringIds",
		"SELECT 'a' LIKE printf('%0200d', 1)",
		"SELECT length(hex(zeroblob(40000000)))",
	};
	static const char *const yes[] = {
		"SELECT value FROM StringIds",
		"SELECT length(hex(zeroblob(33000000)))",
		"SELECT name FROM pragma_table_info('StringIds')",
		"CREATE TEMP TABLE t(a)",
	};
	static const char *const parts[] = { "+1", " UNION SELECT 1" };
	struct buf longest = { 0 };

	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		ok(refused(db, no[i]), "refused: %.60s", no[i]);
	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
		ok(!refused(db, yes[i]), "runs: %s", yes[i]);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		struct buf text = { 0 };

		bufstr(&text, "SELECT 1");
		for (int j = 0; j < 200; j++)
			bufstr(&text, parts[i]);
		bufchar(&text, '\0');
		ok(refused(db, text.p), "refused: %s, 200 times", parts[i]);
		free(text.p);
	}
	bufprintf(&longest, "SELECT %*d", 1 << 20, 1);
	bufchar(&longest, '\0');
	ok(refused(db, longest.p), "refused: SQL of a MiB");
	free(longest.p);
}

/* The value of a setting. */
static int64_t
setting(const struct sqlite *p, const char *pragma)
{
	sqlite3_stmt *st = sqlitequery(p, pragma);
	int64_t v = sqlitestep(p, st, pragma) ? sqlite3_column_int64(st, 0) : 0;

	sqlite3_finalize(st);
	return v;
}

static void
endless(const void *arg)
{
	const struct sqlite *p = arg;

	sqlitestep(p,
	    sqlitequery(p,
	        "WITH RECURSIVE n(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n) SELECT count(*) FROM n"),
	    "endless");
}

int
main(void)
{
	char *path = exportmake(
	    "CREATE TABLE t(a); CREATE VIEW v AS SELECT 1; CREATE VIRTUAL TABLE f USING fts5(a)");
	struct source *source = openprofile(path, &(struct sourceoptions){ .stacks = false });
	struct sqlite *p = (struct sqlite *)source;
	struct child c;

	ok(sourcehas(source, "t") && !sourcehas(source, "v") && !sourcehas(source, "f"),
	    "only tables are tables");
	sql(p->db);
	ok(setting(p, "PRAGMA mmap_size") == 0 && setting(p, "PRAGMA cell_size_check") == 1 &&
	        setting(p, "PRAGMA trusted_schema") == 0,
	    "settings");
	c = childrun(endless, p, NULL);
	ok(c.status == FAILED && strstr(c.err.p, "its tables have no end"),
	    "a query without an end is given up (status %d)", c.status);
	childfree(&c);
	sourceclose(source);
	childremove(path);
	return tapend();
}
