/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "beats.h"

__extension__ typedef __int128 wide;

/* Pairings are tried with as many collectives left out at one end, for as many names; of a long
 * sequence so many are looked at, and so many pairings are looked at closely. */
enum { LAGS = 64, NAMES = 3, SAMPLE = 256, CANDIDATES = 12 };

/* With fewer pairs there is no shift, and with fewer of the second kind no drift. */
enum { FEW = 5, DRIFTING = 20 };

/* Clocks drift by tens of ppm; what looks like more is none. And a time too short tells nothing. */
#define DRIFT_MOST (SHIFT_UNIT / 1000)
#define DRIFT_SPAN INT64_C(1000000000)

/* Another pairing is nearly as good when its ends are less than twice as far apart, or this, ns. */
#define TELLS 1000

/* The ends of a pair: on the own clock, and how far the other one is from it, ns. */
struct distance {
	int64_t at, off;
};

/* A pairing. */
struct guess {
	struct shift shift;
	int64_t spread; /* the width of the narrowest two fifths of the distances, ns */
};

/* What the search needs room for. */
struct search {
	const struct beats *own, *other;
	struct distance *pairs; /* in order of time once sorted */
	int64_t *values;        /* as many */
	size_t count, room, valuesroom;
	struct guess guesses[CANDIDATES];
	size_t guessed;
};

void
beatsadd(struct beats *b, uint32_t name, int64_t end)
{
	GROW(b->all, b->room, b->count + 1);
	b->all[b->count++] = (struct beat){ name, end };
}

static int
bybeat(const void *a, const void *b)
{
	const struct beat *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return (x->end > y->end) - (x->end < y->end);
}

void
beatssort(struct beats *b)
{
	if (b->count > 0)
		qsort(b->all, b->count, sizeof(*b->all), bybeat);
}

static int
byvalue(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static int
beatsbytime(const void *a, const void *b)
{
	const struct distance *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

static void
addpair(struct search *s, int64_t own, int64_t other)
{
	GROW(s->pairs, s->room, s->count + 1);
	s->pairs[s->count++] = (struct distance){ own, subsat(other, own) };
}

/* What is left of a distance once a drift is taken off. */
static int64_t
level(const struct distance *d, int64_t origin, int64_t drift)
{
	return subsat(d->off, (int64_t)(((wide)d->at - origin) * drift / SHIFT_UNIT));
}

/* Sorts what is left of the distances of some pairs, without a drift, into s->values. */
static void
levels(struct search *s, size_t from, size_t to, int64_t origin, int64_t drift)
{
	GROW(s->values, s->valuesroom, to - from);
	for (size_t i = from; i < to; i++)
		s->values[i - from] = level(&s->pairs[i], origin, drift);
	qsort(s->values, to - from, sizeof(*s->values), byvalue);
}

/* The drift that the first and the last third of the pairs show by their medians; 0 where it
 * cannot be one. */
static int64_t
slope(struct search *s)
{
	size_t third = s->count / 3;
	int64_t early, late, first, last;
	wide drift;

	if (s->count < FEW)
		return 0;
	first = s->pairs[third / 2].at;
	last = s->pairs[s->count - 1 - third / 2].at;
	levels(s, 0, third, 0, 0);
	early = s->values[third / 2];
	levels(s, s->count - third, s->count, 0, 0);
	late = s->values[third / 2];
	if (last <= first)
		return 0;
	drift = ((wide)late - early) * SHIFT_UNIT / ((wide)last - first);
	return drift > DRIFT_MOST || drift < -DRIFT_MOST ? 0 : (int64_t)drift;
}

/* The narrowest interval of two fifths of the distances: its width, and the middle one in it. */
static int64_t
narrowest(struct search *s, int64_t origin, int64_t drift, int64_t *middle)
{
	size_t some = s->count * 2 / 5 + 1;
	int64_t least = INT64_MAX;

	levels(s, 0, s->count, origin, drift);
	for (size_t i = 0; i + some <= s->count; i++) {
		int64_t width = subsat(s->values[i + some - 1], s->values[i]);

		if (width < least) {
			least = width;
			*middle = s->values[i + some / 2];
		}
	}
	return least;
}

/* Keeps a pairing if it is among the best. */
static void
beatskeep(struct search *s, struct guess guess)
{
	size_t i = s->guessed < CANDIDATES ? s->guessed++ : CANDIDATES;

	if (i == CANDIDATES && guess.spread >= s->guesses[--i].spread)
		return;
	for (; i > 0 && s->guesses[i - 1].spread > guess.spread; i--)
		s->guesses[i] = s->guesses[i - 1];
	s->guesses[i] = guess;
}

/* Tries a pairing of two sequences: the i-th of one with the one so many behind of the other. */
static void
tryone(struct search *s, const struct beat *own, size_t owns, const struct beat *other,
    size_t others, ptrdiff_t lag)
{
	size_t least = owns < others ? owns : others;
	ptrdiff_t from = lag < 0 ? -lag : 0, to = (ptrdiff_t)owns, step;
	struct guess guess = { .spread = 0 };
	int64_t drift;

	if (to + lag > (ptrdiff_t)others)
		to = (ptrdiff_t)others - lag;
	if (to - from < FEW || (size_t)(to - from) * 2 < least)
		return;
	step = (to - from + SAMPLE - 1) / SAMPLE;
	s->count = 0;
	for (ptrdiff_t i = from; i < to; i += step)
		addpair(s, own[i].end, other[i + lag].end);
	guess.shift.origin = own[from].end;
	guess.spread = narrowest(s, guess.shift.origin, 0, &guess.shift.offset);
	drift = slope(s);
	if (drift != 0) {
		int64_t middle, spread = narrowest(s, guess.shift.origin, drift, &middle);

		if (spread < guess.spread / 2) {
			guess.shift.offset = middle;
			guess.shift.drift = drift;
			guess.spread = spread;
		}
	}
	beatskeep(s, guess);
}

/* How many collectives from the i-th on have its name. */
static size_t
beatsalike(const struct beats *b, size_t i)
{
	size_t n = 1;

	while (i + n < b->count && b->all[i + n].name == b->all[i].name)
		n++;
	return n;
}

/* The sequences of one name in both. */
struct namesake {
	size_t own, owns, other, others;
};

/* The next name that both have; false when there is none. */
static bool
shared(const struct search *s, struct namesake *n)
{
	n->own += n->owns;
	n->other += n->others;
	n->owns = n->others = 0;
	while (n->own < s->own->count && n->other < s->other->count) {
		uint32_t a = s->own->all[n->own].name, b = s->other->all[n->other].name;

		if (a < b)
			n->own += beatsalike(s->own, n->own);
		else if (b < a)
			n->other += beatsalike(s->other, n->other);
		else
			break;
	}
	if (n->own >= s->own->count || n->other >= s->other->count)
		return false;
	n->owns = beatsalike(s->own, n->own);
	n->others = beatsalike(s->other, n->other);
	return true;
}

static size_t
inboth(const struct namesake *n)
{
	return n->owns < n->others ? n->owns : n->others;
}

/* Tries pairings of the names that come most often. */
static void
tryall(struct search *s)
{
	struct namesake best[NAMES] = { { 0 } }, n = { 0 };

	while (shared(s, &n))
		for (size_t i = 0; i < NAMES; i++)
			if (inboth(&n) > inboth(&best[i])) {
				memmove(&best[i + 1], &best[i], (NAMES - 1 - i) * sizeof(*best));
				best[i] = n;
				break;
			}
	for (size_t i = 0; i < NAMES && inboth(&best[i]) > 0; i++)
		for (ptrdiff_t lag = -LAGS; lag <= LAGS; lag++)
			tryone(s, s->own->all + best[i].own, best[i].owns,
			    s->other->all + best[i].other, best[i].others, lag);
}

/* The place of the end nearest to a time; from is one that is no later than it. */
static size_t
nearest(const struct beat *b, size_t count, size_t from, wide at)
{
	while (from + 1 < count) {
		wide here = at - b[from].end, next = (wide)b[from + 1].end - at;

		if (next < 0 || next < here)
			from++;
		else
			break;
	}
	return from;
}

/* Pairs those of one name that are nearest to each other, once moved. */
static void
pairname(struct search *s, const struct namesake *n, const struct shift *shift)
{
	const struct beat *own = s->own->all + n->own, *other = s->other->all + n->other;
	int64_t *moved = xreallocarray(NULL, n->owns, sizeof(*moved));
	size_t at = 0;

	for (size_t i = 0; i < n->owns; i++)
		if (!shifttime(shift, own[i].end, &moved[i]))
			moved[i] = own[i].end < 0 ? INT64_MIN : INT64_MAX;
	for (size_t i = 0; i < n->owns; i++) {
		wide far;

		at = nearest(other, n->others, at, moved[i]);
		far = (wide)other[at].end - moved[i];
		far = far < 0 ? -far : far;
		if (i > 0 && (wide)other[at].end - moved[i - 1] < far &&
		    (wide)moved[i - 1] - other[at].end < far)
			continue;
		if (i + 1 < n->owns && (wide)moved[i + 1] - other[at].end <= far &&
		    (wide)other[at].end - moved[i + 1] <= far)
			continue;
		addpair(s, own[i].end, other[at].end);
	}
	free(moved);
}

/* The median of how far what is left of the distances is from the offset. */
static int64_t
residual(struct search *s, const struct shift *shift)
{
	levels(s, 0, s->count, shift->origin, shift->drift);
	for (size_t i = 0; i < s->count; i++) {
		int64_t far = subsat(s->values[i], shift->offset);

		s->values[i] = far < 0 ? subsat(0, far) : far;
	}
	qsort(s->values, s->count, sizeof(*s->values), byvalue);
	return s->values[s->count / 2];
}

/* Fits a shift to the pairs, with a drift or without. */
static void
refit(struct search *s, struct pairing *fit, int64_t drift)
{
	struct shift *shift = &fit->shift;

	*shift = (struct shift){ .origin = s->pairs[0].at, .drift = drift };
	levels(s, 0, s->count, shift->origin, drift);
	shift->offset = s->values[s->count / 2];
	fit->pairs = s->count;
	fit->residual = residual(s, shift);
}

/* Whether the medians of the first and the last third are farther apart than chance puts them: four
 * times the standard error, by the median distance. */
static bool
drifts(const struct search *s, const struct pairing *fit)
{
	wide span = (wide)s->pairs[s->count - 1].at - s->pairs[0].at;
	wide apart = span * fit->shift.drift / SHIFT_UNIT;

	return s->count >= DRIFTING && span >= DRIFT_SPAN &&
	    apart * apart * (wide)s->count > 300 * (wide)fit->residual * fit->residual;
}

/* Looks closely at a pairing. */
static struct pairing
refine(struct search *s, const struct guess *guess)
{
	struct pairing fit = { .shift = guess->shift };

	for (int round = 0; round < 3; round++) {
		struct namesake n = { 0 };
		int64_t drift;

		s->count = 0;
		while (shared(s, &n))
			pairname(s, &n, &fit.shift);
		if (s->count < FEW)
			return (struct pairing){ .pairs = 0 };
		qsort(s->pairs, s->count, sizeof(*s->pairs), beatsbytime);
		drift = slope(s);
		refit(s, &fit, drift);
		if (drift != 0 && !drifts(s, &fit))
			refit(s, &fit, 0);
	}
	return fit;
}

/* Whether two fits pair alike: they move the same time nearly as far. */
static bool
same(const struct pairing *a, const struct pairing *b)
{
	int64_t x, y, far;

	if (!shifttime(&a->shift, a->shift.origin, &x) ||
	    !shifttime(&b->shift, a->shift.origin, &y))
		return false;
	far = subsat(x, y);
	return llabs(far == INT64_MIN ? INT64_MAX : far) <= 4 * a->residual + TELLS;
}

struct pairing
beatspair(const struct beats *own, const struct beats *other)
{
	struct search s = { .own = own, .other = other };
	struct pairing fits[CANDIDATES], best = { .pairs = 0 };
	size_t most = 0;

	tryall(&s);
	for (size_t i = 0; i < s.guessed; i++) {
		fits[i] = refine(&s, &s.guesses[i]);
		most = fits[i].pairs > most ? fits[i].pairs : most;
	}
	for (size_t i = 0; i < s.guessed; i++)
		if (fits[i].pairs * 10 >= most * 6 && fits[i].pairs > 0 &&
		    (best.pairs == 0 || fits[i].residual < best.residual))
			best = fits[i];
	best.other = INT64_MAX;
	for (size_t i = 0; i < s.guessed; i++)
		if (fits[i].pairs * 10 >= most * 6 && fits[i].pairs > 0 && !same(&best, &fits[i]) &&
		    fits[i].residual < best.other)
			best.other = fits[i].residual;
	free(s.pairs);
	free(s.values);
	return best;
}

bool
pairingambiguous(const struct pairing *fit)
{
	return fit->other < 2 * fit->residual + TELLS;
}
