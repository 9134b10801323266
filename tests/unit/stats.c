/* SPDX-License-Identifier: MIT */
/* stats.h: against sorting, and against arithmetic that has room. */
#include <math.h>
#include <stdlib.h>

#include "mem.h"
#include "sum/stats.h"
#include "tap.h"

static int
byvalue(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The standard deviation in two passes, of what the durations, sorted, have above the first. */
static long double
deviation(const int64_t *v, size_t n)
{
	long double mean = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += (long double)(v[i] - v[0]) / (long double)n;
	for (size_t i = 0; i < n; i++)
		squares +=
		    ((long double)(v[i] - v[0]) - mean) * ((long double)(v[i] - v[0]) - mean);
	return n > 1 ? sqrtl(squares / (long double)(n - 1)) : 0;
}

/* Checks the statistics of some durations, which it sorts. */
static bool
right(int64_t *v, size_t n)
{
	struct times t = { 0 };
	struct stats s;
	wide total = 0, error;
	bool good;

	for (size_t i = 0; i < n; i++) {
		timesput(&t, v[i]);
		total += v[i];
	}
	s = timesstats(&t);
	qsort(v, n, sizeof(*v), byvalue);
	error = s.stddev - (wide)(deviation(v, n) * 1000);
	good = timescount(&t) == n && s.count == n && s.total == total && s.min == v[0] &&
	    s.max == v[n - 1] && s.median == ((wide)v[(n - 1) / 2] + v[n / 2]) * 500 &&
	    s.mean == (total * 1000 * 2 + (wide)n) / (2 * (wide)n);
	good = good && (error < 0 ? -error : error) <= 2 + s.stddev / 1000000000;
	timesfree(&t);
	return good;
}

/* Durations of one kind: short, with many alike, around the size where they take more room, of any
 * size, close together and far from 0. */
static int64_t
duration(int kind)
{
	switch (kind) {
	case 0:
		return (int64_t)taprandom(1000);
	case 1:
		return (int64_t)taprandom(3) * 1000000;
	case 2:
		return (int64_t)UINT32_MAX - 2 + (int64_t)taprandom(5);
	case 3:
		return (int64_t)(taprandom((uint64_t)1 << 53) >> taprandom(53));
	default:
		return INT64_MAX - (int64_t)taprandom(1000);
	}
}

static void
samples(int kind)
{
	int64_t v[300];
	int wrong = 0;

	for (int run = 0; run < 2000; run++) {
		size_t n = 1 + taprandom(run % 10 ? 9 : sizeof(v) / sizeof(*v));

		for (size_t i = 0; i < n; i++)
			v[i] = duration(kind);
		wrong += !right(v, n);
	}
	ok(wrong == 0, "2000 samples of kind %d", kind);
}

static void
edges(void)
{
	int64_t zeros[4] = { 0 }, most[5], ends[2] = { 0, INT64_MAX },
	        three[3] = { 2, INT64_MAX, 2 };
	struct times none = { 0 };
	struct stats s = timesstats(&none);

	ok(s.count == 0 && s.total == 0 && s.min == 0 && s.max == 0 && s.median == 0 &&
	        s.mean == 0 && s.stddev == 0,
	    "none");
	for (int i = 0; i < 5; i++)
		most[i] = INT64_MAX;
	ok(right(zeros, 1), "a zero");
	ok(right(zeros, 4), "zeros");
	ok(right(most, 5), "the largest: the total is wider than 64 bits");
	ok(right(ends, 2), "the least and the largest");
	ok(right(three, 3), "a median far from the mean");
}

static void
many(void)
{
	size_t n = 1000000;
	int64_t *v = xreallocarray(NULL, n, sizeof(*v));

	for (size_t i = 0; i < n; i++)
		/* What squares of 64 bits, or of doubles, would lose. */
		v[i] = 1000000000000 + (int64_t)taprandom(7);
	ok(right(v, n), "a million, alike in their first digits");
	free(v);
}

static void
room(void)
{
	struct times t = { 0 };

	for (int i = 0; i < 100000; i++)
		timesput(&t, i);
	ok(t.lengthyroom == 0 && t.briefroom * sizeof(*t.brief) <= 8 * 100000,
	    "at most eight bytes each");
	timesfree(&t);
	ok(t.brief == NULL && timescount(&t) == 0, "freed");
}

static void
division(void)
{
	ok(widedivide(5, 2) == 3 && widedivide(-5, 2) == -3 && widedivide(4, 3) == 1 &&
	        widedivide(-4, 3) == -1 && widedivide(0, 7) == 0,
	    "to the nearest");
	ok(widedivide((wide)INT64_MAX * 1000, 1000) == INT64_MAX &&
	        widedivide((wide)INT64_MIN * 1000, 1000) == INT64_MIN,
	    "wide numbers");
	ok(widedivide(INT64_MAX / 2, 1) == INT64_MAX / 2 &&
	        widedivide(INT64_MAX / 2 - 1, INT64_MAX - 1) == 0 &&
	        widedivide(7, (wide)INT64_MAX * 4) == 0,
	    "where it changes over");
}

int
main(void)
{
	for (int kind = 0; kind < 5; kind++)
		samples(kind);
	edges();
	many();
	room();
	division();
	return tapend();
}
