/* SPDX-License-Identifier: MIT */
/* probe.h and piece.h: single rows of random tables against all of their rows, and the pieces of
 * tables as nsys writes them. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli.h"
#include "export.h"
#include "dump/piece.h"
#include "tap.h"

enum { ROWS = 60000 };

struct maderow {
	int64_t rowid, start, thread, class;
};

static struct maderow rows[ROWS];
static size_t count;
static struct wanted wanted = {
	.types = ~UINT64_C(0), .style = "short", .from = INT64_MIN, .to = INT64_MAX
};

static void
add(int64_t rowid, int64_t start, int64_t thread, int64_t class)
{
	rows[count++] = (struct maderow){ rowid, start, thread, class };
}

/* Writes the rows into a table of calls. */
static char *
make(void)
{
	struct buf sql = { 0 };
	char *path;

	bufstr(&sql,
	    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME ([start] INTEGER, [end] INTEGER, globalTid INTEGER, eventClass INTEGER);");
	for (size_t i = 0; i < count; i++)
		bufprintf(&sql, "%s(%" PRId64 ",%" PRId64 ",0,%" PRId64 ",%" PRId64 ")",
		    i % 500 ? ","
		        : i
		        ? ";INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME([rowid],[start],[end],globalTid,eventClass) VALUES"
		        : "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME([rowid],[start],[end],globalTid,eventClass) VALUES",
		    rows[i].rowid, rows[i].start, rows[i].thread, rows[i].class);
	bufchar(&sql, '\0');
	path = exportmake(sql.p);
	free(sql.p);
	return path;
}

/* The first row from low to high that starts at ts or later, by a look at all. */
static int64_t
search(int64_t low, int64_t high, int64_t ts)
{
	for (size_t i = 0; i < count; i++)
		if (rows[i].rowid >= low && rows[i].rowid <= high && rows[i].start >= ts)
			return rows[i].rowid;
	return INT64_MAX;
}

/* A number found stands for the first row with it or a higher one, up to high. */
static bool
finds(struct probe *p, int64_t low, int64_t high, int64_t ts)
{
	int64_t found = probetime(p, low, high, ts), want = search(low, high, ts);
	bool none = want == INT64_MAX;

	if (none ? found > high : found <= want && search(found, high, INT64_MIN) == want)
		return true;
	fprintf(stderr,
	    "# from %" PRId64 " to %" PRId64 ", at %" PRId64 ": row %" PRId64
	    " was found, row %" PRId64 " is it\n",
	    low, high, ts, found, want);
	return false;
}

/* The first row with that number or a higher one. */
static bool
shows(struct probe *p, int64_t rowid)
{
	struct sight seen = { 0 };
	size_t i = 0;

	while (i < count && rows[i].rowid < rowid)
		i++;
	if (!probeat(p, rowid, &seen))
		return i == count;
	return i < count && seen.rowid == rows[i].rowid && seen.timed && seen.ts == rows[i].start &&
	    seen.thread == rows[i].thread && seen.class == rows[i].class;
}

/* Single rows and times of sorted rows whose numbers have gaps of up to so many, the first below
 * 0. */
static void
times(uint64_t gap, uint64_t step)
{
	size_t found = 0, seen = 0, tries = 300;
	int64_t rowid = -(int64_t)(gap * 500), ts = -1000;
	struct reader r;
	struct probe p;
	char *path;

	count = 0;
	for (size_t i = 0; i < 1000;
	     i++, rowid += 1 + (int64_t)taprandom(gap), ts += (int64_t)taprandom(step))
		add(rowid, ts, (int64_t)taprandom(9), (int64_t)taprandom(2));
	path = make();
	readeropen(&r, path, &wanted);
	probeopen(&p, &r.tables[0]);
	ok(p.low == rows[0].rowid && p.high == rows[count - 1].rowid,
	    "gaps of %" PRIu64 ", times %" PRIu64 " apart: the first and the last row", gap, step);
	for (size_t i = 0; i < tries; i++) {
		size_t from = taprandom(count), to = from + taprandom(count - from);
		int64_t at = rows[taprandom(count)].start + (int64_t)taprandom(3) - 1;

		found +=
		    finds(&p, p.low, p.high, at) && finds(&p, rows[from].rowid, rows[to].rowid, at);
		seen += shows(&p, rows[from].rowid + (int64_t)taprandom(gap + 1));
	}
	found += finds(&p, p.low, p.high, INT64_MIN) && finds(&p, p.low, p.high, INT64_MAX) &&
	    finds(&p, rows[5].rowid, rows[4].rowid, 0);
	ok(found == tries + 1,
	    "gaps of %" PRIu64 ", times %" PRIu64 " apart: the first row at a time (%zu of %zu)",
	    gap, step, found, tries + 1);
	ok(seen == tries && shows(&p, INT64_MIN) && shows(&p, INT64_MAX) && shows(&p, p.high),
	    "gaps of %" PRIu64 ": single rows (%zu of %zu)", gap, seen, tries);
	probeclose(&p);
	readerclose(&r);
	childremove(path);
}

/* Whether pieces cover all rows, one behind the other, and each is sorted by start. */
static bool
sorted(const struct piece *pieces, size_t n)
{
	size_t piece = 0;

	for (size_t i = 0; i < count; i++) {
		size_t before = piece;

		while (piece < n && rows[i].rowid > pieces[piece].high)
			piece++;
		if (piece == n || rows[i].rowid < pieces[piece].low ||
		    (i > 0 && piece == before && rows[i].start < rows[i - 1].start)) {
			fprintf(stderr,
			    "# row %" PRId64
			    " is in no piece of %zu, or earlier than the one before\n",
			    rows[i].rowid, n);
			return false;
		}
	}
	return true;
}

/* Looks for the pieces of the rows; where they need not be found they may not be wrong either. */
static void
pieces(const char *what, bool needed)
{
	struct piece found[PIECES];
	struct reader r;
	struct probe p;
	size_t n;
	char *path = make();

	readeropen(&r, path, &wanted);
	probeopen(&p, &r.tables[0]);
	n = piecesfind(&p, found);
	ok(!needed || n > 0, "%s: %zu pieces", what, n);
	ok(n == 0 || sorted(found, n), "%s: each is sorted, and they have all rows", what);
	probeclose(&p);
	readerclose(&r);
	childremove(path);
}

/* How nsys writes a table: a sorted run for each thread and class. */
struct shape {
	const char *name;
	int threads;
	size_t rows;      /* of a long run */
	int64_t shift;    /* ns by which each long run begins later than the one before */
	size_t brief;     /* every so manieth thread has a few rows only; 0 for none */
	int64_t gap;      /* between row numbers */
	bool needed;
};

static void
shaped(const struct shape *s)
{
	int64_t rowid = 1;

	count = 0;
	for (int thread = 0; thread < s->threads; thread++)
		for (int class = 0; class < 2; class++) {
			bool brief = s->brief > 0 && (size_t)thread % s->brief == 1;
			size_t n = brief ? 1 + taprandom(4) : s->rows / 2 + taprandom(s->rows / 2);
			int64_t ts =
			    brief ? (int64_t)taprandom(1000000) : s->shift * (thread * 2 + class);

			for (size_t i = 0; i < n && count < ROWS; i++,
			            rowid += 1 + (int64_t)taprandom((uint64_t)s->gap),
			            ts += (int64_t)taprandom(100))
				add(rowid, ts, thread, class);
		}
	pieces(s->name, s->needed && s->gap == 1); /* nsys leaves no gaps */
}

/* Rows in no order but that of their times, or in none at all. */
static void
loose(void)
{
	count = 0;
	for (size_t i = 0; i < ROWS; i++)
		add((int64_t)i, (int64_t)i * 10, (int64_t)taprandom(50), (int64_t)taprandom(2));
	pieces("sorted, threads in turns", true);
	for (size_t i = 0; i < ROWS; i++)
		rows[i].start = (int64_t)taprandom(1000000);
	pieces("no order", false);
	rows[ROWS - 1] = (struct maderow){ 900000000, 2000000, rows[0].thread, rows[0].class };
	pieces("no order, one row far behind the others", false);
	for (size_t i = 0; i < ROWS; i++)
		rows[i] = (struct maderow){ (int64_t)(i / 100 * 1000000 + i % 100),
			(int64_t)(i % 20000 * 10), (int64_t)(i / 20000), 1 };
	pieces("three runs whose numbers have large gaps", false);
	count = 1;
	pieces("one row", true);
	count = 0;
	pieces("no rows", false);
}

int
main(void)
{
	static const struct shape shapes[] = {
		{ "one thread", 1, 20000, 0, 0, 1, true },
		{ "ten threads", 10, 2500, 0, 0, 1, true },
		{ "ten threads, gaps", 10, 2500, 0, 0, 50, true },
		{ "ten threads, every third of a few rows", 10, 3000, 0, 3, 1, true },
		{ "ten threads one after another, every third of a few rows", 10, 3000, 400000, 3,
		    1, true },
		{ "thirty threads one after another", 30, 900, 100000, 0, 1, true },
		{ "thirty threads one after another, every other of a few rows", 30, 1800, 100000,
		    2, 1, true },
		{ "thirty threads one after another, every other of a few rows, gaps", 30, 1800,
		    100000, 2, 30, true },
		{ "a hundred threads", 100, 290, 0, 0, 1, false },
		{ "a hundred threads one after another, every other of a few rows", 100, 570,
		    100000, 2, 1, false },
		{ "two hundred threads, every other of a few rows", 200, 290, 3, 2, 1, false },
		{ "a thousand threads", 1000, 28, 50, 5, 1, false },
	};

	cliinit("test", "");
	times(1, 10);
	times(1, 2);
	times(7, 10);
	times(100000, 100);
	times(UINT64_C(1) << 50, 3);
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
		shaped(&shapes[i]);
	loose();
	return tapend();
}
