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

/* Makes room for one more brief one. */
static void
growbrief(struct times *t)
{
	uint32_t *many = t->briefroom > 0 ? t->brief.many : NULL;
	size_t room = t->briefroom;

	many = xgrow(many, &room, t->briefs + 1, sizeof(*many));
	if (t->briefroom == 0)
		memcpy(many, t->brief.few, sizeof(t->brief.few));
	t->brief.many = many;
	t->briefroom = room;
}

/* The brief ones, to be read. */
static const uint32_t *
briefof(const struct times *t)
{
	return t->briefroom > 0 ? t->brief.many : t->brief.few;
}

void
timesput(struct times *t, int64_t ns)
{
	if (ns <= UINT32_MAX) {
		if (t->briefs >= TIMES_FEW && t->briefs >= t->briefroom)
			growbrief(t);
		(t->briefroom > 0 ? t->brief.many : t->brief.few)[t->briefs++] = (uint32_t)ns;
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
	const uint32_t *brief = briefof(t);
	long double rest, squares = 0;
	int64_t middle;

	if (s->count < 2)
		return 0;
	middle = (int64_t)(s->total / (wide)s->count);
	rest = (long double)(s->total - (wide)middle * (wide)s->count);
	for (size_t i = 0; i < t->briefs; i++) {
		long double d = (long double)(brief[i] - middle);

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
	const uint32_t *brief = briefof(t);

	if (s.count == 0)
		return (struct stats){ 0 };
	for (size_t i = 0; i < t->briefs; i++) {
		int64_t v = brief[i];

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

/* Puts a few in order. */
static void
insertionsort(uint32_t *p, size_t from, size_t to)
{
	for (size_t i = from + 1; i < to; i++) {
		uint32_t v = p[i];
		size_t j = i;

		for (; j > from && p[j - 1] > v; j--)
			p[j] = p[j - 1];
		p[j] = v;
	}
}

/* Brings the value that is at k when all of [from, to) are in order there, by halving the values
 * between which it lies, at most 32 times: for what was made to be slow. */
static void
selectbyvalue(uint32_t *p, size_t from, size_t to, size_t k)
{
	uint32_t low = 0, high = UINT32_MAX;

	while (low < high && to - from > 1) {
		uint32_t middle = low + (high - low) / 2;
		size_t split = from;

		for (size_t i = from; i < to; i++) {
			uint32_t v = p[i];

			p[i] = p[split];
			p[split] = v;
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
}

/* The middle one of three. */
static uint32_t
middle(uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t low = a < b ? a : b, high = a < b ? b : a;

	return c < low ? low : c > high ? high : c;
}

/* Brings the value that is at k when all of [from, to) are in order there, those that are less
 * before it: Hoare's quickselect. */
static void
selectat(uint32_t *p, size_t from, size_t to, size_t k)
{
	enum { FEW = 16, ROUNDS = 64 };

	for (int round = 0; to - from > FEW; round++) {
		uint32_t pivot = middle(p[from], p[from + (to - from) / 2], p[to - 1]);
		size_t i = from, j = to; /* of the upper part, and behind the lower one */

		if (round == ROUNDS) {
			selectbyvalue(p, from, to, k);
			return;
		}
		for (;;) {
			uint32_t v;

			while (p[i] < pivot)
				i++;
			while (p[j - 1] > pivot)
				j--;
			if (i >= j)
				break;
			v = p[i];
			p[i++] = p[--j];
			p[j] = v;
			if (i >= j)
				break;
		}
		if (k < j)
			to = j;
		else if (k >= i)
			from = i;
		else
			return;
	}
	insertionsort(p, from, to);
}

static int
byvalue(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The duration at k when all are in order; those before from are in their part of it. Then the rest
 * are no less than it. */
static int64_t
at(struct times *t, size_t from, size_t k)
{
	uint32_t *brief = t->briefroom > 0 ? t->brief.many : t->brief.few;

	if (k >= t->briefs)
		return t->lengthy[k - t->briefs];
	selectat(brief, from, t->briefs, k);
	return brief[k];
}

/* The duration behind k, which was selected. */
static int64_t
behind(const struct times *t, size_t k)
{
	const uint32_t *brief = briefof(t);
	uint32_t least = UINT32_MAX;

	if (k + 1 >= t->briefs)
		return t->lengthy[k + 1 - t->briefs];
	for (size_t i = k + 1; i < t->briefs; i++)
		least = brief[i] < least ? brief[i] : least;
	return least;
}

void
timespercentiles(struct times *t, const uint32_t *percents, size_t count, wide *values)
{
	uint64_t n = timescount(t);
	size_t before = 0;

	if (t->lengthies > 1)
		qsort(t->lengthy, t->lengthies, sizeof(*t->lengthy), byvalue);
	for (size_t i = 0; i < count; i++) {
		/* as many durations as fit into memory, a hundred thousand times, are below 2^64 */
		uint64_t place = n > 0 ? (n - 1) * percents[i] : 0, part = place % PERCENTS;
		size_t k = (size_t)(place / PERCENTS);
		int64_t v;

		values[i] = 0;
		if (n == 0)
			continue;
		before = before <= k ? before : 0;
		v = at(t, before, k);
		before = k;
		values[i] = (wide)v * PERCENTS;
		if (part > 0)
			values[i] += ((wide)behind(t, k) - v) * (wide)part;
	}
}

void
timesfree(struct times *t)
{
	if (t->briefroom > 0)
		free(t->brief.many);
	free(t->lengthy);
	*t = (struct times){ 0 };
}
