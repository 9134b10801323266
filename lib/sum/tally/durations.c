/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "durations.h"

/* Durations of both sizes. */
struct mixeddurations {
	uint32_t *brief;
	size_t briefs, briefroom;
	int64_t *lengthy;
	size_t lengthies, lengthyroom;
};

/* The same of any durations, to be read. */
struct view {
	const uint32_t *brief;
	size_t briefs;
	const int64_t *lengthy;
	size_t lengthies;
};

static struct view
viewof(const struct durations *t)
{
	const struct mixeddurations *m = t->kept.mixed;

	if (t->briefs == DURATIONS_MIXED)
		return (struct view){ m->brief, m->briefs, m->lengthy, m->lengthies };
	return (struct view){
		t->briefs > DURATIONS_INLINE ? t->kept.many : t->kept.few, t->briefs, NULL, 0
	};
}

/* The brief ones, to be put in another order. */
static uint32_t *
briefof(struct durations *t)
{
	if (t->briefs == DURATIONS_MIXED)
		return t->kept.mixed->brief;
	return t->briefs > DURATIONS_INLINE ? t->kept.many : t->kept.few;
}

/* Whether there is no room for one more besides so many. With the two words that malloc adds, rooms
 * are powers of two, and halfway between two of these: 8, 12, 16, 24 and so on. */
static inline bool
isfull(size_t briefs)
{
	size_t all = briefs + 2, low = all & -all; /* the lowest bit */

	return (all == low || all == 3 * low) && low >= 4;
}

/* The room that follows a full one. */
static size_t
nextroom(size_t briefs)
{
	size_t all = briefs + 2, low = all & -all;

	if (briefs == DURATIONS_INLINE)
		return 8 - 2;
	return (all == low ? all / 2 * 3 : 4 * low) - 2;
}

/* Makes room for one more brief one, where that is full. */
static void
growbrief(struct durations *t)
{
	uint32_t *many = t->briefs > DURATIONS_INLINE ? t->kept.many : NULL;

	many = xreallocarray(many, nextroom(t->briefs), sizeof(*many));
	if (t->briefs == DURATIONS_INLINE)
		memcpy(many, t->kept.few, sizeof(t->kept.few));
	t->kept.many = many;
}

/* Keeps them with room for lengthy ones. */
static void
mix(struct durations *t)
{
	struct mixeddurations *m = xzalloc(1, sizeof(*m));

	m->briefs = t->briefs;
	if (t->briefs > DURATIONS_INLINE) {
		m->brief = t->kept.many;
		m->briefroom = t->briefs;
	} else if (t->briefs > 0) {
		GROW(m->brief, m->briefroom, DURATIONS_INLINE);
		memcpy(m->brief, t->kept.few, sizeof(t->kept.few));
	}
	t->kept.mixed = m;
	t->briefs = DURATIONS_MIXED;
}

static void
putmixed(struct durations *t, int64_t ns)
{
	struct mixeddurations *m;

	if (t->briefs != DURATIONS_MIXED)
		mix(t);
	m = t->kept.mixed;
	if (ns <= UINT32_MAX) {
		GROW(m->brief, m->briefroom, m->briefs + 1);
		m->brief[m->briefs++] = (uint32_t)ns;
	} else {
		GROW(m->lengthy, m->lengthyroom, m->lengthies + 1);
		m->lengthy[m->lengthies++] = ns;
	}
}

void
durationsadd(struct durations *t, int64_t ns)
{
	if (ns > UINT32_MAX || t->briefs == DURATIONS_MIXED) {
		putmixed(t, ns);
	} else if (t->briefs < DURATIONS_INLINE) {
		t->kept.few[t->briefs++] = (uint32_t)ns;
	} else {
		if (isfull(t->briefs))
			growbrief(t);
		t->kept.many[t->briefs++] = (uint32_t)ns;
	}
}

uint64_t
durationscount(const struct durations *t)
{
	struct view v = viewof(t);

	return (uint64_t)v.briefs + v.lengthies;
}

wide
durationstotal(const struct durations *t)
{
	struct view v = viewof(t);
	wide total = 0;

	for (size_t i = 0; i < v.briefs; i++)
		total += v.brief[i];
	for (size_t i = 0; i < v.lengthies; i++)
		total += v.lengthy[i];
	return total;
}

/* A sum of squares, exact: so it is the same in whatever order the durations are. */
struct squares {
	uwide low;
	uint64_t carries; /* to its bit 128 */
};

static inline void
addsquare(struct squares *s, int64_t v)
{
	uwide square = (uwide)((wide)v * v);

	s->low += square;
	s->carries += s->low < square;
}

/* The standard deviation, from the distances to the whole part of the mean: those are exact, and
 * small where the times are alike. */
static long double
deviation(const struct view *v, const struct stats *s)
{
	struct squares sum = { 0 };
	long double rest, squares;
	int64_t middle;

	if (s->count < 2)
		return 0;
	middle = (int64_t)(s->total / (wide)s->count);
	rest = (long double)(s->total - (wide)middle * (wide)s->count);
	for (size_t i = 0; i < v->briefs; i++)
		addsquare(&sum, v->brief[i] - middle);
	for (size_t i = 0; i < v->lengthies; i++)
		addsquare(&sum, v->lengthy[i] - middle);
	squares = ldexpl((long double)sum.carries, 128) + (long double)sum.low;
	squares -= rest * rest / (long double)s->count;
	return squares <= 0 ? 0 : sqrtl(squares / (long double)(s->count - 1));
}

struct stats
durationsstats(const struct durations *t)
{
	struct view v = viewof(t);
	struct stats s = { .count = (uint64_t)v.briefs + v.lengthies, .min = INT64_MAX };

	if (s.count == 0)
		return (struct stats){ 0 };
	for (size_t i = 0; i < v.briefs; i++) {
		int64_t ns = v.brief[i];

		s.total += ns;
		s.min = ns < s.min ? ns : s.min;
		s.max = ns > s.max ? ns : s.max;
	}
	for (size_t i = 0; i < v.lengthies; i++) {
		int64_t ns = v.lengthy[i];

		s.total += ns;
		s.min = ns < s.min ? ns : s.min;
		s.max = ns > s.max ? ns : s.max;
	}
	s.stddev = deviation(&v, &s);
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

/* The duration at k when all are in order, behind the brief ones; there is one. */
static int64_t
lengthyat(const struct view *v, size_t k)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): NULL where there is none */
	return v->lengthy[k - v->briefs];
}

/* The duration at k when all are in order; of the brief ones those before from are in their part of
 * it. Then the rest are no less than it. */
static int64_t
at(const struct view *v, uint32_t *brief, size_t from, size_t k)
{
	if (k >= v->briefs)
		return lengthyat(v, k);
	selectat(brief, from, v->briefs, k);
	return brief[k];
}

/* The duration behind k, which was selected. */
static int64_t
statsbehind(const struct view *v, size_t k)
{
	uint32_t least = UINT32_MAX;

	if (k + 1 >= v->briefs)
		return lengthyat(v, k + 1);
	for (size_t i = k + 1; i < v->briefs; i++)
		least = v->brief[i] < least ? v->brief[i] : least;
	return least;
}

void
durationspercentiles(struct durations *t, const uint32_t *percents, size_t count, wide *values)
{
	struct view v = viewof(t);
	uint64_t n = (uint64_t)v.briefs + v.lengthies;
	bool one = v.briefs == 1 && v.lengthies == 0; /* as in many groups */
	size_t before = 0;

	if (v.lengthies > 1)
		qsort(t->kept.mixed->lengthy, v.lengthies, sizeof(*v.lengthy), byvalue);
	for (size_t i = 0; i < count; i++) {
		/* as many durations as fit into memory, a hundred thousand times, are below 2^64 */
		uint64_t place, part;
		size_t k;
		int64_t ns;

		values[i] = one ? (wide)*v.brief * PERCENT_SCALE : 0;
		if (n == 0 || one)
			continue;
		place = (n - 1) * percents[i];
		part = place % PERCENT_SCALE;
		k = (size_t)(place / PERCENT_SCALE);
		before = before <= k ? before : 0;
		ns = at(&v, briefof(t), before, k);
		before = k;
		values[i] = (wide)ns * PERCENT_SCALE;
		if (part > 0)
			values[i] += ((wide)statsbehind(&v, k) - ns) * (wide)part;
	}
}

void
durationsfree(struct durations *t)
{
	if (t->briefs == DURATIONS_MIXED) {
		free(t->kept.mixed->brief);
		free(t->kept.mixed->lengthy);
		free(t->kept.mixed);
	} else if (t->briefs > DURATIONS_INLINE) {
		free(t->kept.many);
	}
	*t = (struct durations){ 0 };
}
