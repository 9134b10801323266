/* SPDX-License-Identifier: MIT */
/* import/import.h: a report as a database, also if the report is cut off anywhere or has a
 * wrong bit. */
#include <sqlite3.h>

#include "base/err.h"
#include "import/import.h"
#include "made.h"
#include "tap.h"

/* Imports a report into memory; the caller frees the bytes. */
static struct span
import(const char *path, bool allstrings)
{
	struct buf left = { 0 }, unproven = { 0 };
	struct repcoverage tally;
	struct span bytes;
	struct import im;
	struct rep rep;

	repopen(&rep, path, false);
	repcoverageopen(&tally, &rep.schema);
	importopen(&im, &rep, &tally, "memory", -1, allstrings);
	importevents(&im);
	importinfotables(&im, true);
	importenums(&im);
	repcoverageleftout(&tally, &rep.schema, &left);
	repcoverageunproven(&tally, &rep.schema, &unproven);
	importmetadata(&im, bufall(&left), bufall(&unproven));
	bytes = importclose(&im);
	repcoveragefree(&tally);
	repclose(&rep);
	free(left.p);
	free(unproven.p);
	return bytes;
}

static sqlite3 *
opendatabase(struct span bytes)
{
	sqlite3 *db = NULL;

	if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
	    sqlite3_deserialize(db, "main", (unsigned char *)bytes.p, (sqlite3_int64)bytes.n,
	        (sqlite3_int64)bytes.n, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
		exit(99);
	return db;
}

/* Compares the rows of a query, as texts separated by newlines. */
static void
answers(sqlite3 *db, const char *sql, const char *expected)
{
	sqlite3_stmt *st = NULL;
	struct buf out = { 0 };

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
		bufstr(&out, sqlite3_errmsg(db));
	while (st && sqlite3_step(st) == SQLITE_ROW) {
		const char *text = (const char *)sqlite3_column_text(st, 0);

		if (out.n > 0)
			bufchar(&out, '\n');
		bufstr(&out, text ? text : "NULL");
	}
	bufchar(&out, '\0');
	ok(strcmp(out.p, expected) == 0, "%s: %s", sql, out.p);
	sqlite3_finalize(st);
	free(out.p);
}

/* Appends a message of numbers, from field 1 on. */
static void
putnumbers(struct buf *out, unsigned field, const uint64_t *v, size_t count)
{
	size_t open = protoopen(out, field);

	for (size_t i = 0; i < count; i++)
		protouint(out, (unsigned)i + 1, v[i]);
	protoclose(out, open);
}

/* Fills a report with an event of each kind. */
static void
fill(struct made *m)
{
	static const uint64_t frame[] = { 4, 5 }, counter[] = { 1, 77 }, captured[] = { 9, 1, 3 };
	static const uint64_t thread[] = { 0, 0, 20, 99 };
	static const char *const strings[] = { "read", "stdout.log", "KEY=secret", "printed",
		"main", "lib.so", "nobody's", "cudnnCreate" };
	struct madeevent e;

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++)
		madestring(m, strings[i]);
	putnumbers(&m->strings, 2, captured, 3);
	putnumbers(&m->threads, 1, thread, 4);
	m->threadcount = 1;
	protouint(&m->header, 17, 1000);
	protouint(&m->header, 18, 5000);
	madecall(m, 48, 0, 100, 0);
	madecall(m, 48, 28, 110, 7);
	e = madebegin(m, 27, 113);
	protouint(&m->events, 2, 7 << 24);
	protobytes(&m->events, 5, spanof("python"));
	protouint(&m->events, 13, 2);
	madeend(m, e);
	madeblock(m);
	e = madebegin(m, 31, 104);
	protouint(&m->events, 1, 200);
	putnumbers(&m->events, 4, frame, 2);
	putnumbers(&m->events, 5, counter, 2);
	putnumbers(&m->events, 4, frame, 2);
	madeend(m, e);
	e = madebegin(m, 59, 102);
	protouint(&m->events, 1, 59);
	protouint(&m->events, 2, 300);
	protobytes(&m->events, 7, spanof("a range"));
	protouint(&m->events, 10, (uint64_t)1 << 62);
	madeend(m, e);
}

static void
imported(void)
{
	for (int all = 0; all < 2; all++) {
		struct made m = { .product = "2025.3.2.367-1v0" };
		struct span bytes;
		sqlite3 *db;
		char *path;

		fill(&m);
		path = madefile(&m);
		bytes = import(path, all);
		db = opendatabase(bytes);
		answers(db, "PRAGMA integrity_check", "ok");
		answers(db, "SELECT group_concat(value, '|') FROM StringIds",
		    all ? "read|stdout.log|KEY=secret|printed|main|lib.so|nobody's|cudnnCreate"
		        : "read|stdout.log|||main|lib.so||cudnnCreate");
		answers(db,
		    "SELECT name FROM sqlite_schema WHERE name NOT GLOB 'ENUM_*' ORDER BY rowid",
		    "CUPTI_ACTIVITY_KIND_RUNTIME\nCUDNN_EVENTS\nPROCESSES\nCOMPOSITE_EVENTS\n"
		    "SAMPLING_CALLCHAINS\nsqlite_autoindex_SAMPLING_CALLCHAINS_1\nNVTX_EVENTS\n"
		    "ThreadNames\nProcessStreams\nANALYSIS_DETAILS\nStringIds\nMETA_DATA_EXPORT");
		answers(db, "SELECT name || globalPid FROM PROCESSES", "python117440512");
		answers(db, "SELECT cpuCycles FROM COMPOSITE_EVENTS", "77");
		answers(db, "SELECT stackDepth FROM SAMPLING_CALLCHAINS WHERE id = 1", "0\n1");
		answers(db, "SELECT end FROM NVTX_EVENTS WHERE text = 'a range'", "NULL");
		answers(db, "SELECT label FROM ENUM_NSYS_EVENT_TYPE WHERE id = 59",
		    "NvtxPushPopRange");
		answers(db, "SELECT value FROM META_DATA_EXPORT WHERE name = 'NST_UNPROVEN'",
		    "cuDNN calls 1");
		answers(db, "SELECT value FROM META_DATA_EXPORT WHERE name = 'NST_STRINGS'",
		    all ? "all" : "those that rows refer to");
		sqlite3_close(db);
		free((char *)bytes.p);
		childremove(path);
		madefree(&m);
	}
}

/* Imports a report; SQLite must find the result sound. */
static void
work(const void *path)
{
	sqlite3_stmt *st;
	sqlite3 *db;

	errinit("import");
	db = opendatabase(import(path, true));
	if (sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		puts((const char *)sqlite3_column_text(st, 0));
}

/* Returns true if a report is imported, or refused with one line. */
static bool
proper(struct span bytes, bool *refused)
{
	char *path = childfile(bytes);
	struct child c = childrun(work, path, NULL);
	bool good;

	*refused = c.status == FAILED;
	if (*refused)
		good = c.out.n == 0 && strncmp(c.err.p, "import: ", 8) == 0 &&
		    strchr(c.err.p, '\n') == c.err.p + c.err.n - 1;
	else
		good = c.status == DONE && strcmp(c.out.p, "ok\n") == 0 && c.err.n == 0;
	if (!good)
		fprintf(stderr, "# %d %s%s\n", c.status, c.out.p, c.err.p);
	childfree(&c);
	childremove(path);
	return good;
}

static void
spoilt(void)
{
	struct made m = { .product = "2025.3.2.367-1v0" };
	struct madesection s[MADE_SECTIONS] = { { 0 } };
	struct buf file = { 0 };
	size_t wrong = 0, refusals = 0, tried = 0;
	bool refused;

	fill(&m);
	madesections(&m, s);
	madebox(&file, s, MADE_SECTIONS);
	ok(proper(bufall(&file), &refused) && !refused, "a report of %zu bytes", file.n);
	for (size_t n = 0; n < file.n; n++) {
		wrong += !proper((struct span){ file.p, n }, &refused);
		refusals += refused;
	}
	ok(wrong == 0 && refusals == file.n, "cut behind each byte: refused (%zu)", refusals);
	refusals = 0;
	for (size_t i = 0; i < file.n; i++)
		for (int bit = 0; bit < 8; bit++, tried++) {
			file.p[i] = (char)(file.p[i] ^ 1 << bit);
			wrong += !proper(bufall(&file), &refused);
			refusals += refused;
			file.p[i] = (char)(file.p[i] ^ 1 << bit);
		}
	ok(wrong == 0 && refusals > tried / 4,
	    "each bit wrong in turn: %zu of %zu refused, the others imported", refusals, tried);
	for (size_t i = 0; i < MADE_SECTIONS; i++)
		free(s[i].bytes.p);
	free(file.p);
	madefree(&m);
}

int
main(void)
{
	errinit("import");
	imported();
	spoilt();
	return tapend();
}
