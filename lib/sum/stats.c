/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "mem.h"
#include "stats.h"

__extension__ typedef unsigned __int128 uwide;

double
widedouble(wide v, wide by)
{
	uwide n = v < 0 ? -(uwide)v : (uwide)v, d = (uwide)by, q = n / d, r = n % d;
	int shift = 0;
	double magnitude;

	/* At least 55 bits, so that the last of them stands behind the one that decides. */
	for (; r != 0 && q >> 55 == 0 && shift < 200; shift++) {
		r <<= 1;
		q = q << 1 | (r >= d);
		r -= r >= d ? d : 0;
	}
	magnitude = ldexp((double)(q | (r != 0)), -shift);
	return v < 0 ? -magnitude : magnitude;
}

wide
widescale(double v, int decimals)
{
	const wide most = (wide)1 << 126;
	int exponent;
	wide scaled = (wide)ldexp(frexp(fabs(v), &exponent), 53); /* below 2^53 */

	exponent -= 53;
	for (; decimals > 0; decimals--)
		scaled *= 10; /* below 2^73 */
	if (exponent >= 0)
		scaled = exponent < 50 ? scaled << exponent : most;
	else if (exponent < -100)
		scaled = 0;
	else
		scaled = (scaled + ((wide)1 << (-exponent - 1))) >> -exponent;
	return v < 0 ? -scaled : scaled;
}

void
timesput(struct times *t, int64_t ns)
{
	if (ns <= UINT32_MAX) {
		if (t->briefs == t->briefroom)
			GROW(t->brief, t->briefroom, t->briefs + 1);
		t->brief[t->briefs++] = (uint32_t)ns;
	} else {
		GROW(t->lengthy, t->lengthyroom, t->lengthies + 1);
		t->lengthy[t->lengthies++] = ns;
	}
}

/* The standard deviation, from the distances to the whole part of the mean: those are exact, and
 * small where the times are alike. */
static long double
deviation(const struct times *t, const struct stats *s)
{
	long double rest, squares = 0;
	int64_t middle;

	if (s->count < 2)
		return 0;
	middle = (int64_t)(s->total / (wide)s->count);
	rest = (long double)(s->total - (wide)middle * (wide)s->count);
	for (size_t i = 0; i < t->briefs; i++) {
		long double d = (long double)(t->brief[i] - middle);

		squares += d * d;
	}
	for (size_t i = 0; i < t->lengthies; i++) {
		long double d = (long double)(t->lengthy[i] - middle);

		squares += d * d;
	}
	squares -= rest * rest / (long double)s->count;
	return squares <= 0 ? 0 : sqrtl(squares / (long double)(s->count - 1));
}

struct stats
timesstats(const struct times *t)
{
	struct stats s = { .count = timescount(t), .min = INT64_MAX };

	if (s.count == 0)
		return (struct stats){ 0 };
	for (size_t i = 0; i < t->briefs; i++) {
		int64_t v = t->brief[i];

		s.total += v;
		s.min = v < s.min ? v : s.min;
		s.max = v > s.max ? v : s.max;
	}
	for (size_t i = 0; i < t->lengthies; i++) {
		int64_t v = t->lengthy[i];

		s.total += v;
		s.min = v < s.min ? v : s.min;
		s.max = v > s.max ? v : s.max;
	}
	s.stddev = deviation(t, &s);
	return s;
}

/* The two brief ones that are at k and behind it when all are in order: by halving the values
 * between which the first one lies, at most 32 times, and moving those that are not above to the
 * front. k is not the last. */
static void
briefpair(struct times *t, size_t k, int64_t pair[2])
{
	size_t from = 0, to = t->briefs;
	uint32_t low = 0, high = UINT32_MAX;

	while (low < high && to - from > 1) {
		uint32_t middle = low + (high - low) / 2;
		size_t split = from;

		for (size_t i = from; i < to; i++) {
			uint32_t v = t->brief[i];

			t->brief[i] = t->brief[split];
			t->brief[split] = v;
			split += v <= middle;
		}
		if (k < split) {
			to = split;
			high = middle;
		} else {
			from = split;
			low = middle + 1;
		}
	}
	pair[0] = pair[1] = t->brief[k];
	if (k + 1 < to)
		return;
	pair[1] = INT64_MAX;
	for (size_t i = to; i < t->briefs; i++)
		pair[1] = t->brief[i] < pair[1] ? t->brief[i] : pair[1];
}

static int
byvalue(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

wide
timespercentile(struct times *t, uint32_t percent)
{
	uint64_t count = timescount(t);
	wide at, part;
	int64_t pair[2] = { 0 };
	size_t k;

	if (count == 0)
		return 0;
	at = (wide)(count - 1) * percent;
	k = (size_t)(at / PERCENTS);
	part = at % PERCENTS;
	if (k < t->briefs)
		briefpair(t, k, pair);
	if (k + 1 >= t->briefs && t->lengthies > 0) {
		qsort(t->lengthy, t->lengthies, sizeof(*t->lengthy), byvalue);
		if (k >= t->briefs)
			pair[0] = t->lengthy[k - t->briefs];
		pair[1] = t->lengthy[k + 1 < count ? k + 1 - t->briefs : k - t->briefs];
	}
	return (wide)pair[0] * PERCENTS + (part > 0 ? ((wide)pair[1] - pair[0]) * part : 0);
}

void
timesfree(struct times *t)
{
	free(t->brief);
	free(t->lengthy);
	*t = (struct times){ 0 };
}
