/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "err.h"
#include "in.h"
#include "json.h"
#include "profile.h"
#include "fetch.h"
#include "schema.h"

/* The first bytes of an SQLite file, and where the format keeps what is asked of them below. */
enum {
	HEADER_SIZE = 100,
	AT_PAGE_SIZE = 16,
	AT_WRITE_VERSION = 18,
	AT_CHANGES = 24,
	AT_PAGES = 28,
	AT_VALID_FOR = 92
};

static uint32_t
bigendian(const unsigned char *p, int n)
{
	uint32_t v = 0;

	while (n-- > 0)
		v = v << 8 | *p++;
	return v;
}

static bool
endswith(const char *s, const char *tail)
{
	size_t n = strlen(s), m = strlen(tail);

	return n >= m && strcmp(s + n - m, tail) == 0;
}

/* Whether a file of that name with something in it lies beside the profile. */
static bool
beside(const char *path, const char *tail)
{
	struct buf name = { 0 };
	struct stat st;
	bool there;

	bufprintf(&name, "%s%s", path, tail);
	there = stat(name.p, &st) == 0;
	if (!there && errno != ENOENT)
		die("%s:", name.p);
	there = there && st.st_size > 0;
	free(name.p);
	return there;
}

/* Looks at the file before SQLite does, for errors that say more than "not a database"; name is for
 * those. True when it is in write-ahead mode. */
static bool
examine(const char *path, const char *name, uint64_t *bytes)
{
	unsigned char head[HEADER_SIZE];
	struct stat st;
	uint64_t size, page;
	size_t n = 0;
	ssize_t some;
	/* A pipe nobody writes to would wait. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || fstat(fd, &st) != 0)
		die("%s:", name);
	if (!S_ISREG(st.st_mode))
		die("%s: not a file", name);
	while ((some = inread(fd, head + n, sizeof(head) - n)) > 0)
		n += (size_t)some;
	if (some < 0)
		die("%s:", name);
	close(fd);
	if (n == 0)
		die("%s: the file is empty", name);
	if (endswith(path, ".nsys-rep") || endswith(path, ".qdrep"))
		die("%s: a report, not an export; make one with: nsys export --type sqlite %s",
		    name, name);
	if (n < HEADER_SIZE || memcmp(head, "SQLite format 3", 16) != 0)
		die("%s: not an SQLite database", name);
	page = bigendian(head + AT_PAGE_SIZE, 2);
	if (page == 1)
		page = 65536;
	size = page * bigendian(head + AT_PAGES, 4);
	if (memcmp(head + AT_CHANGES, head + AT_VALID_FOR, 4) == 0 && size > (uint64_t)st.st_size)
		die("%s: truncated: %lld bytes of %llu", name, (long long)st.st_size,
		    (unsigned long long)size);
	if (beside(path, "-journal"))
		die("%s: an unfinished transaction lies beside it (%s-journal): the export was "
		    "interrupted",
		    name, name);
	if (beside(path, "-wal"))
		die("%s: changes not yet in the file lie beside it (%s-wal): close the program "
		    "that writes it",
		    name, name);
	*bytes = (uint64_t)st.st_size;
	return head[AT_WRITE_VERSION] == 2;
}

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
	int code = sqlite3_extended_errcode(db);
	/* Nothing else than what it sorts. */
	bool wrote =
	    code == SQLITE_FULL || code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_GETTEMPPATH;

	die("%s: %s: %s%s", p->path, what,
	    wrote ? "no room to sort it, in the folder of temporary files (TMPDIR): " : "",
	    sqlite3_errmsg(db));
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

/* Keeps the escaped text of a column, or the code as a number where it is NULL. */
static uint32_t
keep(struct profile *p, struct span text, int64_t code)
{
	struct buf escaped = { 0 };
	uint32_t id;

	if (text.p)
		jsonescape(&escaped, text.p, text.n);
	else
		bufint(&escaped, code);
	id = nameput(&p->text, bufall(&escaped));
	free(escaped.p);
	return id;
}

/* Output that was captured is a string like others; an event that refers to the same one, as the
 * name of a symbol may, gets its number instead. */
static void
hidecaptured(struct profile *p)
{
	static const char *const tables[] = { "ProcessStreams", "ANALYSIS_FILE" };

	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++) {
		struct names columns = profilecolumns(p, tables[i]);
		struct buf sql = { 0 };
		sqlite3_stmt *st;
		bool fresh;

		bufprintf(&sql, "SELECT [contentId] FROM [%s]", tables[i]);
		st = profilehas(p, tables[i]) && nameshas(&columns, "contentId")
		    ? profilequery(p, sql.p)
		    : NULL;
		while (st && profilestep(p, st, tables[i]))
			mapput(&p->hidden,
			    (struct mapkey){ 0, (uint64_t)sqlite3_column_int64(st, 0) }, &fresh);
		sqlite3_finalize(st);
		namesfree(&columns);
		free(sql.p);
	}
}

/* Pages are read once: few are kept (KiB). A file mapped into memory that shrinks would end the
 * program by a signal. */
static const char setup[] =
    "PRAGMA cache_size = -256; PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON; BEGIN";

void
profileopen(struct profile *p, const char *path)
{
	bool stdinput = strcmp(path, "-") == 0;
	char *name;
	uint64_t bytes;
	sqlite3_stmt *st;

	*p = (struct profile){ .path = stdinput ? "stdin" : path };
	/* What lies beside the profile lies beside what a link leads to. */
	p->real = realpath(stdinput ? "/proc/self/fd/0" : path, NULL);
	if (!p->real && stdinput)
		die("stdin: not a file");
	if (!p->real)
		die("%s:", path);
	name = uri(p->real, examine(p->real, p->path, &bytes));
	p->calls = p->most = bytes / (STEPS_A_CALL / STEPS_A_BYTE);
	if (sqlite3_open_v2(name, &p->db,
	        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
		profiledie(p, "open");
	free(name);
	defend(p->db);
	sqlite3_progress_handler(p->db, STEPS_A_CALL, tire, p);
	fetchdefine(p->db);
	if (sqlite3_exec(p->db, setup, NULL, NULL, NULL) != SQLITE_OK)
		profiledie(p, "open");
	refusecomputed(p);
	st =
	    profilequery(p, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0");
	while (profilestep(p, st, "schema"))
		nameput(&p->tables, profiletext(p, st, 0));
	sqlite3_finalize(st);
	if (!profilehas(p, "StringIds"))
		die("%s: not an Nsight Systems export: it has no table StringIds", p->path);
	if (!pagesopen(&p->pages, p->db) && p->pages.failed)
		die("%s: open: %s", p->path, sqlite3_errstr(p->pages.failed));
	p->string = profilequery(p, "SELECT [value] FROM [StringIds] WHERE [id] = ?1");
	hidecaptured(p);
}

void
profileclose(struct profile *p)
{
	sqlite3_finalize(p->string);
	pagesclose(&p->pages);
	sqlite3_close(p->db);
	free(p->real);
	namesfree(&p->tables);
	namesfree(&p->text);
	mapfree(&p->strings);
	free(p->known);
	mapfree(&p->hidden);
	mapfree(&p->labels);
}

bool
nameshas(const struct names *n, const char *name)
{
	for (uint32_t i = 0; i < n->used; i++)
		if (spanis(nameget(n, i), name))
			return true;
	return false;
}

bool
profilehas(const struct profile *p, const char *table)
{
	return nameshas(&p->tables, table);
}

struct names
profilecolumns(const struct profile *p, const char *table)
{
	sqlite3_stmt *st = profilequery(p, "SELECT name FROM pragma_table_info(?1)");
	struct names columns = { 0 };

	sqlite3_bind_text(st, 1, table, -1, SQLITE_STATIC);
	while (profilestep(p, st, table))
		nameput(&columns, profiletext(p, st, 0));
	sqlite3_finalize(st);
	return columns;
}

const char *
profilerowid(const struct profile *p, const struct names *have, const char *table)
{
	static const char *const names[] = { "rowid", "_rowid_", "oid" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		bool taken = false;

		for (uint32_t j = 0; j < have->used; j++) {
			struct span column = nameget(have, j);

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

/* Strings of ids below this are kept in an array: nsys counts from 0. */
enum { SMALL_IDS = 1 << 20 };

/* Finds the text of a string, for the caller to reset the query; false when there is none to be
 * told. */
static bool
findstring(struct profile *p, int64_t id)
{
	sqlite3_bind_int64(p->string, 1, id);
	return !mapget(&p->hidden, (struct mapkey){ 0, (uint64_t)id }) &&
	    profilestep(p, p->string, "StringIds");
}

/* Keeps the text of a string. */
static uint32_t
keepstring(struct profile *p, int64_t id)
{
	struct span text = { 0 };
	uint32_t kept;

	if (findstring(p, id))
		text = profiletext(p, p->string, 0);
	kept = keep(p, text, id);
	sqlite3_reset(p->string);
	return kept;
}

/* The slow half of profilestring: the string has a large id, or was not looked up before. */
static struct span
lookstring(struct profile *p, int64_t id)
{
	uint32_t *text;
	bool fresh;

	if ((uint64_t)id >= SMALL_IDS) {
		text = mapput(&p->strings, (struct mapkey){ 0, (uint64_t)id }, &fresh);
		if (fresh)
			*text = keepstring(p, id);
		return nameget(&p->text, *text);
	}
	if ((size_t)id >= p->knowncount) {
		size_t room = p->knowncount;

		GROW(p->known, room, (size_t)id + 1);
		memset(p->known + p->knowncount, 0, (room - p->knowncount) * sizeof(*p->known));
		p->knowncount = room;
	}
	p->known[id] = keepstring(p, id) + 1;
	return nameget(&p->text, p->known[id] - 1);
}

struct span
profilestring(struct profile *p, int64_t id)
{
	if ((uint64_t)id < p->knowncount && p->known[id] > 0)
		return nameget(&p->text, p->known[id] - 1);
	return lookstring(p, id);
}

void
profileraw(struct profile *p, int64_t id, struct buf *out)
{
	if (findstring(p, id))
		bufspan(out, profiletext(p, p->string, 0));
	sqlite3_reset(p->string);
}

/* Looks a label up in the file's own enumeration, if it has one. */
static bool
lookup(struct profile *p, const char *enumeration, int64_t code, uint32_t *text)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;
	bool found;

	if (!profilehas(p, enumeration))
		return false;
	bufprintf(&sql, "SELECT COALESCE([label], [name]) FROM [%s] WHERE [id] = ?1", enumeration);
	st = profiletry(p, sql.p);
	found = st && sqlite3_bind_int64(st, 1, code) == SQLITE_OK &&
	    profilestep(p, st, enumeration) && sqlite3_column_type(st, 0) != SQLITE_NULL;
	if (found)
		*text = keep(p, profiletext(p, st, 0), code);
	sqlite3_finalize(st);
	free(sql.p);
	return found;
}

uint32_t
profilelabel(struct profile *p, const char *enumeration, int64_t code)
{
	bool fresh;
	uint32_t *text = mapput(&p->labels,
	    (struct mapkey){ (uint64_t)(uintptr_t)enumeration, (uint64_t)code }, &fresh);

	if (fresh && !lookup(p, enumeration, code, text)) {
		const char *label = schemalabel(enumeration, code);

		*text = keep(p, (struct span){ label, label ? strlen(label) : 0 }, code);
	}
	return *text;
}
