/* SPDX-License-Identifier: MIT */
/* merge.h and worker.h: the order of random rows in random tables against a sort of the same rows,
 * with one worker and with several. */
#include <inttypes.h>
#include <stdlib.h>

#include "dump/worker.h"
#include "export.h"
#include "program/cli.h"
#include "tap.h"

/* The tables of the test, in the order that breaks ties. Each row's number is written by the column
 * named. */
static const struct made {
	const char *table, *columns; /* two of them take the start and the end */
	enum event_type type;
	bool stops, gpu;
} tables[] = {
	{ "NVTX_EVENTS", "[start],[end],eventType,text", TYPE_NVTX, true, false },
	{ "CUPTI_ACTIVITY_KIND_RUNTIME", "[start],[end],eventClass,correlationId", TYPE_CUDA_API,
	    true, false },
	{ "OSRT_API", "[start],[end],callchainId,correlationId,nestingLevel", TYPE_OSRT, true,
	    false },
	{ "SCHED_EVENTS", "[start],[end],isSched,cpu", TYPE_SCHED, false, false },
	{ "CUPTI_ACTIVITY_KIND_KERNEL", "[start],[end],x,correlationId", TYPE_KERNEL, true, true },
	{ "CUPTI_ACTIVITY_KIND_MEMCPY", "[start],[end],x,correlationId", TYPE_MEMCPY, true, true },
	{ "CUPTI_ACTIVITY_KIND_MEMSET", "[start],[end],x,correlationId", TYPE_MEMSET, true, true },
};

enum { TABLES = sizeof(tables) / sizeof(*tables), NVTX = 0, RUNTIME = 1, SCHED = 3, ROWS = 2000 };

/* A row as the test made it. */
struct maderow {
	int64_t start, end, span;
	bool nostart, noend, textend, open;
	int table, number, class;
	enum event_type type; /* TYPE_OTHER: no event */
};

/* A kind of random export. */
struct mixture {
	const char *name;
	int64_t span;      /* starts are below it: the smaller, the more ties */
	int runs;          /* sorted runs in a table; 0 is no order at all */
	int rows;          /* in a table, at most */
	bool hostile;      /* wrong types, extreme times */
	bool window, some; /* a random window, a random choice of types */
	int gap; /* between row numbers */
};

static struct maderow rows[TABLES * ROWS];
static size_t count;

static int64_t
randomtime(const struct mixture *k)
{
	static const int64_t extremes[] = { INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1,
		INT64_MAX };

	if (k->hostile && taprandom(10) == 0)
		return extremes[taprandom(sizeof(extremes) / sizeof(*extremes))];
	return (int64_t)taprandom((uint64_t)k->span) - (k->hostile ? k->span / 2 : 0);
}

static void
classify(struct maderow *r)
{
	static const int classes[] = { 59, 60, 34, 34, 33, 39, 75, 76, 99, 59, 60, 59 };

	r->type = tables[r->table].type;
	if (r->table == NVTX) {
		r->class = classes[taprandom(12)];
		r->type = r->class == 59 || r->class == 60 ? TYPE_NVTX
		    : r->class == 34                       ? TYPE_NVTX_MARK
		                                           : TYPE_OTHER;
	} else if (r->table == RUNTIME) {
		r->class = taprandom(4) ? 1 : 67;
		r->type = r->class == 67 ? TYPE_OTHER : TYPE_CUDA_API;
	}
}

/* When the row happened, as the stream says it; a row that has no time is no event. */
static void
when(struct maderow *r)
{
	bool stops = tables[r->table].stops && r->type != TYPE_NVTX_MARK;

	if (r->nostart ||
	    (tables[r->table].gpu && r->start == 0 && r->end == 0 && !r->noend && !r->textend))
		r->type = TYPE_OTHER;
	r->open = stops && r->noend;
	if (!stops || r->textend || r->open)
		r->span = -1;
	else
		r->span = r->end < r->start ? 0 : subsat(r->end, r->start);
}

static int
bystart(const void *a, const void *b)
{
	const struct maderow *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->open != y->open)
		return x->open ? -1 : 1;
	return x->span != y->span ? (x->span > y->span ? -1 : 1) : 0;
}

static int
inorder(const void *a, const void *b)
{
	const struct maderow *x = a, *y = b;
	int order = bystart(a, b);

	return order ? order : x->table != y->table ? x->table - y->table : x->number - y->number;
}

/* Makes the rows of a table: runs of sorted rows, back to back. */
static void
maketable(const struct mixture *k, int table)
{
	size_t n = (size_t)(k->rows - (int)taprandom((uint64_t)k->rows / 2 + 1));
	struct maderow *first = &rows[count];

	for (size_t i = 0; i < n; i++) {
		struct maderow *r = &first[i];

		*r = (struct maderow){ .table = table, .start = randomtime(k) };
		r->end = k->hostile ? randomtime(k)
		                    : r->start +
		        (int64_t)taprandom(5) * (int64_t)taprandom(k->span < 1000 ? 3 : 100);
		classify(r);
		r->noend = tables[table].stops && taprandom(15) == 0;
		r->textend = k->hostile && tables[table].stops && !r->noend && taprandom(15) == 0;
		r->nostart = k->hostile && taprandom(15) == 0;
		when(r);
	}
	for (size_t run = 0; run < (size_t)k->runs; run++) {
		size_t from = n * run / (size_t)k->runs, to = n * (run + 1) / (size_t)k->runs;

		qsort(first + from, to - from, sizeof(*first), bystart);
	}
	for (size_t i = 0; i < n; i++)
		first[i].number = (int)i + 1;
	count += n;
}

/* The SQL that inserts a row. */
static void
putrow(const struct mixture *k, struct buf *sql, const struct maderow *r)
{
	bufprintf(sql, "INSERT INTO %s(rowid,%s) VALUES(%d,", tables[r->table].table,
	    tables[r->table].columns, r->number * k->gap);
	if (r->nostart)
		bufstr(sql, r->number & 1 ? "NULL" : "'soon'");
	else if (r->start == INT64_MIN)
		bufstr(sql, "-9223372036854775807-1");
	else
		bufprintf(sql, "%" PRId64, r->start);
	if (r->noend)
		bufstr(sql, ",NULL");
	else if (r->textend)
		bufstr(sql, ",'late'");
	else if (r->end == INT64_MIN)
		bufstr(sql, ",-9223372036854775807-1");
	else
		bufprintf(sql, ",%" PRId64, r->end);
	if (r->table == NVTX)
		bufprintf(sql, ",%d,'%d');", r->class, r->number);
	else if (r->table == SCHED)
		bufprintf(sql, ",1,%d);", r->number);
	else if (tables[r->table].type == TYPE_OSRT)
		bufprintf(sql, ",0,0,%d);", r->number);
	else
		bufprintf(sql, ",%d,%d);", r->class, r->number);
}

static char *
make(const struct mixture *k)
{
	struct buf sql = { 0 };
	char *path;

	count = 0;
	for (int i = 0; i < TABLES; i++) {
		bufprintf(&sql, "CREATE TABLE %s (%s);", tables[i].table, tables[i].columns);
		maketable(k, i);
	}
	for (size_t i = 0; i < count; i++)
		putrow(k, &sql, &rows[i]);
	bufchar(&sql, '\0');
	path = exportmake(sql.p);
	free(sql.p);
	return path;
}

/* The record of a row. */
static void
putrecord(struct buf *out, const struct maderow *r)
{
	bufprintf(out, "{\"ts\":%" PRId64, r->start);
	if (r->open)
		bufstr(out, ",\"open\":true");
	else if (r->span >= 0)
		bufprintf(out, ",\"dur\":%" PRId64, r->span);
	bufprintf(out, ",\"type\":\"%s\"", evtypename(r->type));
	if (r->table == NVTX)
		bufprintf(out, ",\"name\":\"%d\"}\n", r->number);
	else if (r->table == SCHED)
		bufprintf(out, ",\"args\":{\"cpu\":%d}}\n", r->number);
	else if (r->type == TYPE_OSRT)
		bufprintf(out, ",\"args\":{\"nesting\":%d}}\n", r->number);
	else
		bufprintf(out, ",%s\"corr\":%d}\n",
		    r->type == TYPE_MEMSET ? "\"name\":\"Memset\"," : "", r->number);
}

/* Whether a row is in the window: it starts inside, or started before and ends after its begin. A
 * window to the largest time has no end. */
static bool
touches(const struct maderow *r, int64_t from, int64_t to)
{
	int64_t end = r->open ? INT64_MAX : r->span > 0 ? addsat(r->start, r->span) : r->start;

	return (r->start >= from && (r->start < to || to == INT64_MAX)) ||
	    (r->start < from && end > from);
}

/* Keeps the rows that must come out, in order; their records. */
static struct buf
expected(const struct wanted *wanted)
{
	struct buf out = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (rows[i].type != TYPE_OTHER && wanted->types & EVTYPE(rows[i].type) &&
		    touches(&rows[i], wanted->from, wanted->to))
			rows[kept++] = rows[i];
	count = kept;
	qsort(rows, count, sizeof(*rows), inorder);
	for (size_t i = 0; i < count; i++)
		putrecord(&out, &rows[i]);
	return out;
}

/* Shows where two texts begin to differ. */
static void
differ(const struct buf *got, const struct buf *want)
{
	size_t at = 0;

	while (at < got->n && at < want->n && got->p[at] == want->p[at])
		at++;
	while (at > 0 && got->p[at - 1] != '\n')
		at--;
	fprintf(stderr, "# got    %.*s\n# wanted %.*s\n", (int)strcspn(got->p + at, "\n"),
	    got->p + at, (int)strcspn(want->p + at, "\n"), want->p + at);
}

/* Whether two texts are the same; shows where not. */
static bool
equal(struct buf *got, struct buf *want)
{
	if (got->n == want->n && (got->n == 0 || memcmp(got->p, want->p, got->n) == 0))
		return true;
	*bufroom(got, 1) = *bufroom(want, 1) = '\0';
	differ(got, want);
	return false;
}

/* Dumps an export with one worker and compares. */
static bool
alone(const char *path, const struct wanted *wanted, struct buf *want)
{
	struct buf got = { 0 };
	struct export e;
	bool good;

	exportopen(&e, path, wanted);
	good = e.rows == count && e.first == (count ? rows[0].start : 0);
	for (size_t i = 0; exportnext(&e, &got); i++)
		good = good && i < count && e.latest == rows[i].start;
	good = good && e.written == count && !exportnext(&e, &got);
	if (!good)
		fprintf(stderr,
		    "# %zu rows expected, %" PRIu64 " found, %" PRIu64
		    " written, the first at %" PRId64 "\n",
		    count, e.rows, e.written, e.first);
	good = equal(&got, want) && good;
	exportclose(&e);
	free(got.p);
	return good;
}

/* Dumps it with several and compares. */
static bool
together(const char *path, const struct wanted *wanted, unsigned workers, struct buf *want)
{
	struct progress progress = { .next = UINT64_MAX };
	struct buf got = { 0 };
	struct workers *all;
	struct found found[TABLES] = { { 0 } };
	struct reader first;
	struct written written;
	struct merge merge;
	bool good;

	readeropen(&first, path, NULL, wanted, NULL);
	all = workersopen(path, &first, wanted, workers);
	workersfind(all, found);
	readerready(&first, found);
	mergeopen(&merge, first.tables, found, first.count, wanted);
	written = workersrun(all, &merge, found, &progress, &got, NULL);
	good = written.rows == count && (count == 0 || written.latest == rows[count - 1].start);
	if (!good)
		fprintf(stderr, "# %zu rows expected, %" PRIu64 " written by %u workers\n", count,
		    written.rows, workers);
	good = equal(&got, want) && good;
	mergeclose(&merge);
	for (size_t i = 0; i < first.count; i++)
		foundfree(&found[i]);
	workersclose(all);
	readerclose(&first);
	free(got.p);
	return good;
}

/* Dumps one random export in both ways. */
static void
once(const struct mixture *k, size_t *one, size_t *several)
{
	struct wanted wanted = {
		.types = ~UINT64_C(0), .style = "short", .from = INT64_MIN, .to = INT64_MAX
	};
	struct buf want;
	char *path = make(k);

	if (k->window) {
		wanted.from = randomtime(k);
		wanted.to = wanted.from < INT64_MAX - k->span
		    ? wanted.from + 1 + (int64_t)taprandom((uint64_t)k->span)
		    : INT64_MAX;
	}
	if (k->some)
		wanted.types = taprandom(UINT64_MAX);
	want = expected(&wanted);
	*one += alone(path, &wanted, &want);
	*several += together(path, &wanted, 2 + (unsigned)taprandom(3), &want);
	childremove(path);
	free(want.p);
}

static void
mixtures(void)
{
	static const struct mixture all[] = {
		{ "sorted", 1000000, 1, 300, false, false, false, 1 },
		{ "sorted, many ties", 20, 1, 300, false, false, false, 1 },
		{ "a few runs", 1000000, 5, 300, false, false, false, 1 },
		{ "a few runs, many ties", 20, 5, 300, false, false, false, 1 },
		{ "all at one time", 1, 4, 300, false, false, false, 1 },
		{ "no order", 1000000, 0, 200, false, false, false, 1 },
		{ "no order, many rows", 1000000, 0, 1500, false, false, false, 1 },
		{ "no order, many ties", 30, 0, 1500, false, false, false, 1 },
		{ "hostile", 1000, 3, 300, true, false, false, 1 },
		{ "hostile, no order", 1000, 0, 1500, true, false, false, 1 },
		{ "windows", 10000, 3, 300, false, true, false, 1 },
		{ "windows, many ties", 20, 3, 300, false, true, false, 1 },
		{ "windows, no order", 10000, 0, 1000, false, true, false, 1 },
		{ "windows, hostile", 1000, 3, 300, true, true, false, 1 },
		{ "some types", 1000, 3, 300, false, false, true, 1 },
		{ "some types, windows, no order", 1000, 0, 1000, true, true, true, 1 },
		{ "a few rows", 10, 0, 3, false, false, false, 1 },
		{ "a few rows, windows, some types", 10, 0, 3, true, true, true, 1 },
		{ "gaps", 1000000, 1, 300, false, false, false, 1000 },
		{ "gaps, a few runs, many ties", 20, 5, 300, false, false, false, 1000 },
		{ "gaps, all at one time", 1, 4, 300, false, false, false, 1000 },
		{ "gaps, no order", 1000000, 0, 200, false, false, false, 1000 },
		{ "gaps, no order, many rows", 1000000, 0, 1500, false, false, false, 1000 },
		{ "gaps, hostile", 1000, 3, 300, true, false, false, 1000 },
		{ "gaps, hostile, some types", 1000, 3, 300, true, false, true, 1000 },
		{ "gaps, windows", 10000, 1, 300, false, true, false, 1000 },
		{ "gaps, windows, a few runs, many ties", 20, 3, 300, false, true, false, 1000 },
		{ "gaps, windows, no order", 10000, 0, 200, false, true, false, 1000 },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		size_t one = 0, several = 0, times = all[i].rows > 300 ? 2 : 6;

		for (size_t n = 0; n < times; n++)
			once(&all[i], &one, &several);
		ok(one == times, "in the order of a sort: %s (%zu of %zu)", all[i].name, one,
		    times);
		ok(several == times, "in the order of a sort, by several workers: %s (%zu of %zu)",
		    all[i].name, several, times);
	}
}

/* Makes one table of calls in runs of two rows, and counts how many are merged. */
static size_t
runsof(int runs, bool *right)
{
	struct wanted wanted = {
		.types = ~UINT64_C(0), .style = "short", .from = INT64_MIN, .to = INT64_MAX
	};
	struct buf sql = { 0 }, out = { 0 };
	struct export e;
	size_t found;
	int64_t last = -1;
	char *path;

	bufprintf(&sql,
	    "CREATE TABLE OSRT_API ([start] INTEGER, [end] INTEGER);"
	    "WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
	    "INSERT INTO OSRT_API SELECT (i %% 2 + 1) * 100000 - i / 2, 900000 FROM n",
	    2 * runs - 1);
	path = exportmake(sql.p);
	exportopen(&e, path, &wanted);
	found = e.found[0].sorter ? 0 : e.found[0].count;
	for (*right = true; exportnext(&e, &out); last = e.latest)
		*right = *right && e.latest >= last;
	*right = *right && e.written == (uint64_t)runs * 2;
	exportclose(&e);
	childremove(path);
	free(sql.p);
	free(out.p);
	return found;
}

/* As many rows at one time, each longer than the one before. */
static size_t
tiesof(int ties, bool *right)
{
	struct wanted wanted = {
		.types = ~UINT64_C(0), .style = "short", .from = INT64_MIN, .to = INT64_MAX
	};
	struct buf sql = { 0 }, out = { 0 }, want = { 0 };
	struct export e;
	size_t found;
	char *path;

	bufprintf(&sql,
	    "CREATE TABLE OSRT_API ([start] INTEGER, [end] INTEGER);"
	    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
	    "INSERT INTO OSRT_API SELECT 7, 7 + i FROM n",
	    ties);
	for (int i = ties; i > 0; i--)
		bufprintf(&want, "{\"ts\":7,\"dur\":%d,\"type\":\"osrt\"}\n", i);
	path = exportmake(sql.p);
	exportopen(&e, path, &wanted);
	found = e.found[0].sorter ? 0 : e.found[0].count;
	while (exportnext(&e, &out))
		continue;
	*right = equal(&out, &want);
	exportclose(&e);
	childremove(path);
	free(sql.p);
	free(out.p);
	free(want.p);
	return found;
}

static void
runs(void)
{
	static const int some[] = { 1, 2, 3, 100, 1024, 1025, 32768, 32769, 40000 },
	                 ties[] = { 16, 100, 65536, 65538, 70000 };

	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++) {
		bool right;
		size_t found = runsof(some[i], &right);

		ok(right, "%d runs: in order", some[i]);
		ok(found == (some[i] <= 32768 ? (size_t)some[i] : 0),
		    "%d runs are merged, or else sorted (%zu)", some[i], found);
	}
	for (size_t i = 0; i < sizeof(ties) / sizeof(*ties); i++) {
		bool right;
		size_t found = tiesof(ties[i], &right);

		ok(right, "%d rows at one time: the longest first", ties[i]);
		ok(found == (ties[i] <= 65537), "%d rows at one time are sorted by %s", ties[i],
		    found ? "the merge" : "SQLite");
	}
}

/* Nothing at all, and tables without rows. */
static void
nothing(void)
{
	struct wanted wanted = {
		.types = ~UINT64_C(0), .style = "short", .from = INT64_MIN, .to = INT64_MAX
	};
	static const char *const sql[] = {
		"", "CREATE TABLE OSRT_API ([start] INTEGER, [end] INTEGER)",
		"CREATE TABLE OSRT_API ([start] INTEGER, [end] INTEGER); INSERT INTO OSRT_API VALUES(NULL,5)"
	};

	for (size_t i = 0; i < 3; i++) {
		struct buf out = { 0 };
		struct export e;
		char *path = exportmake(sql[i]);

		exportopen(&e, path, &wanted);
		ok(!exportnext(&e, &out) && out.n == 0 && e.first == 0 && e.rows == 0 &&
		        e.reader.count == (i > 0),
		    "no rows: %s", sql[i]);
		exportclose(&e);
		childremove(path);
		free(out.p);
	}
}

/* Rowids that are not those of the order, below 0 and with gaps. */
static void
rowids(void)
{
	struct wanted wanted = {
		.types = ~UINT64_C(0), .style = "short", .from = INT64_MIN, .to = INT64_MAX
	};
	static const char want[] =
	    "{\"ts\":1,\"dur\":1,\"type\":\"osrt\",\"args\":{\"nesting\":3}}\n{\"ts\":2,\"dur\":1,\"type\":\"osrt\",\"args\":{\"nesting\":1}}\n"
	    "{\"ts\":3,\"dur\":1,\"type\":\"osrt\",\"args\":{\"nesting\":4}}\n{\"ts\":4,\"dur\":1,\"type\":\"osrt\",\"args\":{\"nesting\":2}}\n";
	struct buf out = { 0 };
	struct export e;
	char *path = exportmake(
	    "CREATE TABLE OSRT_API ([start] INTEGER, [end] INTEGER, nestingLevel INTEGER);"
	    "INSERT INTO OSRT_API (_rowid_,[start],[end],nestingLevel) VALUES(-9,2,3,1),(-5,4,5,2),(1000,1,2,3),(9223372036854775807,3,4,4);");

	exportopen(&e, path, &wanted);
	while (exportnext(&e, &out))
		continue;
	ok(out.n == sizeof(want) - 1 && memcmp(out.p, want, out.n) == 0,
	    "rowids below 0 and with gaps");
	exportclose(&e);
	childremove(path);
	free(out.p);
}

int
main(void)
{
	cliinit("test", "");
	mixtures();
	runs();
	nothing();
	rowids();
	return tapend();
}
