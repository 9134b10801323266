/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/err.h"
#include "compute.h"
#include "fetch.h"
#include "io/filetype.h"
#include "sorter.h"
#include "sqlitefacts.h"
#include "sqliterows.h"
#include "sqlitesource.h"
#include "tempdb.h"
#include "temptable.h"

/* Where the header of a database keeps its fields. */
enum {
	AT_PAGE_SIZE = 16,
	AT_WRITE_VERSION = 18,
	AT_READ_VERSION = 19,
	AT_CHANGES = 24,
	AT_PAGES = 28,
	AT_VALID_FOR = 92
};

/* An absolute path as a URI; immutable keeps SQLite from making files beside one in write-ahead
 * mode. */
static char *
fileuri(const char *path, bool immutable)
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

static const struct sourceops sqliteops;

/* Reads the text of a string from its table. */
static struct span
findstring(struct sqlite *p, int64_t id)
{
	sqlite3_reset(p->string);
	sqlite3_bind_int64(p->string, 1, id);
	return sqlitestep(p, p->string, "StringIds") ? sqlitetext(p, p->string, 0)
	                                             : (struct span){ NULL, 0 };
}

struct span
sqlitesourcetext(
    struct sqlite *p, int64_t id, struct span (*find)(struct sqlite *p, int64_t id))
{
	struct span text = { NULL, 0 };

	if (!secretsid(&p->secrets, id))
		text = find(p, id);
	return secretstext(&p->secrets, text) ? (struct span){ NULL, 0 } : text;
}

static struct span
sqlitesourcestring(struct source *source, int64_t id)
{
	return sqlitesourcetext((struct sqlite *)source, id, findstring);
}

/* The function nst_string of SQL: the text of a string, NULL if there is none or it is a secret. */
static void
stringfunction(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct source *s = sqlite3_user_data(context);
	struct span text = { NULL, 0 };

	(void)count;
	if (sqlite3_value_type(values[0]) == SQLITE_INTEGER)
		text = sourcetext(s, sqlite3_value_int64(values[0]));
	if (text.p)
		sqlite3_result_text64(context, text.p, text.n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

void
sqlitesourceopen(struct sqlite *p, const char *real, bool wal)
{
	char *uri = fileuri(real, wal || p->tempdb);

	sqliteopen(p, uri, p->tempdb ? TEMPDB_VFS : NULL);
	free(uri);
	fetchdefine(p->db);
	temptabledefine(p);
	p->string = sqlitequery(p, "SELECT [value] FROM [StringIds] WHERE [id] = ?1");
	if (!p->borrows)
		secretsopen(&p->secrets, p);
	if (sqlite3_create_function(p->db, "nst_string", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
	        &p->source, stringfunction, NULL, NULL) != SQLITE_OK)
		die("out of memory");
}

void
sqlitesourceclose(struct sqlite *p)
{
	sqlite3_finalize(p->string);
	if (!p->borrows)
		secretsclose(&p->secrets);
	sqliteclose(p);
	if (!p->shares)
		tempdbfree(p->tempdb);
}

static void
exportclose(struct source *source)
{
	struct sqlite *p = (struct sqlite *)source;

	sqlitesourceclose(p);
	free(p);
}

static uint32_t
bigendian(const unsigned char *p, int n)
{
	uint32_t v = 0;

	while (n-- > 0)
		v = v << 8 | *p++;
	return v;
}

/* Returns true if there is a file with that name and tail, and it is not empty. */
static bool
beside(const struct sourcefile *f, const char *tail)
{
	struct buf name = { 0 };
	struct stat st;
	bool there;

	bufprintf(&name, "%s%s", f->real, tail);
	there = stat(name.p, &st) == 0;
	if (!there && errno != ENOENT)
		die("%s:", name.p);
	there = there && st.st_size > 0;
	free(name.p);
	return there;
}

static bool
isexport(const struct sourcefile *f)
{
	return f->n == SOURCE_HEAD && memcmp(f->head, "SQLite format 3", 16) == 0;
}

static bool
exportis(const struct sourcefile *f)
{
	return !f->piped && isexport(f);
}

/* Ends the program with more than SQLite's "not a database" if a database is not complete, or a
 * program still writes it. */
static void
exportcheck(const struct sourcefile *f)
{
	const unsigned char *head = f->head;
	uint64_t page = bigendian(head + AT_PAGE_SIZE, 2), size;

	if (page == 1)
		page = 65536;
	size = page * bigendian(head + AT_PAGES, 4);
	if (memcmp(head + AT_CHANGES, head + AT_VALID_FOR, 4) == 0 && size > f->bytes)
		die("%s: truncated: %llu bytes of %llu", f->name, (unsigned long long)f->bytes,
		    (unsigned long long)size);
	if (beside(f, "-journal"))
		die("%s: an unfinished transaction is beside it (%s-journal): the export was "
		    "interrupted",
		    f->name, f->real);
	if (beside(f, "-wal"))
		die("%s: changes not yet in the file are beside it (%s-wal): close the program "
		    "that writes it",
		    f->name, f->real);
}

void
sqlitesourceborrow(struct sqlite *p, const struct sqlite *another)
{
	p->secrets = another->secrets;
	p->borrows = true;
}

/* Opens an export, for another worker if another is not NULL. */
static struct source *
openagain(const struct sourcefile *f, const struct sqlite *another)
{
	struct sqlite *p;

	exportcheck(f);
	p = xzalloc(1, sizeof(*p));
	p->source = (struct source){ .ops = &sqliteops, .path = f->name, .bytes = f->bytes };
	p->given = f->path;
	if (another)
		sqlitesourceborrow(p, another);
	sqlitesourceopen(p, f->real,
	    f->head[AT_WRITE_VERSION] == 2 || f->head[AT_READ_VERSION] == 2);
	return &p->source;
}

static struct source *
exportopen(const struct sourcefile *f, const struct sourceoptions *options)
{
	(void)options;
	return openagain(f, NULL);
}

/* SQLite opens files by name, so an export from a pipe is read as a compressed one is. */
static bool
packedis(const struct sourcefile *f)
{
	enum filetype packed = filetypecompressed((struct span){ (const char *)f->head, f->n });

	if (f->piped && isexport(f))
		return true;
	return packed != FILETYPE_OTHER && packed != FILETYPE_EMPTY;
}

static struct source *
packedopen(const struct sourcefile *f, const struct sourceoptions *options)
{
	struct sqlite *p = xzalloc(1, sizeof(*p));

	(void)options;
	p->tempdb = tempdbunpack(f->real, f->name);
	p->source = (struct source){
		.ops = &sqliteops, .path = f->name, .bytes = p->tempdb->bytes
	};
	sqlitesourceopen(p, TEMPDB_PATH, false);
	return &p->source;
}

static struct source *
exportreopen(const struct source *source)
{
	const struct sqlite *another = (const struct sqlite *)source;
	struct sourcefile f;
	struct sqlite *p;
	struct source *s;

	if (another->tempdb) {
		p = xzalloc(1, sizeof(*p));
		p->source = (struct source){
			.ops = source->ops, .path = source->path, .bytes = source->bytes
		};
		p->tempdb = another->tempdb;
		p->shares = true;
		sqlitesourceborrow(p, another);
		sqlitesourceopen(p, TEMPDB_PATH, false);
		return &p->source;
	}
	sourcefileread(&f, another->given);
	s = openagain(&f, another);
	sourcefilefree(&f);
	return s;
}

struct stringtable
sqlitesourcecolumns(struct source *source, const char *table, bool stacks, struct buf *why)
{
	struct sqlite *p = (struct sqlite *)source;
	struct stringtable columns;

	temptablemake(p, table, stacks, why);
	columns = sqlitecolumns(p, table);
	sqliterowid(p, &columns, table); /* or it cannot be read */
	return columns;
}

bool
sqlitesourcecomputes(struct source *source, const char *table, const struct stringtable *columns,
    const char *expression)
{
	return computable((struct sqlite *)source, table, columns, expression);
}

void
sqlitesourcetune(struct source *source, size_t runs)
{
	pagestune(&((struct sqlite *)source)->pages, runs);
}

static const struct sourceops sqliteops = {
	.close = exportclose,
	.reopen = exportreopen,
	.columns = sqlitesourcecolumns,
	.computes = sqlitesourcecomputes,
	.rows = sqliterowsopen,
	.query = sqlitefactsquery,
	.frames = sqlitefactsframes,
	.facts = sqlitefactsread,
	.text = sqlitesourcestring,
	.count = sqlitefactscount,
	.sorter = sorteropen,
	.tune = sqlitesourcetune,
};

const struct sourceformat sqliteformat = { exportis, exportopen, NULL };

const struct sourceformat packedformat = { packedis, packedopen, NULL };
