/* SPDX-License-Identifier: MIT */
/* pages.h, fields.h and pagerows.h: tables of all shapes, whole and damaged, against SQLite. */
#include "base/err.h"
#include "pagesread.h"
#include "random.h"
#include "tap.h"

/* Rows of all types and lengths of values, so many. */
#define ROWS(table, count) \
	"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < " #count " - 1)" \
	"INSERT INTO " table " SELECT i * i * i * i * i," \
	"CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN -i ELSE (1 << i % 63) - i % 3 END," \
	"CASE i % 7 WHEN 0 THEN 0 WHEN 1 THEN 1 ELSE i * -70000 END," \
	"CASE i % 4 WHEN 0 THEN substr('a text of some length', i % 20) WHEN 1 THEN i / 3.0 " \
	"WHEN 2 THEN zeroblob(i % 50) END FROM n;"
#define PLAIN "CREATE TABLE t(start, stop, class, value);" ROWS("t", 700)

/* A table with 72 columns. */
#define TEN(c) c "0, " c "1, " c "2, " c "3, " c "4, " c "5, " c "6, " c "7, " c "8, " c "9"
#define MANY \
	"CREATE TABLE t(start, stop, " TEN("c") ", " TEN("c1") ", " TEN("c2") ", " TEN("c3") ", " \
	TEN("c4") ", " TEN("c5") ", " TEN("c6") ");"

static const int sizes[] = { 512, 1024, 4096, 32768, 65536 };

enum { SIZES = sizeof(sizes) / sizeof(*sizes) };

/* Reads the table t of a database that SQL makes. */
static enum walked
read(const char *sql, int page, int reserve, const char *later)
{
	struct span bytes = walkedmake(sql, page, reserve);
	enum walked how = WALKED_NOT;
	struct sqlite p;

	if (walkedopen(&p, bytes)) {
		if (later)
			sqlite3_exec(p.db, later, NULL, NULL, NULL);
		how = walkedtable(&p, "t");
	}
	walkedclose(&p);
	sqlite3_free((void *)(uintptr_t)bytes.p);
	return how;
}

/* Tables of every shape. */
static void
shapes(void)
{
	static const struct {
		const char *what, *sql, *later;
		enum walked how;
	} table[] = {
		{ "all types", PLAIN, NULL, WALKED_ALL },
		{ "no rows", "CREATE TABLE t(start, stop, class)", NULL, WALKED_ALL },
		{ "one column", "CREATE TABLE t(start); INSERT INTO t VALUES (1), (2)", NULL,
		    WALKED_ALL },
		{ "rows that were deleted", PLAIN "DELETE FROM t WHERE rowid % 3; VACUUM", NULL,
		    WALKED_ALL },
		{ "a list of free pages", PLAIN "CREATE TABLE u AS SELECT * FROM t; DROP TABLE u",
		    NULL, WALKED_ALL },
		{ "pages of pointers", "PRAGMA auto_vacuum = 1;" PLAIN, NULL, WALKED_ALL },
		{ "row numbers below 0 and at the ends",
		    "CREATE TABLE t(start, stop); INSERT INTO t(rowid, start) VALUES (-5, 1), "
		    "(-9223372036854775807, 2), (9223372036854775807, 3), (1 << 40, 4), (0, 5)",
		    NULL, WALKED_ALL },
		{ "integers in columns of floating-point numbers",
		    "CREATE TABLE t(start INT, stop REAL, class DOUBLE PRECISION, value FLOAT, "
		    "v2 REAL TEXT, v3 FLOATING POINT, v4 BLOB REAL);"
		    "INSERT INTO t VALUES (1, 2, 3, 4, 5, 6, 7),"
		    "(1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5), ('a', 'b', 'c', 'd', 5, 6, 7)",
		    NULL, WALKED_ALL },
		{ "a column that is the row number",
		    "CREATE TABLE t(start, stop, id INTEGER PRIMARY KEY, value); INSERT INTO t "
		    "VALUES (1, 2, 7, 'a'), (3, 4, -8, 'b')",
		    NULL, WALKED_ALL },
		{ "the start is the row number",
		    "CREATE TABLE t(start INTEGER PRIMARY KEY, stop); INSERT INTO t VALUES (5, 6)",
		    NULL, WALKED_ALL },
		{ "a descending key, which is not the row number",
		    "CREATE TABLE t(start, id INTEGER PRIMARY KEY DESC); INSERT INTO t VALUES (1, "
		    "9), (2, NULL), (3, 4)",
		    NULL, WALKED_ALL },
		{ "a key of two columns",
		    "CREATE TABLE t(start, a INTEGER, b, PRIMARY KEY (a, b)); INSERT INTO t VALUES "
		    "(1, NULL, 3), (2, 4, NULL)",
		    NULL, WALKED_ALL },
		{ "a column that was added", PLAIN "ALTER TABLE t ADD COLUMN late", NULL,
		    WALKED_ALL },
		{ "a column that was added with a value",
		    PLAIN "ALTER TABLE t ADD COLUMN late INT DEFAULT 7", NULL, WALKED_SOME },
		{ "the same, where all rows have it",
		    "CREATE TABLE t(start, stop); ALTER TABLE t ADD COLUMN late DEFAULT 7; INSERT "
		    "INTO t VALUES (1, 2, 3)",
		    NULL, WALKED_ALL },
		{ "texts of many pages",
		    "CREATE TABLE t(start, stop, class, text); INSERT INTO t VALUES (1, 2, 3, "
		    "printf('%.*c', 200000, 'x')), (4, 5, 6, 'short')",
		    NULL, WALKED_SOME },
		{ "times behind a text of many pages",
		    "CREATE TABLE t(start, text, stop); INSERT INTO t VALUES (1, printf('%.*c', "
		    "200000, 'x'), 3)",
		    NULL, WALKED_NOT },
		{ "rows without numbers",
		    "CREATE TABLE t(start PRIMARY KEY, stop) WITHOUT ROWID; INSERT INTO t VALUES "
		    "(1, 2)",
		    NULL, WALKED_NOT },
		{ "text in UTF-16", "PRAGMA encoding = 'UTF-16le';" PLAIN, NULL, WALKED_NOT },
		{ "a temporary table in front", PLAIN, "CREATE TEMP TABLE T(start, stop)",
		    WALKED_NOT },
		{ "a temporary table of another name", PLAIN, "CREATE TEMP TABLE u(start)",
		    WALKED_ALL },
		{ "headers by turns",
		    "CREATE TABLE t(start, stop, class, a, b, c REAL);"
		    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
		    "INSERT INTO t SELECT i, CASE WHEN i & 1 THEN i << 40 END, i & 2,"
		    "CASE i / 4 % 4 WHEN 0 THEN printf('%.*c', i % 90, 'x') WHEN 1 THEN -i "
		    "WHEN 2 THEN 1 END,"
		    "CASE i / 16 % 4 WHEN 0 THEN 9223372036854775807 WHEN 1 THEN -1 - "
		    "9223372036854775807 WHEN 2 THEN x'00FF' ELSE 0 END,"
		    "CASE i / 64 % 3 WHEN 0 THEN 1 WHEN 1 THEN i ELSE i / 7.0 END FROM n",
		    NULL, WALKED_ALL },
		{ "a header that differs in its 70th type",
		    MANY "INSERT INTO t(start, stop, c69) SELECT i, 5, 300 + i % 3 * 100000 "
			 "FROM (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n "
			 "WHERE i < 60) SELECT i FROM n)",
		    NULL, WALKED_ALL },
		{ "a header that differs in its last type of those that fit a layout",
		    MANY "INSERT INTO t(start, stop, c60, c61) SELECT i, 5, i % 3 * 70000, i % 2 "
			 "* 200 FROM (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 "
			 "FROM n WHERE i < 60) SELECT i FROM n)",
		    NULL, WALKED_ALL },
		{ "a row number between values by turns",
		    "CREATE TABLE t(start, id INTEGER PRIMARY KEY, stop, value);"
		    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)"
		    "INSERT INTO t SELECT i, i * i * i - 500, i % 2, nullif(i % 3, 0) FROM n",
		    NULL, WALKED_ALL },
		{ "texts of all lengths between values",
		    "CREATE TABLE t(start, stop, class, a, text, b REAL, c, other, d);"
		    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
		    "INSERT INTO t SELECT i, i + i, i & 3, i * 300, printf('%.*c', i % 70, 'x'), i "
		    "& 1, -i, CASE i / 3 % 5 WHEN 0 THEN printf('%.*c', i % 64, 'y') WHEN 1 THEN "
		    "x'0102' WHEN 2 THEN i / 3.0 WHEN 3 THEN 7 END, i * 70000 FROM n",
		    NULL, WALKED_ALL },
		{ "texts of some lengths and odd integers in one column, before values",
		    "CREATE TABLE t(start, stop, class, text, real, other, blob, last);"
		    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
		    "INSERT INTO t SELECT 1000 + i, 2000 + i, 5, CASE i % 9 WHEN 5 THEN 77 "
		    "WHEN 6 THEN 3000000 WHEN 7 THEN printf('%.*c', 58, 'v') WHEN 8 THEN "
		    "printf('%.*c', 122, 'w') ELSE printf('%.*c', i % 9 * 9, 'x') END, "
		    "i / 3.0 + 0.1, printf('%.*c', 3 + i / 90, 'y'), x'0102', 70000 + i FROM n",
		    NULL, WALKED_ALL },
		{ "a text that is not read before values",
		    "CREATE TABLE t(start, text, stop, class);"
		    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
		    "INSERT INTO t SELECT i, printf('%.*c', i % 70, 'x'), i + i, i & 3 FROM n",
		    NULL, WALKED_ALL },
		{ "a view", "CREATE VIEW t AS SELECT 1 AS start, 2 AS stop", NULL, WALKED_NOT },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		for (size_t j = 0; j < SIZES; j++)
			for (int reserve = 0; reserve < 20; reserve += 13) {
				enum walked how =
				    read(table[i].sql, sizes[j], reserve, table[i].later);

				ok(how == table[i].how, "%s: pages of %d bytes less %d (%d)",
				    table[i].what, sizes[j], reserve, how);
			}
}

/* Where the root of the table t is, and a leaf of it: the first byte of the page. */
static size_t
rootof(struct span bytes, bool leaf)
{
	struct sqlite p;
	sqlite3_stmt *st;
	size_t at;

	walkedopen(&p, bytes);
	st = sqlitequery(&p,
	    leaf ? "SELECT max(pageno) FROM dbstat WHERE name = 't' AND pagetype = 'leaf'"
	         : "SELECT rootpage FROM sqlite_schema WHERE name = 't'");
	sqlite3_step(st);
	at = (size_t)(sqlite3_column_int64(st, 0) - 1) * 512;
	sqlite3_finalize(st);
	walkedclose(&p);
	return at;
}

/* Bytes that make a page one that cannot be. */
static void
damages(void)
{
	static const struct {
		const char *what;
		bool leaf;
		size_t at;
		struct span bytes;
		enum walked how;
	} table[] = {
#define BYTES(text) { text, sizeof(text) - 1 }
		{ "nothing", false, 0, BYTES("\5"), WALKED_ALL },
		{ "a root of no kind", false, 0, BYTES("\7"), WALKED_NOT },
		{ "a root of an index", false, 0, BYTES("\2"), WALKED_NOT },
		{ "a root that says it is a leaf", false, 0, BYTES("\15"), WALKED_NOT },
		{ "a root that leads to itself", false, 8, BYTES("\0\0\0\2"), WALKED_NOT },
		{ "a root that leads to the first page", false, 8, BYTES("\0\0\0\1"), WALKED_NOT },
		{ "a root that leads to page 0", false, 8, BYTES("\0\0\0\0"), WALKED_NOT },
		{ "a root that leads behind the end", false, 8, BYTES("\0\1\0\0"), WALKED_NOT },
		{ "a root that leads to the last page of all", false, 8, BYTES("\377\377\377\377"),
		    WALKED_NOT },
		{ "a root without cells", false, 3, BYTES("\0\0"), WALKED_NOT },
		{ "a root of more cells than it holds", false, 3, BYTES("\1\0"), WALKED_NOT },
		{ "a root of most cells", false, 3, BYTES("\377\377"), WALKED_NOT },
		{ "a cell in the header", false, 12, BYTES("\0\3"), WALKED_NOT },
		{ "a cell at the end", false, 12, BYTES("\1\374"), WALKED_NOT },
		{ "a cell behind the end", false, 12, BYTES("\377\377"), WALKED_NOT },
		{ "a leaf of no kind", true, 0, BYTES("\7"), WALKED_NOT },
		{ "a leaf that is a list of free pages", true, 0, BYTES("\0\0\0\3\0\0\0\0"),
		    WALKED_NOT },
		{ "a leaf that is a page of pointers", true, 0, BYTES("\3\0\0\0\2\1\0\0\0\0"),
		    WALKED_NOT },
		{ "a leaf that says it is none", true, 0, BYTES("\5"), WALKED_NOT },
		{ "a leaf of an index", true, 0, BYTES("\12"), WALKED_NOT },
		{ "a leaf without cells", true, 3, BYTES("\0\0"), WALKED_NOT },
		{ "a leaf of more cells than it holds", true, 3, BYTES("\1\0"), WALKED_NOT },
		{ "a row in the header", true, 8, BYTES("\0\7"), WALKED_NOT },
		{ "a row in the last bytes", true, 8, BYTES("\1\375"), WALKED_NOT },
		{ "a row behind the end", true, 8, BYTES("\2\0"), WALKED_NOT },
		{ "two rows on one place", true, 8, BYTES("\1\360\1\360"), WALKED_NOT },
	};
	struct span whole = walkedmake(PLAIN, 512, 0);

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct buf copy = { 0 };
		struct sqlite p;
		enum walked how;

		bufspan(&copy, whole);
		memcpy(copy.p + rootof(whole, table[i].leaf) + table[i].at, table[i].bytes.p,
		    table[i].bytes.n);
		ok(walkedopen(&p, bufall(&copy)), "%s: opened", table[i].what);
		how = walkedtable(&p, "t");
		ok(how == table[i].how, "%s: left to SQLite (%d)", table[i].what, how);
		walkedclose(&p);
		free(copy.p);
	}
	sqlite3_free((void *)(uintptr_t)whole.p);
}

/* A record of one row: its bytes take the place of those of the only one. */
static void
records(void)
{
	static const struct {
		const char *what;
		struct span bytes; /* length, row number, and the record */
		enum walked how;
	} table[] = {
		{ "a record", BYTES("\5\1\4\1\10\11\7"), WALKED_ALL },
		{ "fewer values than columns", BYTES("\3\1\2\1\7"), WALKED_ALL },
		{ "no values", BYTES("\1\1\1"), WALKED_NOT },
		{ "more values than columns", BYTES("\7\1\6\1\0\0\0\0\7"), WALKED_ALL },
		{ "a number that is none", BYTES("\12\1\2\7\177\370\0\0\0\0\0\1"), WALKED_ALL },
		{ "a value longer than the record", BYTES("\6\1\4\6\0\0\7\7"), WALKED_NOT },
		{ "a text longer than the record", BYTES("\6\1\4\1\0\101\7\7"), WALKED_NOT },
		{ "a text longer than anything",
		    BYTES("\15\1\14\1\0\377\377\377\377\377\377\377\377\377\7"), WALKED_NOT },
		{ "a record longer than its values", BYTES("\7\1\4\1\0\0\7\7\7"), WALKED_NOT },
		{ "a head longer than the record", BYTES("\4\1\11\1\0\0"), WALKED_NOT },
		{ "a head of no length", BYTES("\4\1\0\1\0\0"), WALKED_NOT },
		{ "a value across the end of the head", BYTES("\5\1\3\1\201\0\7"), WALKED_NOT },
		{ "a type that is reserved", BYTES("\5\1\4\1\12\0\7"), WALKED_NOT },
		{ "another type that is reserved", BYTES("\5\1\4\1\0\13\7"), WALKED_NOT },
		{ "a row number of nine bytes",
		    BYTES("\3\377\377\377\377\377\377\377\377\377\2\1\7"), WALKED_ALL },
		{ "a record longer than 2 GiB", BYTES("\220\200\200\200\0\1\4\1\0\0\7"),
		    WALKED_NOT },
	};
	/* Of the last cell of a page nothing is behind. */
	struct span whole = walkedmake("CREATE TABLE t(start, stop, class);"
	                               "INSERT INTO t VALUES (1, 2, zeroblob(100))",
	    512, 0);

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct buf copy = { 0 };
		struct sqlite p;
		enum walked how;
		char *page;

		bufspan(&copy, whole);
		page = copy.p + rootof(whole, false);
		memcpy(page + (unsigned char)page[8] * 256 + (unsigned char)page[9],
		    table[i].bytes.p, table[i].bytes.n);
		walkedopen(&p, bufall(&copy));
		how = walkedtable(&p, "t");
		ok(how == table[i].how, "%s (%d)", table[i].what, how);
		walkedclose(&p);
		free(copy.p);
	}
	sqlite3_free((void *)(uintptr_t)whole.p);
}

/* A record whose header is that of the records before, but for a text that is longer than the
 * record. */
static void
longer(void)
{
	struct span whole = walkedmake("CREATE TABLE t(start, stop, class, text);"
	                               "INSERT INTO t(start, text) VALUES (300, 'aaa'), (301, "
	                               "'bbb'), (302, 'ccc'), (303, 'ddd'), (304, 'zzz')",
	    512, 0);
	struct buf copy = { 0 };
	struct sqlite p;
	enum walked how;
	char *record;

	bufspan(&copy, whole);
	record = memmem(copy.p, copy.n, "zzz", 3);
	record[-3] = 13 + 2 * 40; /* the type, before a start of two bytes */
	walkedopen(&p, bufall(&copy));
	how = walkedtable(&p, "t");
	ok(how == WALKED_SOME, "a text longer than its record, of a known layout (%d)", how);
	walkedclose(&p);
	free(copy.p);
	sqlite3_free((void *)(uintptr_t)whole.p);
}

/* Random bytes in random places, whatever they make of the file. */
static void
mutations(void)
{
	for (size_t i = 0; i < SIZES - 2; i++) {
		struct span whole = walkedmake(PLAIN, sizes[i], 0);
		size_t counts[WALKED_WRONG + 1] = { 0 };

		for (int n = 0; n < 1500; n++) {
			struct buf copy = { 0 };
			struct sqlite p;

			bufspan(&copy, whole);
			for (uint64_t j = taprandom(3) + 1; j > 0; j--)
				copy.p[(uint64_t)sizes[i] +
				    taprandom(copy.n - (uint64_t)sizes[i])] = (char)taprandom(256);
			walkedopen(&p, bufall(&copy));
			counts[walkedtable(&p, "t")]++;
			walkedclose(&p);
			free(copy.p);
		}
		ok(counts[WALKED_WRONG] == 0 && counts[WALKED_NOT] > 0 && counts[WALKED_ALL] > 0,
		    "damaged pages of %d bytes: %zu are left to SQLite, %zu in part, %zu are read",
		    sizes[i], counts[WALKED_NOT], counts[WALKED_SOME], counts[WALKED_ALL]);
		sqlite3_free((void *)(uintptr_t)whole.p);
	}
}

/* Pages in any order, with windows of any size, are those of the file. */
static void
windows(void)
{
	static const size_t places[] = { 1, 10, 100, 1000, 100000 };
	struct span whole = walkedmake(PLAIN ROWS("t", 60000), 512, 0);
	struct sqlite p;

	walkedopen(&p, whole);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		size_t good = 0, tries = 5000;

		pagestune(&p.pages, places[i]);
		for (size_t n = 0; n < tries; n++) {
			uint32_t page = 1 + (uint32_t)taprandom(p.pages.pages);
			const unsigned char *got = pageget(&p.pages, page);

			good += got && memcmp(got, whole.p + (size_t)(page - 1) * 512, 512) == 0;
		}
		ok(good == tries, "pages for %zu places: %zu windows of %u pages", places[i],
		    p.pages.count, 1U << p.pages.shift);
		ok(!pageget(&p.pages, 0) && !pageget(&p.pages, p.pages.pages + 1) &&
		        !pageget(&p.pages, UINT32_MAX) && !p.pages.failed,
		    "pages for %zu places: none outside of the file", places[i]);
		ok(p.pages.count * 512 << p.pages.shift <= 16 << 20,
		    "pages for %zu places: no more than 16 MiB", places[i]);
	}
	ok(walkedtable(&p, "t") == WALKED_ALL, "a table of many pages");
	walkedclose(&p);
	sqlite3_free((void *)(uintptr_t)whole.p);
}

int
main(void)
{
	errinit("test");
	shapes();
	damages();
	records();
	longer();
	mutations();
	windows();
	return tapend();
}
