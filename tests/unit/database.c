/* SPDX-License-Identifier: MIT */
/* import/database.h: databases that SQLite finds sound, with the rows that were written. */
#include <math.h>
#include <sqlite3.h>

#include "base/err.h"
#include "child.h"
#include "import/database.h"
#include "tap.h"

/* The number of columns in random rows. */
enum { COLUMNS = 4 };

static void
putbytes(struct row *row, struct cell *cell, enum cell_type type, size_t n)
{
	struct buf bytes = { 0 };

	for (size_t i = 0; i < n; i++)
		bufchar(&bytes, (char)taprandom(type == CELL_TEXT ? 128 : 256));
	rowput(row, cell, type, bufall(&bytes));
	free(bytes.p);
}

/* Returns an integer near the limits of the widths in a record, or another one. */
static int64_t
integer(void)
{
	uint64_t width = taprandom(64), v = UINT64_C(1) << width;

	v += taprandom(3) - 1;
	if (taprandom(4) == 0)
		v = taprandom(1000);
	return (int64_t)(taprandom(2) ? v : 0 - v);
}

static double
real(void)
{
	static const double some[] = { 0.5, -0.0, 1e300, -INFINITY, 1.0, 3.141592653589793 };

	return some[taprandom(sizeof(some) / sizeof(*some))];
}

/* Fills a row with values of all types; long ones have up to most bytes. */
static void
randomrow(struct row *row, size_t most)
{
	rowstart(row, COLUMNS);
	for (size_t i = 0; i < COLUMNS; i++) {
		struct cell *cell = &row->cells[i];

		switch (taprandom(5)) {
		case 0:
			*cell = (struct cell){ .type = CELL_NULL };
			break;
		case 1:
			*cell = (struct cell){ .type = CELL_REAL, .as.real = real() };
			break;
		case 2:
			putbytes(row, cell, taprandom(2) ? CELL_TEXT : CELL_BLOB,
			    taprandom(3) ? taprandom(40) : taprandom(most));
			break;
		default:
			*cell = (struct cell){ .type = CELL_INT, .number = integer() };
		}
	}
}

/* Returns true if SQLite read the value that this test wrote. */
static bool
same(sqlite3_stmt *st, int column, const struct row *row, const struct cell *cell)
{
	static const int types[] = { [CELL_NULL] = SQLITE_NULL, [CELL_INT] = SQLITE_INTEGER,
		[CELL_REAL] = SQLITE_FLOAT, [CELL_TEXT] = SQLITE_TEXT, [CELL_BLOB] = SQLITE_BLOB };
	double number;
	struct span text;

	if (sqlite3_column_type(st, column) != types[cell->type])
		return false;
	switch (cell->type) {
	case CELL_NULL:
		return true;
	case CELL_INT:
		return sqlite3_column_int64(st, column) == cell->number;
	case CELL_REAL:
		number = sqlite3_column_double(st, column);
		return memcmp(&number, &cell->as.real, sizeof(number)) == 0;
	default:
		text = rowtext(row, cell);
		return (size_t)sqlite3_column_bytes(st, column) == text.n &&
		    (text.n == 0 ||
		        memcmp(sqlite3_column_blob(st, column), text.p, text.n) == 0);
	}
}

/* A database that is written first, and then read by SQLite. */
struct made {
	struct database d;
	struct buf bytes;
	sqlite3 *db;
};

static void
makestart(struct made *m)
{
	*m = (struct made){ .db = NULL };
	databaseopen(&m->d, "database", -1);
}

static void
makeread(struct made *m)
{
	databaseclose(&m->d);
	m->bytes = m->d.pages.out;
	if (sqlite3_open(":memory:", &m->db) != SQLITE_OK ||
	    sqlite3_deserialize(m->db, "main", (unsigned char *)m->bytes.p,
	        (sqlite3_int64)m->bytes.n, (sqlite3_int64)m->bytes.n,
	        SQLITE_DESERIALIZE_READONLY) != SQLITE_OK) {
		fprintf(stderr, "# %s\n", sqlite3_errmsg(m->db));
		exit(99);
	}
}

static void
makefree(struct made *m)
{
	sqlite3_close(m->db);
	free(m->bytes.p);
}

static sqlite3_stmt *
query(const struct made *m, const char *sql)
{
	sqlite3_stmt *st = NULL;

	if (sqlite3_prepare_v2(m->db, sql, -1, &st, NULL) != SQLITE_OK) {
		fprintf(stderr, "# %s: %s\n", sql, sqlite3_errmsg(m->db));
		exit(99);
	}
	return st;
}

/* Compares the first value of a query, as a text. */
static void
answers(const struct made *m, const char *sql, const char *expected, const char *what)
{
	sqlite3_stmt *st = query(m, sql);
	const char *text = "nothing";

	if (sqlite3_step(st) == SQLITE_ROW)
		text = (const char *)sqlite3_column_text(st, 0);
	ok(text && strcmp(text, expected) == 0, "%s: %s", what, text ? text : "NULL");
	sqlite3_finalize(st);
}

/* Compares the first value of a query, as a number. */
static void
counts(const struct made *m, const char *sql, int64_t expected, const char *what)
{
	char text[32];

	snprintf(text, sizeof(text), "%lld", (long long)expected);
	answers(m, sql, text, what);
}

/* Rows of all types of values, with and without long texts. */
static void
values(size_t rows, size_t most)
{
	uint64_t seed = tapseed;
	struct row row = { .cells = NULL };
	struct dbtable *r;
	struct made m;
	sqlite3_stmt *st;
	size_t wrong = 0, read = 0;

	makestart(&m);
	r = databasetable(&m.d, "t", "CREATE TABLE t (a, b, c, d)");
	for (size_t i = 0; i < rows; i++) {
		randomrow(&row, most);
		databaserow(&m.d, r, &row, COLUMNS);
	}
	makeread(&m);
	tapseed = seed;
	st = query(&m, "SELECT rowid, * FROM t");
	for (; sqlite3_step(st) == SQLITE_ROW; read++) {
		randomrow(&row, most);
		wrong += sqlite3_column_int64(st, 0) != (sqlite3_int64)read + 1;
		for (int i = 0; i < COLUMNS; i++)
			wrong += !same(st, i + 1, &row, &row.cells[i]);
	}
	sqlite3_finalize(st);
	ok(read == rows && wrong == 0, "%zu rows with texts of up to %zu bytes (%zu wrong)", rows,
	    most, wrong);
	answers(&m, "PRAGMA integrity_check", "ok", "SQLite finds it sound");
	makefree(&m);
	rowfree(&row);
}

/* Records of all lengths around those that need another page. */
static void
lengths(void)
{
	static const size_t around[] = { 0, 120, 4057, 4090, 4096, 4570, 8150, 8180, 12240, 40960 };
	struct row row = { .cells = NULL };
	struct made m;
	struct dbtable *r;
	struct buf text = { 0 };
	size_t count = 0, wrong = 0;
	sqlite3_stmt *st;

	makestart(&m);
	r = databasetable(&m.d, "t", "CREATE TABLE t (n, a)");
	for (size_t i = 0; i < sizeof(around) / sizeof(*around); i++)
		for (size_t n = around[i] > 40 ? around[i] - 40 : 0; n < around[i] + 40; n++) {
			text.n = 0;
			memset(bufroom(&text, n + 1), 'a' + (int)(n % 26), n + 1);
			text.n = n;
			rowstart(&row, 2);
			row.cells[0] = (struct cell){ .type = CELL_INT, .number = (int64_t)n };
			rowput(&row, &row.cells[1], CELL_TEXT, bufall(&text));
			databaserow(&m.d, r, &row, 2);
			count++;
		}
	makeread(&m);
	st = query(&m, "SELECT n, a FROM t");
	while (sqlite3_step(st) == SQLITE_ROW) {
		size_t n = (size_t)sqlite3_column_int64(st, 0);
		const unsigned char *a = sqlite3_column_text(st, 1);

		count--;
		wrong += (size_t)sqlite3_column_bytes(st, 1) != n;
		for (size_t i = 0; i < n; i++)
			wrong += a[i] != 'a' + n % 26;
	}
	sqlite3_finalize(st);
	ok(count == 0 && wrong == 0, "records of all lengths (%zu wrong)", wrong);
	answers(&m, "PRAGMA integrity_check", "ok", "with pages for what does not fit");
	makefree(&m);
	rowfree(&row);
	free(text.p);
}

/* Many short rows: b-trees of several levels. Returns true if SQLite finds all of them. */
static void
levels(int64_t rows)
{
	struct row row = { .cells = NULL };
	struct dbtable *r, *other;
	struct made m;

	makestart(&m);
	r = databasetable(&m.d, "t", "CREATE TABLE t (a INTEGER)");
	other = databasetable(&m.d, "u", "CREATE TABLE u (a INTEGER, b TEXT)");
	for (int64_t i = 0; i < rows; i++) {
		rowstart(&row, 2);
		row.cells[0] = (struct cell){ .type = CELL_INT, .number = i };
		rowput(&row, &row.cells[1], CELL_TEXT, spanof("x"));
		databaserow(&m.d, r, &row, 1);
		if (i % 3 == 0) /* two tables in turn */
			databaserow(&m.d, other, &row, 2);
	}
	makeread(&m);
	counts(&m, "SELECT count(*) FROM t", rows, "all rows");
	counts(&m, "SELECT sum(a) FROM t", rows * (rows - 1) / 2, "with their values");
	counts(&m, "SELECT count(*) FROM u WHERE a = 3 * (rowid - 1) AND b = 'x'", (rows + 2) / 3,
	    "and those of the other table");
	counts(&m, "SELECT count(*) FROM t a JOIN t b ON b.rowid = a.a + 1 WHERE b.a = a.a", rows,
	    "each found by its number");
	answers(&m, "PRAGMA integrity_check", "ok", "sound");
	makefree(&m);
	rowfree(&row);
}

/* A primary key of two columns, whose index SQLite would have made. */
static void
keyed(int64_t chains)
{
	static const char sql[] =
	    "CREATE TABLE t (v, id INTEGER NOT NULL, depth INTEGER NOT NULL, "
	    "PRIMARY KEY (id, depth))";
	struct row row = { .cells = NULL };
	struct dbtable *r;
	int64_t rows = 0;
	struct made m;

	makestart(&m);
	r = databasetable(&m.d, "t", sql);
	r->keyed = true;
	r->first = 1;
	r->second = 2;
	for (int64_t i = 0; i < chains; i++)
		for (int64_t depth = 0; depth < i % 13; depth++) {
			rowstart(&row, 3);
			row.cells[0] = (struct cell){ .type = CELL_INT, .number = i + depth };
			row.cells[1] = (struct cell){ .type = CELL_INT, .number = i };
			row.cells[2] = (struct cell){ .type = CELL_INT, .number = depth };
			databaserow(&m.d, r, &row, 3);
			rows++;
		}
	makeread(&m);
	counts(&m,
	    "SELECT count(*) FROM t a WHERE v = (SELECT b.id + b.depth FROM t b INDEXED BY "
	    "sqlite_autoindex_t_1 WHERE b.id = a.id AND b.depth = a.depth)",
	    rows, "each row found by its key");
	answers(&m, "PRAGMA integrity_check", "ok", "the index has all rows, in its order");
	makefree(&m);
	rowfree(&row);
}

/* Rowids that are a column. */
static void
aliased(void)
{
	static const int64_t numbers[] = { INT64_MIN, -5, 0, 7, 1000, INT64_MAX };
	struct row row = { .cells = NULL };
	struct dbtable *r;
	struct made m;

	makestart(&m);
	r = databasetable(&m.d, "t", "CREATE TABLE t (id INTEGER PRIMARY KEY, v)");
	r->alias = 0;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		rowstart(&row, 2);
		row.cells[0] = (struct cell){ .type = CELL_INT, .number = numbers[i] };
		row.cells[1] = row.cells[0];
		databaserow(&m.d, r, &row, 2);
	}
	makeread(&m);
	counts(&m, "SELECT count(*) FROM t WHERE id = v AND rowid = v", 6, "numbers of rows");
	answers(&m, "PRAGMA integrity_check", "ok", "in their order");
	makefree(&m);
	rowfree(&row);
}

/* More tables than page 1 has room for, and an empty one. */
static void
many(int tables)
{
	struct row row = { .cells = NULL };
	struct buf last = { 0 };
	struct made m;

	makestart(&m);
	for (int i = 0; i < tables; i++) {
		struct buf name = { 0 }, sql = { 0 };
		struct dbtable *r;

		bufprintf(&name, "table%d", i);
		bufprintf(&sql, "CREATE TABLE %s (a_column_with_a_long_name INTEGER)", name.p);
		r = databasetable(&m.d, name.p, sql.p);
		rowstart(&row, 1);
		row.cells[0] = (struct cell){ .type = CELL_INT, .number = i };
		if (i != tables / 2)
			databaserow(&m.d, r, &row, 1);
		free(name.p);
		free(sql.p);
	}
	makeread(&m);
	counts(&m, "SELECT count(*) FROM sqlite_schema", tables, "tables");
	if (tables > 1) {
		bufprintf(&last, "SELECT a_column_with_a_long_name FROM table%d", tables - 1);
		counts(&m, last.p, tables - 1, "the last");
		last.n = 0;
		bufprintf(&last, "SELECT count(*) FROM table%d", tables / 2);
		counts(&m, last.p, 0, "the empty one");
	}
	answers(&m, "PRAGMA integrity_check", "ok", "sound");
	answers(&m, "PRAGMA page_size", "4096", "pages as exports have them");
	answers(&m, "PRAGMA encoding", "UTF-8", "and their encoding");
	makefree(&m);
	rowfree(&row);
	free(last.p);
}

/* SQLite skips the page with the bytes that it locks; here that page is nearer. */
static void
locked(uint32_t page)
{
	struct row row = { .cells = NULL };
	struct buf text = { 0 }, expected = { 0 };
	struct dbtable *r;
	struct made m;

	makestart(&m);
	m.d.pages.locked = page;
	r = databasetable(&m.d, "t", "CREATE TABLE t (a TEXT)");
	memset(bufroom(&text, 9000), 'x', 9000);
	text.n = 9000;
	for (int i = 0; i < 10; i++) {
		rowstart(&row, 1);
		rowput(&row, &row.cells[0], CELL_TEXT, bufall(&text));
		databaserow(&m.d, r, &row, 1);
	}
	makeread(&m);
	bufprintf(&expected, "*** in database main ***\nPage %u is never used", page);
	answers(&m, "PRAGMA integrity_check", expected.p, "the page that is locked has nothing");
	counts(&m, "SELECT sum(length(a)) FROM t", 90000, "and nothing is missing");
	makefree(&m);
	rowfree(&row);
	free(text.p);
	free(expected.p);
}

/* A file has the same bytes as a database in memory. */
static void
file(void)
{
	char *path = childfile((struct span){ NULL, 0 });
	struct buf read = { 0 };
	struct row row = { .cells = NULL };
	struct made m = { .db = NULL };
	FILE *f;

	for (int i = 0; i < 2; i++) {
		uint64_t seed = tapseed;
		struct database d;
		struct dbtable *r;
		int fd = open(path, O_WRONLY);

		if (i == 0)
			makestart(&m);
		else
			databaseopen(&d, path, fd);
		r = databasetable(i == 0 ? &m.d : &d, "t", "CREATE TABLE t (a, b, c, d)");
		for (int j = 0; j < 20000; j++) {
			randomrow(&row, 100);
			databaserow(i == 0 ? &m.d : &d, r, &row, COLUMNS);
		}
		tapseed = seed;
		if (i == 0)
			makeread(&m);
		else
			databaseclose(&d);
		close(fd);
	}
	f = fopen(path, "r");
	while (f && (read.n += fread(bufroom(&read, 1 << 20), 1, 1 << 20, f), !feof(f)))
		;
	ok(read.n == m.bytes.n && memcmp(read.p, m.bytes.p, read.n) == 0,
	    "a file has the bytes that memory has (%zu)", read.n);
	if (f)
		fclose(f);
	childremove(path);
	makefree(&m);
	rowfree(&row);
	free(read.p);
}

/* A full disk ends the program. */
static void
fill(const void *arg)
{
	struct row row = { .cells = NULL };
	struct database d;
	struct dbtable *r;

	errinit("database");
	databaseopen(&d, "/dev/full", open("/dev/full", O_WRONLY));
	r = databasetable(&d, "t", "CREATE TABLE t (a, b, c, d)");
	for (int i = 0; i < *(const int *)arg; i++) {
		randomrow(&row, 100);
		databaserow(&d, r, &row, COLUMNS);
	}
	databaseclose(&d);
}

static void
full(void)
{
	static const int rows[] = { 0, 100, 200000 };

	for (size_t i = 0; i < 3; i++) {
		struct child c = childrun(fill, &rows[i], NULL);

		ok(c.status == FAILED && strstr(c.err.p, "/dev/full: No space left on device"),
		    "%d rows on a full disk: %s", rows[i], c.err.p);
		childfree(&c);
	}
}

int
main(void)
{
	static const size_t longest[] = { 10, 300, 5000, 100000 };

	errinit("database");
	for (size_t i = 0; i < 4; i++)
		values(i < 2 ? 20000 : 400, longest[i]);
	values(0, 10);
	values(1, 10);
	lengths();
	levels(1);
	levels(1000);
	levels(1000000);
	keyed(0);
	keyed(40);
	keyed(30000);
	aliased();
	many(0);
	many(1);
	many(40);
	many(400);
	for (uint32_t page = 3; page < 9; page++)
		locked(page);
	file();
	full();
	return tapend();
}
