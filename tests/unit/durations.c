/* SPDX-License-Identifier: MIT */
/* durations.h and wide.h: compares statistics with those of sorted arrays, and rounding with wider
 * arithmetic. */
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "sum/tally/durations.h"
#include "tap.h"

static int
byvalue(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The standard deviation in two passes, of the differences between the sorted durations and the
 * first. */
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

/* A percentile of sorted durations, as numpy.percentile defines it. */
static wide
percentile(const int64_t *v, size_t n, uint32_t percent)
{
	wide at = (wide)(n - 1) * percent;
	size_t k = (size_t)(at / PERCENT_SCALE);
	int64_t next = k + 1 < n ? v[k + 1] : v[k];

	return (wide)v[k] * PERCENT_SCALE + (at - (wide)k * PERCENT_SCALE) * ((wide)next - v[k]);
}

/* Checks that durations which are read in ascending order, a few at a time, have the same
 * statistics, to the bit. Sorts the durations. */
static bool
rightsorted(struct durations *t, const struct stats *s, const int64_t *v, size_t n)
{
	const uint32_t percents[] = { 0, 1, 33333, 50000, 50000, 90000, 99999, 100000 };
	enum { PERCENTS = sizeof(percents) / sizeof(*percents) };
	wide values[PERCENTS], wanted[PERCENTS];
	struct sorteddurations sorted = {
		.percents = percents, .percentcount = PERCENTS, .values = values, .all = n
	};
	struct stats got;
	int64_t some[7];
	size_t rank = 0, few;
	bool good = true;

	while ((few = durationssorted(t, rank, some, 1 + rank % 7)) > 0)
		for (size_t i = 0; i < few; i++) {
			good = good && rank < n && some[i] == v[rank];
			rank++;
			sorteddurationsadd(&sorted, some[i]);
		}
	got = sorteddurationsstats(&sorted);
	durationspercentiles(t, percents, PERCENTS, wanted);
	for (int i = 0; i < PERCENTS; i++)
		good = good && values[i] == wanted[i];
	return good && rank == n && got.count == s->count && got.total == s->total &&
	    got.min == s->min && got.max == s->max && got.stddev == s->stddev;
}

/* Checks the statistics of some durations. Sorts them. */
static bool
right(int64_t *v, size_t n)
{
	struct durations t = { 0 };
	struct stats s;
	wide total = 0;
	uint32_t percents[12];
	wide values[12];
	long double error;
	bool good = true;

	for (size_t i = 0; i < n; i++) {
		durationsadd(&t, v[i]);
		total += v[i];
	}
	s = durationsstats(&t);
	qsort(v, n, sizeof(*v), byvalue);
	for (int i = 0; i < 12; i++)
		percents[i] = i < 9 ? (uint32_t)i * 12500 : (uint32_t)taprandom(PERCENT_SCALE + 1);
	durationspercentiles(&t, percents, 12, values);
	for (int i = 0; i < 12; i++)
		good = good && values[i] == percentile(v, n, percents[i]);
	error = fabsl(s.stddev - deviation(v, n));
	good = good && durationscount(&t) == n && s.count == n && s.total == total &&
	    durationstotal(&t) == total &&
	    s.min == v[0] && s.max == v[n - 1] &&
	    values[4] == ((wide)v[(n - 1) / 2] + v[n / 2]) * (PERCENT_SCALE / 2);
	good = good && error <= 0.001L + s.stddev / 1000000000 && rightsorted(&t, &s, v, n);
	durationsfree(&t);
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
	static int64_t v[3000];
	int wrong = 0;

	for (int run = 0; run < 2000; run++) {
		size_t most = run % 10 ? 9 : run % 100 ? 300 : sizeof(v) / sizeof(*v);
		size_t n = 1 + taprandom(most);

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
	struct durations none = { 0 };
	struct stats s = durationsstats(&none);
	uint32_t half = PERCENT_SCALE / 2;
	wide value = 1;

	durationspercentiles(&none, &half, 1, &value);
	ok(s.count == 0 && s.total == 0 && s.min == 0 && s.max == 0 && s.stddev == 0 &&
	        value == 0,
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
		/* Squares of 64 bits, or of doubles, would lose these digits. */
		v[i] = 1000000000000 + (int64_t)taprandom(7);
	ok(right(v, n), "a million, alike in their first digits");
	free(v);
}

/* Inputs for which the median of three is a bad pivot again and again: the selection must not
 * become quadratic. */
static void
slow(void)
{
	size_t n = 200000;
	int64_t *v = xreallocarray(NULL, n, sizeof(*v));

	for (size_t i = 0; i < n; i++) /* an organ pipe, and the middle out of the way */
		v[i] = (int64_t)(i < n / 2 ? i : n - i) * 3;
	ok(right(v, n), "rising and falling");
	for (size_t i = 0; i < n; i++)
		v[i] = (int64_t)(i % 2 ? n - i : i);
	ok(right(v, n), "to and fro");
	for (size_t i = 0; i < n; i++)
		v[i] = (int64_t)(i % 3 ? 7 : i);
	ok(right(v, n), "most of them alike");
	free(v);
}

static void
room(void)
{
	struct durations t = { 0 };

	ok(sizeof(t) == 16, "16 bytes in a group");
	durationsadd(&t, 7);
	durationsadd(&t, 5);
	ok(t.count32 == 2 && t.storage.inplace[0] == 7 && t.storage.inplace[1] == 5,
	    "... with two of them");
	durationsadd(&t, 3);
	ok(malloc_usable_size(t.storage.array) <= 24, "a third takes 24 bytes more");
	for (int i = 3; i < 100000; i++)
		durationsadd(&t, i);
	ok(durationscount(&t) == 100000 && malloc_usable_size(t.storage.array) <= 8 * 100000,
	    "at most eight bytes each");
	durationsfree(&t);
	ok(!durationsany(&t) && durationscount(&t) == 0 && durationstotal(&t) == 0, "freed");
}

/* Percentiles reorder the durations, which must not change other statistics by a single bit. */
static void
again(void)
{
	const uint32_t percents[] = { 10000, 50000, 99000 };
	int bad = 0;

	for (int run = 0; run < 200; run++) {
		struct durations t = { 0 };
		struct stats before, after;
		wide values[3], more[3];

		for (int i = 0; i < 400; i++)
			durationsadd(&t, duration(run % 5));
		before = durationsstats(&t);
		durationspercentiles(&t, percents, 3, values);
		after = durationsstats(&t);
		durationspercentiles(&t, percents, 3, more);
		bad += before.stddev != after.stddev || before.total != after.total ||
		    memcmp(values, more, sizeof(values)) != 0;
		durationsfree(&t);
	}
	ok(bad == 0, "statistics asked for again are the same");
}

/* 64-bit durations before, between and behind 32-bit ones, at each capacity. */
static void
mixtures(void)
{
	int64_t v[40];
	int bad = 0;

	for (size_t n = 1; n <= 40; n++)
		for (size_t at = 0; at < n; at++) {
			for (size_t i = 0; i < n; i++)
				v[i] = i == at ? (int64_t)UINT32_MAX + 1 : (int64_t)taprandom(99);
			bad += !right(v, n);
		}
	ok(bad == 0, "one lengthy duration at each place");
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

/* For numbers that doubles represent exactly, the FPU divides correctly. */
static void
doubles(void)
{
	int wrong = 0;

	for (int i = 0; i < 100000; i++) {
		int64_t v = (int64_t)taprandom((uint64_t)1 << 53) >> taprandom(53);
		int64_t by = 1 + (int64_t)(taprandom((uint64_t)1 << 52) >> taprandom(52));

		v = i % 2 ? -v : v;
		wrong += widedouble(v, by) != (double)v / (double)by;
	}
	ok(wrong == 0, "100000 quotients of small numbers");
	/* (2^80 + 1) / 3 and 2^100 / 3: halves of the last bit, and bits behind them. */
	ok(widedouble(((wide)1 << 80) + 1, 3) == ldexp(6004799503160661.0, 26) &&
	        widedouble((wide)1 << 100, 3) == ldexp(6004799503160661.0, 46) &&
	        widedouble(((wide)1 << 53) + 1, 1) == ldexp(1, 53) &&
	        widedouble(((wide)1 << 54) + 3, 2) == ldexp(1, 53) + 2,
	    "quotients of large numbers");
}

/* All digits of a double, rounded by hand. */
static wide
digits(double v, int decimals)
{
	char text[1500];
	wide n = 0;
	char *p = text;

	snprintf(text, sizeof(text), "%.1100f", fabs(v));
	for (; *p != '.'; p++)
		n = n * 10 + (*p - '0');
	for (p++; decimals > 0; decimals--, p++)
		n = n * 10 + (*p - '0');
	n += *p >= '5';
	return v < 0 ? -n : n;
}

static void
scales(void)
{
	int wrong = 0;

	for (int i = 0; i < 20000; i++) {
		int decimals = i % 7;
		double v = (double)(taprandom((uint64_t)1 << 53) >> taprandom(53));

		v = ldexp(i % 2 ? -v : v, -(int)taprandom(90));
		wrong += widescale(v, decimals) != digits(v, decimals);
	}
	ok(wrong == 0, "20000 numbers rounded");
	ok(widescale(16478.25, 1) == 164783 && widescale(-16478.25, 1) == -164783 &&
	        widescale(841.15, 1) == 8411 &&
	        widescale(widedouble(173790495, 10000), 1) == 173790,
	    "halves go away from zero, as they are stored");
	ok(widescale(0, 3) == 0 && widescale(1e-300, 6) == 0 &&
	        widescale(1e300, 0) == (wide)1 << 126 &&
	        widescale(ldexp(1, 70), 1) == ((wide)10 << 70),
	    "the least and the most");
}

/* Compares a sum of durations with wide arithmetic. */
static void
summing(const char *what, const int64_t *v, size_t n)
{
	struct durations t = { .count32 = 0 };
	wide total = 0;

	for (size_t i = 0; i < n; i++) {
		durationssum(&t, v[i]);
		total += v[i];
	}
	if (total > INT64_MAX)
		total = INT64_MAX;
	ok(durationstotal(&t) == total && durationscount(&t) == (n > 0), "a sum: %s", what);
	durationsfree(&t);
}

/* Sums below and above 32 bits, which are stored in other ways. */
static void
sums(void)
{
	static const int64_t zero[] = { 0, 0, 0 }, few[] = { 1, 2, 3 };
	static const int64_t edge[] = { UINT32_MAX - 1, 1, 0, 1, 5 };
	static const int64_t large[] = { INT64_C(1) << 40, 7, UINT32_MAX };
	static const int64_t beyond[] = { 5, INT64_MAX, 1, INT64_MAX };

	summing("of nothing", zero, 0);
	summing("of zeros", zero, 3);
	summing("of 32 bits", few, 3);
	summing("that grows beyond 32 bits", edge, 5);
	summing("beyond 32 bits from the first duration on", large, 3);
	summing("beyond 64 bits", beyond, 4);
}

int
main(void)
{
	for (int kind = 0; kind < 5; kind++)
		samples(kind);
	edges();
	many();
	slow();
	room();
	mixtures();
	again();
	division();
	doubles();
	scales();
	sums();
	return tapend();
}
