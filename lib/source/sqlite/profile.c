/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "fetch.h"
#include "inspect.h"
#include "profile.h"
#include "temptable.h"

/* An absolute path as a URI; immutable keeps SQLite from making files beside one in write-ahead
 * mode. */
static char *
uri(const char *path, bool immutable)
{
	struct buf b = { 0 };

	bufstr(&b, "file:");
	for (; *path; path++)
		if (strchr("?#%", *path))
			bufprintf(&b, "%%%02X", *path);
		else
			bufchar(&b, *path);
	bufstr(&b, immutable ? "?mode=ro&immutable=1" : "?mode=ro");
	bufchar(&b, '\0');
	return b.p;
}

void
profilefail(const struct profile *p, sqlite3 *db, const char *what)
{
	int code = sqlite3_extended_errcode(db), error = sqlite3_system_errno(db);
	/* Nothing else than what it sorts. */
	bool wrote =
	    code == SQLITE_FULL || code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_GETTEMPPATH;

	if (!wrote)
		die("%s: %s: %s", p->path, what, sqlite3_errmsg(db));
	die("%s: %s: no room to sort it, in the folder of temporary files (TMPDIR): %s", p->path,
	    what, code == SQLITE_IOERR_WRITE && error ? strerror(error) : sqlite3_errmsg(db));
}

void
profiledie(const struct profile *p, const char *what)
{
	profilefail(p, p->db, what);
}

/* What a file may make SQLite do, by its schema and by its rows. */
static const struct limit {
	int id, most;
} limits[] = {
	/* Bytes of a text or blob: no name or payload is near it, and a record may take several
	   times as much memory. */
	{ SQLITE_LIMIT_LENGTH, 64 << 20 },
	/* Of a CREATE TABLE: 2,000 columns, as many as one can have, take a tenth of it. */
	{ SQLITE_LIMIT_SQL_LENGTH, 1 << 20 },
	/* Of a schema's expressions, which nobody runs; ours are flat. */
	{ SQLITE_LIMIT_EXPR_DEPTH, 100 },
	{ SQLITE_LIMIT_COMPOUND_SELECT, 10 },
	{ SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100 },
	{ SQLITE_LIMIT_ATTACHED, 0 },
};

/* The schema in the file may be made to harm: nothing in it is run. */
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

/* Pages that lead to each other in circles make a small table that never ends. What SQLite does for
 * a sound file before the first event, or between two of them, is in proportion to its size: less
 * than a hundred steps of its machine a byte. */
enum { STEPS_A_BYTE = 1000, STEPS_A_CALL = 1 << 16 };

/* Called after so many steps: gives up when they are too many. */
static int
tire(void *arg)
{
	struct profile *p = arg;

	if (p->calls-- == 0)
		die("%s: malformed: reading it does not end", p->path);
	return 0;
}

/* Refuses columns that are computed when they are read: their expressions could take for ever. */
static void
refusecomputed(const struct profile *p)
{
	sqlite3_stmt *st = profilequery(p,
	    "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE "
	    "t.type = 'table' AND t.rootpage > 0 AND c.hidden");
	struct buf text = { 0 };

	if (profilestep(p, st, "schema")) {
		jsonescape(&text, (const char *)sqlite3_column_text(st, 0),
		    (size_t)sqlite3_column_bytes(st, 0));
		bufchar(&text, '.');
		jsonescape(&text, (const char *)sqlite3_column_text(st, 1),
		    (size_t)sqlite3_column_bytes(st, 1));
		die("%s: %.*s is computed: nsys writes no such column", p->path, (int)text.n,
		    text.p);
	}
	sqlite3_finalize(st);
}

/* Pages are read once: few are kept (KiB). A file mapped into memory that shrinks would end the
 * program by a signal. */
static const char setup[] =
    "PRAGMA cache_size = -256; PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON; BEGIN";

/* Finds the file, and what it is; returns the name of what SQLite is to open. The caller frees
 * it. */
static char *
profilefind(struct profile *p, const char *path, const struct profile *another,
    const struct sourceoptions *asked)
{
	bool stdinput = strcmp(path, "-") == 0;
	enum profilekind kind;

	*p = (struct profile){ .path = stdinput ? "stdin" : path };
	/* What lies beside the profile lies beside what a link leads to. */
	p->real = realpath(stdinput ? "/proc/self/fd/0" : path, NULL);
	if (!p->real && stdinput)
		die("stdin: not a file");
	if (!p->real)
		die("%s:", path);
	if (another && another->copy) {
		p->shares = true;
		p->copy = another->copy;
	} else {
		kind = inspect(p->real, p->path, &p->bytes);
		if (kind == PROFILE_EXPORT || kind == PROFILE_WAL)
			return uri(p->real, kind == PROFILE_WAL);
		p->copy = kind == PROFILE_REPORT ? copymake(path, asked)
		                                 : copyunpack(p->real, p->path);
	}
	p->bytes = p->copy->bytes;
	if (p->copy->report) {
		p->bytes += p->copy->report->plain;
		blockcacheopen(&p->blocks, p->copy->report);
	}
	return uri("copy", true);
}

void
profileopen(struct profile *p, const char *path, const struct profile *another,
    const struct sourceoptions *asked)
{
	char *name = profilefind(p, path, another, asked);
	sqlite3_stmt *st;

	p->calls = p->most = p->bytes / (STEPS_A_CALL / STEPS_A_BYTE);
	if (sqlite3_open_v2(name, &p->db,
	        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
	        p->copy ? COPY_VFS : NULL) != SQLITE_OK)
		profiledie(p, "open");
	free(name);
	defend(p->db);
	sqlite3_progress_handler(p->db, STEPS_A_CALL, tire, p);
	fetchdefine(p->db);
	temptabledefine(p);
	if (sqlite3_exec(p->db, setup, NULL, NULL, NULL) != SQLITE_OK)
		profiledie(p, "open");
	refusecomputed(p);
	st =
	    profilequery(p, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0");
	while (profilestep(p, st, "schema"))
		stringintern(&p->tables, profiletext(p, st, 0));
	sqlite3_finalize(st);
	st = profilequery(p, "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
	                     "AND coalesce(rootpage, 0) = 0");
	while (profilestep(p, st, "schema"))
		stringintern(&p->views, profiletext(p, st, 0));
	sqlite3_finalize(st);
	if (!profilehas(p, "StringIds"))
		die("%s: not an Nsight Systems export: it has no table StringIds", p->path);
	if (!pagesopen(&p->pages, p->db) && p->pages.failed)
		die("%s: open: %s", p->path, sqlite3_errstr(p->pages.failed));
}

void
profileclose(struct profile *p)
{
	pagesclose(&p->pages);
	sqlite3_close(p->db);
	free(p->real);
	blockcacheclose(&p->blocks);
	if (!p->shares)
		copyfree(p->copy);
	stringtablefree(&p->tables);
	stringtablefree(&p->views);
}

bool
nameshas(const struct stringtable *n, const char *name)
{
	for (uint32_t i = 0; i < n->used; i++)
		if (spanis(stringat(n, i), name))
			return true;
	return false;
}

bool
profilehas(const struct profile *p, const char *table)
{
	return nameshas(&p->tables, table);
}

struct stringtable
profilecolumns(const struct profile *p, const char *table)
{
	sqlite3_stmt *st = profilequery(p, "SELECT name FROM pragma_table_info(?1)");
	struct stringtable columns = { 0 };

	sqlite3_bind_text(st, 1, table, -1, SQLITE_STATIC);
	while (profilestep(p, st, table))
		stringintern(&columns, profiletext(p, st, 0));
	sqlite3_finalize(st);
	return columns;
}

/* Ends the program when a table of the file has no row numbers. */
static void
refuseunnumbered(const struct profile *p, const char *table)
{
	sqlite3_stmt *st = profilequery(
	    p, "SELECT 1 FROM pragma_table_list(?1) WHERE schema = 'main' AND wr");

	sqlite3_bind_text(st, 1, table, -1, SQLITE_STATIC);
	if (profilestep(p, st, table))
		die("%s: table %s is WITHOUT ROWID: nsys writes no such table", p->path, table);
	sqlite3_finalize(st);
}

const char *
profilerowid(const struct profile *p, const struct stringtable *have, const char *table)
{
	static const char *const names[] = { "rowid", "_rowid_", "oid" };

	refuseunnumbered(p, table);
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
	die("%s: table %s hides its row numbers: nsys writes no such table", p->path, table);
}

sqlite3_stmt *
profilequery(const struct profile *p, const char *sql)
{
	sqlite3_stmt *st;

	if (sqlite3_prepare_v2(p->db, sql, -1, &st, NULL) != SQLITE_OK)
		profiledie(p, "query");
	return st;
}

sqlite3_stmt *
profiletry(const struct profile *p, const char *sql)
{
	sqlite3_stmt *st;
	int rc = sqlite3_prepare_v2(p->db, sql, -1, &st, NULL);

	/* No memory, or a page that can't be read, are no missing column. */
	if (rc != SQLITE_OK && rc != SQLITE_ERROR)
		profiledie(p, "query");
	return st;
}

sqlite3_stmt *
profileoptional(const struct profile *p, const char *table, const char *sql)
{
	return profilehas(p, table) ? profiletry(p, sql) : NULL;
}

struct span
profiletext(const struct profile *p, sqlite3_stmt *st, int column)
{
	const char *text = (const char *)sqlite3_column_text(st, column);

	if (!text && sqlite3_errcode(p->db) == SQLITE_NOMEM)
		profiledie(p, "read");
	return (struct span){ text, text ? (size_t)sqlite3_column_bytes(st, column) : 0 };
}

bool
profilestep(const struct profile *p, sqlite3_stmt *st, const char *what)
{
	int rc = sqlite3_step(st);

	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		profiledie(p, what);
	return rc == SQLITE_ROW;
}
