/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/compare.h"
#include "base/mem.h"
#include "base/radix.h"
#include "durations.h"

/* Durations of which some need 64 bits. */
struct mixeddurations {
	uint32_t *p32;
	size_t count32, room32;
	int64_t *p64;
	size_t count64, room64;
};

/* A read-only view of durations, however they are stored. */
struct durationspans {
	const uint32_t *p32;
	size_t count32;
	const int64_t *p64;
	size_t count64;
};

static struct durationspans
spansof(const struct durations *t)
{
	const struct mixeddurations *m = t->storage.mixed;

	if (t->count32 == DURATIONS_MIXED)
		return (struct durationspans){ m->p32, m->count32, m->p64, m->count64 };
	return (struct durationspans){ t->count32 > DURATIONS_INLINE ? t->storage.array :
								       t->storage.inplace,
		t->count32, NULL, 0 };
}

/* Returns the 32-bit durations, which the caller may reorder. */
static uint32_t *
p32of(struct durations *t)
{
	if (t->count32 == DURATIONS_MIXED)
		return t->storage.mixed->p32;
	return t->count32 > DURATIONS_INLINE ? t->storage.array : t->storage.inplace;
}

/* Returns true if an array of that many 32-bit durations is full. The capacities are 6, 10, 14, 22,
 * 30, 46 and so on: together with 8 bytes for malloc, 2^n or 3 * 2^n times 4 bytes. */
static inline bool
isfull(size_t count32)
{
	size_t all = count32 + 2, low = all & -all; /* the lowest bit */

	return (all == low || all == 3 * low) && low >= 4;
}

/* Returns the capacity after that of a full array. */
static size_t
nextroom(size_t count32)
{
	size_t all = count32 + 2, low = all & -all;

	if (count32 == DURATIONS_INLINE)
		return 8 - 2;
	return (all == low ? all / 2 * 3 : 4 * low) - 2;
}

/* Grows a full array of 32-bit durations. */
static void
grow32(struct durations *t)
{
	uint32_t *array = t->count32 > DURATIONS_INLINE ? t->storage.array : NULL;

	array = xreallocarray(array, nextroom(t->count32), sizeof(*array));
	if (t->count32 == DURATIONS_INLINE)
		memcpy(array, t->storage.inplace, sizeof(t->storage.inplace));
	t->storage.array = array;
}

/* Moves durations to the form that has room for 64-bit ones. */
static void
makemixed(struct durations *t)
{
	struct mixeddurations *m = xzalloc(1, sizeof(*m));

	m->count32 = t->count32;
	if (t->count32 > DURATIONS_INLINE) {
		m->p32 = t->storage.array;
		m->room32 = t->count32;
	} else if (t->count32 > 0) {
		GROW(m->p32, m->room32, DURATIONS_INLINE);
		memcpy(m->p32, t->storage.inplace, sizeof(t->storage.inplace));
	}
	t->storage.mixed = m;
	t->count32 = DURATIONS_MIXED;
}

static void
addmixed(struct durations *t, int64_t ns)
{
	struct mixeddurations *m;

	if (t->count32 != DURATIONS_MIXED)
		makemixed(t);
	m = t->storage.mixed;
	if (ns <= UINT32_MAX) {
		GROW(m->p32, m->room32, m->count32 + 1);
		m->p32[m->count32++] = (uint32_t)ns;
	} else {
		GROW(m->p64, m->room64, m->count64 + 1);
		m->p64[m->count64++] = ns;
	}
}

void
durationsadd(struct durations *t, int64_t ns)
{
	if (ns > UINT32_MAX || t->count32 == DURATIONS_MIXED) {
		addmixed(t, ns);
	} else if (t->count32 < DURATIONS_INLINE) {
		t->storage.inplace[t->count32++] = (uint32_t)ns;
	} else {
		if (isfull(t->count32))
			grow32(t);
		t->storage.array[t->count32++] = (uint32_t)ns;
	}
}

void
durationssum(struct durations *t, int64_t ns)
{
	if (t->count32 == DURATIONS_MIXED) {
		int64_t *sum = t->storage.mixed->p64;

		*sum = addsat(*sum, ns);
		return;
	}
	if (t->count32 > 0)
		ns = addsat(ns, t->storage.inplace[0]);
	t->count32 = 0;
	durationsadd(t, ns);
}

uint64_t
durationscount(const struct durations *t)
{
	struct durationspans v = spansof(t);

	return (uint64_t)v.count32 + v.count64;
}

wide
durationstotal(const struct durations *t)
{
	struct durationspans v = spansof(t);
	wide total = 0;

	for (size_t i = 0; i < v.count32; i++)
		total += v.p32[i];
	for (size_t i = 0; i < v.count64; i++)
		total += v.p64[i];
	return total;
}

/* An exact sum of squares in 192 bits, so it does not depend on the order of the durations. */
struct squares {
	uwide low;
	uint64_t carries; /* the upper 64 bits */
};

static inline void
addsquare(struct squares *s, int64_t v)
{
	uwide square = (uwide)((wide)v * v);

	s->low += square;
	s->carries += s->low < square;
}

/* Returns the integer part of the mean. */
static int64_t
middleof(const struct stats *s)
{
	return (int64_t)(s->total / (wide)s->count);
}

/* Returns the standard deviation for the sum of the squared distances from the integer part of the
 * mean, which is exact. Corrects for the fraction. */
static long double
deviationof(const struct squares *sum, const struct stats *s)
{
	long double rest = (long double)(s->total - (wide)middleof(s) * (wide)s->count);
	long double squares = ldexpl((long double)sum->carries, 128) + (long double)sum->low;

	squares -= rest * rest / (long double)s->count;
	return squares <= 0 ? 0 : sqrtl(squares / (long double)(s->count - 1));
}

static long double
deviation(const struct durationspans *v, const struct stats *s)
{
	struct squares sum = { 0 };
	int64_t middle;

	if (s->count < 2)
		return 0;
	middle = middleof(s);
	for (size_t i = 0; i < v->count32; i++)
		addsquare(&sum, v->p32[i] - middle);
	for (size_t i = 0; i < v->count64; i++)
		addsquare(&sum, v->p64[i] - middle);
	return deviationof(&sum, s);
}

/* Adds a * b to a sum, or subtracts it, modulo 2^192. */
static void
addproduct(struct squares *s, uwide a, uint64_t b, bool minus)
{
	uwide low = (uwide)(uint64_t)a * b, high = (a >> 64) * b, shifted = high << 64;
	struct squares product = { low + shifted, (uint64_t)(high >> 64) };

	product.carries += product.low < low;
	if (minus) {
		s->carries -= product.carries + (s->low < product.low);
		s->low -= product.low;
	} else {
		s->low += product.low;
		s->carries += product.carries + (s->low < product.low);
	}
}

/* Determines which duration completes the next percentile. */
static void
setnext(struct sorteddurations *s)
{
	/* fits: a file has fewer durations than 2^64 / PERCENT_SCALE */
	uint64_t place;

	s->next = UINT64_MAX;
	if (s->percent == s->percentcount)
		return;
	place = (s->all - 1) * s->percents[s->percent];
	s->part = place % PERCENT_SCALE;
	s->next = place / PERCENT_SCALE + (s->part > 0);
}

void
sorteddurationsadd(struct sorteddurations *s, int64_t ns)
{
	struct squares squares = { s->squares, s->carries };
	uint64_t rank = s->seen++;

	if (rank == 0) {
		s->stats.min = ns;
		setnext(s);
	}
	s->stats.max = ns;
	s->stats.total += ns;
	addsquare(&squares, ns);
	s->squares = squares.low;
	s->carries = squares.carries;
	for (; rank == s->next; setnext(s)) {
		wide *value = &s->values[s->percent++];

		*value = (wide)ns * PERCENT_SCALE;
		if (s->part > 0)
			*value = (wide)s->before * PERCENT_SCALE +
			    ((wide)ns - s->before) * (wide)s->part;
	}
	s->before = ns;
}

struct stats
sorteddurationsstats(struct sorteddurations *s)
{
	struct squares sum = { s->squares, s->carries };
	uint64_t middle;

	s->stats.count = s->seen;
	if (s->seen < 2)
		return s->stats;
	/* The sum of (v - m)^2 is that of v^2, less 2 m times that of v, and m^2 for each. */
	middle = (uint64_t)middleof(&s->stats);
	addproduct(&sum, (uwide)s->stats.total, 2 * middle, true);
	addproduct(&sum, (uwide)middle * s->seen, middle, false);
	s->stats.stddev = deviationof(&sum, &s->stats);
	return s->stats;
}

/* Returns the bin of a duration. */
static size_t
binof(const int64_t *edges, size_t bins, int64_t ns)
{
	size_t low = 0, high = bins;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (edges[middle] <= ns)
			low = middle;
		else
			high = middle;
	}
	return low;
}

void
durationsbins(const struct durations *t, const int64_t *edges, size_t bins, uint64_t *counts)
{
	struct durationspans d = spansof(t);

	for (size_t i = 0; i < d.count32; i++)
		counts[binof(edges, bins, d.p32[i])]++;
	for (size_t i = 0; i < d.count64; i++)
		counts[binof(edges, bins, d.p64[i])]++;
}

struct stats
durationsstats(const struct durations *t)
{
	struct durationspans v = spansof(t);
	struct stats s = { .count = (uint64_t)v.count32 + v.count64, .min = INT64_MAX };

	if (s.count == 0)
		return (struct stats){ 0 };
	for (size_t i = 0; i < v.count32; i++) {
		int64_t ns = v.p32[i];

		s.total += ns;
		s.min = ns < s.min ? ns : s.min;
		s.max = ns > s.max ? ns : s.max;
	}
	for (size_t i = 0; i < v.count64; i++) {
		int64_t ns = v.p64[i];

		s.total += ns;
		s.min = ns < s.min ? ns : s.min;
		s.max = ns > s.max ? ns : s.max;
	}
	s.stddev = deviation(&v, &s);
	return s;
}

/* Sorts a short range by insertion. */
static void
sortfew(uint32_t *p, size_t from, size_t to)
{
	for (size_t i = from + 1; i < to; i++) {
		uint32_t v = p[i];
		size_t j = i;

		for (; j > from && p[j - 1] > v; j--)
			p[j] = p[j - 1];
		p[j] = v;
	}
}

/* Brings the value of rank k to index k by binary search over the values: at most 32 passes.
 * selectat calls this for adversarial orders, where quickselect would take quadratic time. */
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

/* Returns the median of three. */
static uint32_t
middle(uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t low = a < b ? a : b, high = a < b ? b : a;

	return c < low ? low : c > high ? high : c;
}

/* Brings the value of rank k in [from, to) to index k, with smaller values before it: Hoare's
 * quickselect. */
static void
selectat(uint32_t *p, size_t from, size_t to, size_t k)
{
	enum { FEW = 16, ROUNDS = 64 };

	for (int round = 0; to - from > FEW; round++) {
		uint32_t pivot = middle(p[from], p[from + (to - from) / 2], p[to - 1]);
		size_t i = from, j = to; /* first of the upper part, end of the lower one */

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
	sortfew(p, from, to);
}

/* Returns the duration of rank k, which must be a 64-bit one. */
static int64_t
at64(const struct durationspans *v, size_t k)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): NULL where there is none */
	return v->p64[k - v->count32];
}

/* Returns the duration of rank k. The 32-bit durations before from must be in place already;
 * afterwards those behind k are not smaller. */
static int64_t
at(const struct durationspans *v, uint32_t *p32, size_t from, size_t k)
{
	if (k >= v->count32)
		return at64(v, k);
	selectat(p32, from, v->count32, k);
	return p32[k];
}

/* Returns the duration of rank k + 1, once rank k was selected. */
static int64_t
after(const struct durationspans *v, size_t k)
{
	uint32_t least = UINT32_MAX;

	if (k + 1 >= v->count32)
		return at64(v, k + 1);
	for (size_t i = k + 1; i < v->count32; i++)
		least = v->p32[i] < least ? v->p32[i] : least;
	return least;
}

static int
byvalue32(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sorts many durations, by one byte after the other. */
static void
sortmany(uint32_t *p, size_t count)
{
	radixcounts counts[sizeof(uint32_t)] = { { 0 } };
	uint32_t *other = xreallocarray(NULL, count, sizeof(*other)), *from = p, *to = other;

	for (size_t i = 0; i < count; i++)
		for (unsigned byte = 0; byte < sizeof(*p); byte++)
			counts[byte][p[i] >> 8 * byte & 0xFF]++;
	for (unsigned byte = 0; byte < sizeof(*p); byte++) {
		uint32_t *swap = from;

		if (!radixoffsets(counts[byte], count))
			continue;
		for (size_t i = 0; i < count; i++)
			to[counts[byte][from[i] >> 8 * byte & 0xFF]++] = from[i];
		from = to;
		to = swap;
	}
	if (from != p)
		memcpy(p, from, count * sizeof(*p));
	free(other);
}

/* Sorts durations. */
static void
sort32(uint32_t *p, size_t count)
{
	enum { FEW = 16, MANY = 1024 };

	if (count <= FEW)
		sortfew(p, 0, count);
	else if (count < MANY)
		qsort(p, count, sizeof(*p), byvalue32);
	else
		sortmany(p, count);
}

size_t
durationssorted(struct durations *t, uint64_t rank, int64_t *sorted, size_t most)
{
	struct durationspans v = spansof(t);
	size_t n = 0;

	if (rank == 0 && v.count32 > 1)
		sort32(p32of(t), v.count32);
	if (rank == 0 && v.count64 > 1)
		qsort(t->storage.mixed->p64, v.count64, sizeof(*v.p64), compareint64);
	for (; n < most && rank < (uint64_t)v.count32 + v.count64; rank++)
		sorted[n++] = rank < v.count32 ? (int64_t)v.p32[rank] : at64(&v, (size_t)rank);
	return n;
}

void
durationspercentiles(struct durations *t, const uint32_t *percents, size_t count, wide *values)
{
	struct durationspans v = spansof(t);
	uint64_t n = (uint64_t)v.count32 + v.count64;
	bool one = v.count32 == 1 && v.count64 == 0; /* as in many groups */
	size_t before = 0;

	if (v.count64 > 1)
		qsort(t->storage.mixed->p64, v.count64, sizeof(*v.p64), compareint64);
	for (size_t i = 0; i < count; i++) {
		/* fits: PERCENT_SCALE times the number of durations in memory is below 2^64 */
		uint64_t place, part;
		size_t k;
		int64_t ns;

		values[i] = one ? (wide)*v.p32 * PERCENT_SCALE : 0;
		if (n == 0 || one)
			continue;
		place = (n - 1) * percents[i];
		part = place % PERCENT_SCALE;
		k = (size_t)(place / PERCENT_SCALE);
		before = before <= k ? before : 0;
		ns = at(&v, p32of(t), before, k);
		before = k;
		values[i] = (wide)ns * PERCENT_SCALE;
		if (part > 0)
			values[i] += ((wide)after(&v, k) - ns) * (wide)part;
	}
}

void
durationsfree(struct durations *t)
{
	if (t->count32 == DURATIONS_MIXED) {
		free(t->storage.mixed->p32);
		free(t->storage.mixed->p64);
		free(t->storage.mixed);
	} else if (t->count32 > DURATIONS_INLINE) {
		free(t->storage.array);
	}
	*t = (struct durations){ 0 };
}
