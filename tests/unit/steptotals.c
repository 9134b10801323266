/* SPDX-License-Identifier: MIT */
/* steptotals.h: compared with qsort of the same totals. */
#include <stdlib.h>

#include "sum/columns/steptotals.h"
#include "tap.h"

enum { TOTALS = 20000 };

static int
bynumber(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Returns a total: mostly small, sometimes as large as possible. */
static int64_t
makenumber(void)
{
	return taprandom(20) == 0 ? INT64_MAX - (int64_t)taprandom(3) : (int64_t)taprandom(5000);
}

/* Reads all totals into an array of count elements. The chunks overlap where some were sorted on
 * disk. Returns true if they are in ascending order, as are their first totals. */
static bool
readall(struct steptotals *x, int64_t *all, size_t count)
{
	int64_t least = 0;
	const int64_t *chunk;
	size_t n, used = 0;
	bool good = true;

	steptotalsread(x);
	while (steptotalsnext(x, &chunk, &n)) {
		good = good && chunk[0] >= least && used + n <= count;
		least = chunk[0];
		for (size_t i = 0; i < n && used < count; i++) {
			good = good && (i == 0 || chunk[i - 1] <= chunk[i]);
			all[used++] = chunk[i];
		}
	}
	return good && used == count;
}

/* Adds that many totals, and compares. Of those in memory there are at most most. */
static void
totals(struct steptotals *x, size_t most, size_t count)
{
	static int64_t want[TOTALS], got[TOTALS];
	bool good;

	x->most = most;
	for (size_t i = 0; i < count; i++)
		steptotalsadd(x, want[i] = makenumber());
	good = x->count == count;
	ok(readall(x, got, count) && good, "%zu totals, %zu in memory: chunks in order", count,
	    most);
	qsort(want, count, sizeof(*want), bynumber);
	qsort(got, count, sizeof(*got), bynumber);
	good = true;
	for (size_t i = 0; i < count; i++)
		good = good && want[i] == got[i];
	ok(good, "... and all of them");
	steptotalsclear(x);
}

int
main(void)
{
	static const size_t counts[] = { 0, 1, 2, 17, 2048, 2049, TOTALS };
	struct steptotals x = { .memory = 5000 };

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		for (size_t most = 0; most <= TOTALS; most = most * 60 + 1)
			totals(&x, most, counts[i]);
	steptotalsfree(&x);
	return tapend();
}
