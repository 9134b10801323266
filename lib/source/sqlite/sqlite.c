/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "sqlite.h"

void
sqlitefail(const struct sqlite *p, sqlite3 *db, const char *what)
{
	int code = sqlite3_extended_errcode(db), error = sqlite3_system_errno(db);
	/* SQLite writes only when it sorts. */
	bool wrote =
	    code == SQLITE_FULL || code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_GETTEMPPATH;

	if (!wrote)
		die("%s: %s: %s", p->source.path, what, sqlite3_errmsg(db));
	die("%s: %s: no room to sort it, in the folder of temporary files (TMPDIR): %s",
	    p->source.path,
	    what, code == SQLITE_IOERR_WRITE && error ? strerror(error) : sqlite3_errmsg(db));
}

void
sqlitedie(const struct sqlite *p, const char *what)
{
	sqlitefail(p, p->db, what);
}

/* Limits of what the schema and the rows of a file can make SQLite do. */
static const struct limit {
	int id, most;
} limits[] = {
	/* Bytes of a text or blob: names and payloads are much shorter, and a record may need
	 * several times as much memory. */
	{ SQLITE_LIMIT_LENGTH, 64 << 20 },
	/* Bytes of a CREATE TABLE: 2,000 columns, the maximum, need a tenth of it. */
	{ SQLITE_LIMIT_SQL_LENGTH, 1 << 20 },
	/* Depth of expressions in the schema, which are never run; ours are flat. */
	{ SQLITE_LIMIT_EXPR_DEPTH, 100 },
	{ SQLITE_LIMIT_COMPOUND_SELECT, 10 },
	{ SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100 },
	{ SQLITE_LIMIT_ATTACHED, 0 },
};

/* The schema of a file may be hostile: nothing in it is run. */
static void
defend(sqlite3 *db)
{
	static const int off[] = {
		SQLITE_DBCONFIG_TRUSTED_SCHEMA,
		SQLITE_DBCONFIG_DQS_DML,
		SQLITE_DBCONFIG_DQS_DDL,
		SQLITE_DBCONFIG_ENABLE_TRIGGER,
		SQLITE_DBCONFIG_ENABLE_VIEW,
		SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
	};

	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	for (size_t i = 0; i < sizeof(off) / sizeof(*off); i++)
		sqlite3_db_config(db, off[i], 0, NULL);
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++)
		sqlite3_limit(db, limits[i].id, limits[i].most);
	sqlite3_drop_modules(db, NULL); /* no virtual table */
}

/* Pages that refer to each other in a circle make a table without an end. For a sound file
 * SQLite needs less than 100 steps of its machine a byte before the first event, and between two
 * events. */
enum { STEPS_A_BYTE = 1000, STEPS_A_CALL = 1 << 16 };

/* Called after each STEPS_A_CALL steps. */
static int
watchdog(void *arg)
{
	struct sqlite *p = arg;

	if (p->written != p->source.written)
		p->steps = p->most;
	p->written = p->source.written;
	if (p->steps-- == 0)
		die("%s: malformed: its tables have no end", p->source.path);
	return 0;
}

/* Ends the program if a column is generated: its expression could run forever. */
static void
refusecomputed(const struct sqlite *p)
{
	sqlite3_stmt *st = sqlitequery(p,
	    "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE "
	    "t.type = 'table' AND t.rootpage > 0 AND c.hidden");
	struct buf text = { 0 };

	if (sqlitestep(p, st, "schema")) {
		jsonescape(&text, (const char *)sqlite3_column_text(st, 0),
		    (size_t)sqlite3_column_bytes(st, 0));
		bufchar(&text, '.');
		jsonescape(&text, (const char *)sqlite3_column_text(st, 1),
		    (size_t)sqlite3_column_bytes(st, 1));
		die("%s: %.*s is a computed column: nsys writes none", p->source.path, (int)text.n,
		    text.p);
	}
	sqlite3_finalize(st);
}

/* The cache is small (KiB), since most pages are read once. A file that is mapped into memory and
 * shrinks would end the program by a signal. */
static const char setup[] =
    "PRAGMA cache_size = -256; PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON; BEGIN";

/* Returns true if a character can be in a word of SQL. Others of words, which are not ASCII, are in
 * no keyword. */
static bool
wordly(unsigned char c)
{
	return (unsigned)(c | 0x20) - 'a' < 26 || (unsigned)c - '0' < 10 || c == '_' || c == '$';
}

/* Returns true if a word of SQL at p is a keyword. */
static bool
iskeyword(struct span sql, const char *p, const char *keyword)
{
	size_t n = strlen(keyword), left = (size_t)(sql.p + sql.n - p);

	return left >= n && sqlite3_strnicmp(p, keyword, (int)n) == 0 &&
	    (p == sql.p || !wordly((unsigned char)p[-1])) &&
	    (left == n || !wordly((unsigned char)p[n]));
}

/* Looks for the keywords of computed columns and of tables without row numbers. They may also be in
 * a comment or a name, so SQLite decides about a table with such a word. */
static void
findkeywords(struct span sql, bool *as, bool *without)
{
	for (const char *p = sql.p, *end = p + sql.n; p < end; p++) {
		if ((*p | 0x20) == 'a')
			*as = *as || iskeyword(sql, p, "AS");
		else if ((*p | 0x20) == 'w')
			*without = *without || iskeyword(sql, p, "WITHOUT");
	}
}

/* Adds a table of the schema. */
static void
addtable(struct sqlite *p, struct span name, int64_t root)
{
	uint32_t id = stringintern(&p->source.tables, name);

	GROW(p->roots, p->rootroom, p->source.tables.used);
	p->roots[id] = root;
}

/* Finds the tables without row numbers. */
static void
findunnumbered(struct sqlite *p)
{
	sqlite3_stmt *st =
	    sqlitequery(p, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr");

	while (sqlitestep(p, st, "schema"))
		stringintern(&p->unnumbered, sqlitetext(p, st, 0));
	sqlite3_finalize(st);
}

void
sqliteschema(struct sqlite *p)
{
	sqlite3_stmt *st = sqlitequery(p,
	    "SELECT name, rootpage, sql, type = 'table' AND rootpage > 0, "
	    "coalesce(rootpage, 0) = 0 FROM sqlite_schema WHERE type IN ('table', 'view')");
	bool computed = false, unnumbered = false;

	while (sqlitestep(p, st, "schema")) {
		struct span name = sqlitetext(p, st, 0), sql = sqlitetext(p, st, 2);

		if (!sqlite3_column_int(st, 3)) {
			if (sqlite3_column_int(st, 4))
				stringintern(&p->source.views, name);
			continue;
		}
		if (sql.p)
			findkeywords(sql, &computed, &unnumbered);
		addtable(p, name, sqlite3_column_int64(st, 1));
	}
	sqlite3_finalize(st);
	if (computed)
		refusecomputed(p);
	if (unnumbered)
		findunnumbered(p);
}

int64_t
sqliteroot(const struct sqlite *p, const char *table)
{
	for (uint32_t i = 0; i < p->source.tables.used; i++)
		if (spanis(stringat(&p->source.tables, i), table))
			return p->roots[i];
	return 0;
}

void
sqliteopen(struct sqlite *p, const char *uri, const char *vfs)
{
	p->steps = p->most = p->source.bytes / (STEPS_A_CALL / STEPS_A_BYTE);
	if (sqlite3_open_v2(uri, &p->db,
	        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, vfs) != SQLITE_OK)
		sqlitedie(p, "open");
	defend(p->db);
	sqlite3_progress_handler(p->db, STEPS_A_CALL, watchdog, p);
	if (sqlite3_exec(p->db, setup, NULL, NULL, NULL) != SQLITE_OK)
		sqlitedie(p, "open");
	sqliteschema(p);
	if (!sourcehas(&p->source, "StringIds"))
		die("%s: not an Nsight Systems export: it has no table StringIds", p->source.path);
	if (!pagesopen(&p->pages, p->db) && p->pages.failed)
		die("%s: open: %s", p->source.path, sqlite3_errstr(p->pages.failed));
}

void
sqliteclose(struct sqlite *p)
{
	pagesclose(&p->pages);
	sqlite3_close(p->db);
	stringtablefree(&p->source.tables);
	stringtablefree(&p->source.views);
	stringtablefree(&p->unnumbered);
	free(p->roots);
}

struct stringtable
sqlitecolumns(const struct sqlite *p, const char *table)
{
	struct stringtable columns = { 0 };
	struct buf sql = { 0 };
	sqlite3_stmt *st;

	bufprintf(&sql, "PRAGMA table_info([%s])", table);
	st = sqlitequery(p, sql.p);
	while (sqlitestep(p, st, table))
		stringintern(&columns, sqlitetext(p, st, 1));
	sqlite3_finalize(st);
	free(sql.p);
	return columns;
}

const char *
sqliterowid(const struct sqlite *p, const struct stringtable *have, const char *table)
{
	static const char *const names[] = { "rowid", "_rowid_", "oid" };

	if (stringisinterned(&p->unnumbered, spanof(table)))
		die("%s: table %s is WITHOUT ROWID: nsys writes no such table", p->source.path,
		    table);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		bool taken = false;

		for (uint32_t j = 0; j < have->used; j++) {
			struct span column = stringat(have, j);

			taken = taken ||
			    (column.n == strlen(names[i]) &&
			        sqlite3_strnicmp(column.p, names[i], (int)column.n) == 0);
		}
		if (!taken)
			return names[i];
	}
	die("%s: table %s hides its row numbers: nsys writes no such table", p->source.path, table);
}

sqlite3_stmt *
sqlitequery(const struct sqlite *p, const char *sql)
{
	sqlite3_stmt *st;

	if (sqlite3_prepare_v2(p->db, sql, -1, &st, NULL) != SQLITE_OK)
		sqlitedie(p, "query");
	return st;
}

sqlite3_stmt *
sqlitetry(const struct sqlite *p, const char *sql)
{
	sqlite3_stmt *st;
	int rc = sqlite3_prepare_v2(p->db, sql, -1, &st, NULL);

	/* Other errors than a missing table or column: no memory, a page that cannot be read. */
	if (rc != SQLITE_OK && rc != SQLITE_ERROR)
		sqlitedie(p, "query");
	return st;
}

sqlite3_stmt *
sqliteoptional(const struct sqlite *p, const char *table, const char *sql)
{
	return sourcehas(&p->source, table) ? sqlitetry(p, sql) : NULL;
}

struct span
sqlitetext(const struct sqlite *p, sqlite3_stmt *st, int column)
{
	const char *text = (const char *)sqlite3_column_text(st, column);

	if (!text && sqlite3_errcode(p->db) == SQLITE_NOMEM)
		sqlitedie(p, "read");
	return (struct span){ text, text ? (size_t)sqlite3_column_bytes(st, column) : 0 };
}

bool
sqlitestep(const struct sqlite *p, sqlite3_stmt *st, const char *what)
{
	int rc = sqlite3_step(st);

	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		sqlitedie(p, what);
	return rc == SQLITE_ROW;
}
