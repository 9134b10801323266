/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "mem.h"
#include "stats.h"

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

/* How many are at most v. */
static uint64_t
upto(const struct times *t, int64_t v)
{
	uint64_t n = 0;

	if (v >= UINT32_MAX) {
		for (size_t i = 0; i < t->lengthies; i++)
			n += t->lengthy[i] <= v;
		return n + t->briefs;
	}
	for (size_t i = 0; i < t->briefs; i++)
		n += t->brief[i] <= v;
	return n;
}

/* The smallest that is more than v; there is one. */
static int64_t
above(const struct times *t, int64_t v)
{
	int64_t least = INT64_MAX;

	for (size_t i = 0; i < t->briefs; i++)
		if (t->brief[i] > v && t->brief[i] < least)
			least = t->brief[i];
	for (size_t i = 0; i < t->lengthies; i++)
		if (t->lengthy[i] > v && t->lengthy[i] < least)
			least = t->lengthy[i];
	return least;
}

/* The median, by halving the interval that holds it: at most 63 passes whatever the durations are,
 * and no second copy of them. */
static wide
median(const struct times *t, const struct stats *s)
{
	uint64_t half = (s->count + 1) / 2;
	int64_t low = s->min, high = s->max, next;

	while (low < high) {
		int64_t middle = low + (high - low) / 2;

		if (upto(t, middle) >= half)
			high = middle;
		else
			low = middle + 1;
	}
	next = s->count % 2 == 1 || upto(t, low) > half ? low : above(t, low);
	return ((wide)low + next) * 500;
}

/* The standard deviation, from the distances to the whole part of the mean: those are exact, and
 * small where the times are alike. */
static wide
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
	return squares <= 0 ? 0
	                    : (wide)(sqrtl(squares / (long double)(s->count - 1)) * 1000 + 0.5L);
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
	s.mean = widedivide(s.total * 1000, (wide)s.count);
	s.median = median(t, &s);
	s.stddev = deviation(t, &s);
	return s;
}

void
timesfree(struct times *t)
{
	free(t->brief);
	free(t->lengthy);
	*t = (struct times){ 0 };
}
