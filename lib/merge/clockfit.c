/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "clockfit.h"

__extension__ typedef __int128 wide;

enum {
	LAG_MAX = 64,        /* lags from -64 to 64 are tried */
	NAMES_TRIED = 3,     /* for the most frequent names */
	PAIRS_SAMPLED = 256, /* pairs compared for each lag */
	CANDIDATES_MAX = 12, /* candidates that are refined */
	PAIRS_MIN = 5,       /* fewest pairs of a fit */
	PAIRS_DRIFT_MIN = 20 /* fewest pairs of a fit with a drift */
};

/* Clocks drift by tens of ppm. A larger drift is implausible. */
#define DRIFT_MAX (SHIFT_UNIT / 1000)

/* Shortest time that shows a drift, ns. */
#define DRIFT_SPAN_MIN INT64_C(1000000000)

/* A fit is ambiguous if another one has less than twice its residual plus this, ns. */
#define RESIDUAL_FLOOR 1000

/* The ends of a matched pair: own end, and other end minus own end, ns. */
struct clockdistance {
	int64_t at, off;
};

struct candidate {
	struct clockshift shift;
	int64_t spread; /* width of the narrowest window with two fifths of the distances, ns */
};

/* Working memory of the search. */
struct search {
	const struct collectivelist *own, *other;
	struct clockdistance *pairs; /* sorted by time before a drift is estimated */
	int64_t *values;        /* distances less the drift; scratch memory */
	size_t count, room, valuesroom;
	struct candidate candidates[CANDIDATES_MAX];
	size_t candidatecount;
};

void
collectivelistadd(struct collectivelist *b, uint32_t name, int64_t end)
{
	GROW(b->all, b->room, b->count + 1);
	b->all[b->count++] = (struct collectiveend){ name, end };
}

static int
collectiveendcompare(const void *a, const void *b)
{
	const struct collectiveend *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return (x->end > y->end) - (x->end < y->end);
}

void
collectivelistsort(struct collectivelist *b)
{
	if (b->count > 0)
		qsort(b->all, b->count, sizeof(*b->all), collectiveendcompare);
}

static int
int64compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static int
clockdistancecompare(const void *a, const void *b)
{
	const struct clockdistance *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

static void
addpair(struct search *s, int64_t own, int64_t other)
{
	GROW(s->pairs, s->room, s->count + 1);
	s->pairs[s->count++] = (struct clockdistance){ own, subsat(other, own) };
}

/* Returns a clock distance less the drift since the origin. */
static int64_t
subtractdrift(const struct clockdistance *d, int64_t origin, int64_t drift)
{
	return subsat(d->off, (int64_t)(((wide)d->at - origin) * drift / SHIFT_UNIT));
}

/* Sorts the distances of some pairs, less the drift, into s->values. */
static void
sortresiduals(struct search *s, size_t from, size_t to, int64_t origin, int64_t drift)
{
	GROW(s->values, s->valuesroom, to - from);
	for (size_t i = from; i < to; i++)
		s->values[i - from] = subtractdrift(&s->pairs[i], origin, drift);
	qsort(s->values, to - from, sizeof(*s->values), int64compare);
}

/* Estimates the drift from the medians of the first and the last third of the pairs. Returns 0 if
 * there are too few pairs or the drift is implausible. */
static int64_t
estimatedrift(struct search *s)
{
	size_t third = s->count / 3;
	int64_t early, late, first, last;
	wide drift;

	if (s->count < PAIRS_MIN)
		return 0;
	first = s->pairs[third / 2].at;
	last = s->pairs[s->count - 1 - third / 2].at;
	sortresiduals(s, 0, third, 0, 0);
	early = s->values[third / 2];
	sortresiduals(s, s->count - third, s->count, 0, 0);
	late = s->values[third / 2];
	if (last <= first)
		return 0;
	drift = ((wide)late - early) * SHIFT_UNIT / ((wide)last - first);
	return drift > DRIFT_MAX || drift < -DRIFT_MAX ? 0 : (int64_t)drift;
}

/* Finds the narrowest window with two fifths of the distances. Returns its width and stores its
 * median in *middle. Wrong matches are outside it. */
static int64_t
narrowestwindow(struct search *s, int64_t origin, int64_t drift, int64_t *middle)
{
	size_t some = s->count * 2 / 5 + 1;
	int64_t least = INT64_MAX;

	sortresiduals(s, 0, s->count, origin, drift);
	for (size_t i = 0; i + some <= s->count; i++) {
		int64_t width = subsat(s->values[i + some - 1], s->values[i]);

		if (width < least) {
			least = width;
			*middle = s->values[i + some / 2];
		}
	}
	return least;
}

/* Keeps a candidate if it is among the best. */
static void
keepcandidate(struct search *s, struct candidate guess)
{
	size_t i = s->candidatecount < CANDIDATES_MAX ? s->candidatecount++ : CANDIDATES_MAX;

	if (i == CANDIDATES_MAX && guess.spread >= s->candidates[--i].spread)
		return;
	for (; i > 0 && s->candidates[i - 1].spread > guess.spread; i--)
		s->candidates[i] = s->candidates[i - 1];
	s->candidates[i] = guess;
}

/* Tries to match own[i] with other[i + lag], and keeps the result as a candidate. */
static void
trylag(struct search *s, const struct collectiveend *own, size_t owns,
    const struct collectiveend *other, size_t others, ptrdiff_t lag)
{
	size_t least = owns < others ? owns : others;
	ptrdiff_t from = lag < 0 ? -lag : 0, to = (ptrdiff_t)owns, step;
	struct candidate guess = { .spread = 0 };
	int64_t drift;

	if (to + lag > (ptrdiff_t)others)
		to = (ptrdiff_t)others - lag;
	if (to - from < PAIRS_MIN || (size_t)(to - from) * 2 < least)
		return;
	step = (to - from + PAIRS_SAMPLED - 1) / PAIRS_SAMPLED;
	s->count = 0;
	for (ptrdiff_t i = from; i < to; i += step)
		addpair(s, own[i].end, other[i + lag].end);
	guess.shift.origin = own[from].end;
	guess.spread = narrowestwindow(s, guess.shift.origin, 0, &guess.shift.offset);
	drift = estimatedrift(s);
	if (drift != 0) {
		int64_t middle, spread = narrowestwindow(s, guess.shift.origin, drift, &middle);

		if (spread < guess.spread / 2) {
			guess.shift.offset = middle;
			guess.shift.drift = drift;
			guess.spread = spread;
		}
	}
	keepcandidate(s, guess);
}

/* Returns the number of collectives from index i on with the same name. */
static size_t
countsamename(const struct collectivelist *b, size_t i)
{
	size_t n = 1;

	while (i + n < b->count && b->all[i + n].name == b->all[i].name)
		n++;
	return n;
}

/* The collectives of one name: index and number in each list. */
struct samename {
	size_t own, owns, other, others;
};

/* Advances to the next name that both lists have. Returns false at the end. */
static bool
nextsharedname(const struct search *s, struct samename *n)
{
	n->own += n->owns;
	n->other += n->others;
	n->owns = n->others = 0;
	while (n->own < s->own->count && n->other < s->other->count) {
		uint32_t a = s->own->all[n->own].name, b = s->other->all[n->other].name;

		if (a < b)
			n->own += countsamename(s->own, n->own);
		else if (b < a)
			n->other += countsamename(s->other, n->other);
		else
			break;
	}
	if (n->own >= s->own->count || n->other >= s->other->count)
		return false;
	n->owns = countsamename(s->own, n->own);
	n->others = countsamename(s->other, n->other);
	return true;
}

static size_t
sharedcount(const struct samename *n)
{
	return n->owns < n->others ? n->owns : n->others;
}

/* Tries each lag for the most frequent names. */
static void
tryalllags(struct search *s)
{
	struct samename best[NAMES_TRIED] = { { 0 } }, n = { 0 };

	while (nextsharedname(s, &n))
		for (size_t i = 0; i < NAMES_TRIED; i++)
			if (sharedcount(&n) > sharedcount(&best[i])) {
				memmove(&best[i + 1], &best[i],
				    (NAMES_TRIED - 1 - i) * sizeof(*best));
				best[i] = n;
				break;
			}
	for (size_t i = 0; i < NAMES_TRIED && sharedcount(&best[i]) > 0; i++)
		for (ptrdiff_t lag = -LAG_MAX; lag <= LAG_MAX; lag++)
			trylag(s, s->own->all + best[i].own, best[i].owns,
			    s->other->all + best[i].other, best[i].others, lag);
}

/* Returns the index of the end nearest to a time. The end at from must not be later than the
 * time. */
static size_t
nearestend(const struct collectiveend *b, size_t count, size_t from, wide at)
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

/* Matches the collectives of one name that are each other's nearest after the shift. */
static void
pairnearest(struct search *s, const struct samename *n, const struct clockshift *shift)
{
	const struct collectiveend *own = s->own->all + n->own, *other = s->other->all + n->other;
	int64_t *moved = xreallocarray(NULL, n->owns, sizeof(*moved));
	size_t at = 0;

	for (size_t i = 0; i < n->owns; i++)
		if (!clockshiftapply(shift, own[i].end, &moved[i]))
			moved[i] = own[i].end < 0 ? INT64_MIN : INT64_MAX;
	for (size_t i = 0; i < n->owns; i++) {
		wide far;

		at = nearestend(other, n->others, at, moved[i]);
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

/* Returns the median distance of the pairs from the shift. */
static int64_t
medianresidual(struct search *s, const struct clockshift *shift)
{
	sortresiduals(s, 0, s->count, shift->origin, shift->drift);
	for (size_t i = 0; i < s->count; i++) {
		int64_t far = subsat(s->values[i], shift->offset);

		s->values[i] = far < 0 ? subsat(0, far) : far;
	}
	qsort(s->values, s->count, sizeof(*s->values), int64compare);
	return s->values[s->count / 2];
}

/* Fits the offset to the pairs, for a given drift. */
static void
fitshift(struct search *s, struct clockfit *fit, int64_t drift)
{
	struct clockshift *shift = &fit->shift;

	*shift = (struct clockshift){ .origin = s->pairs[0].at, .drift = drift };
	sortresiduals(s, 0, s->count, shift->origin, drift);
	shift->offset = s->values[s->count / 2];
	fit->pairs = s->count;
	fit->residual = medianresidual(s, shift);
}

/* Returns true if the drift is significant: it moves the ends by more than four standard errors,
 * estimated from the residual. */
static bool
driftissignificant(const struct search *s, const struct clockfit *fit)
{
	wide span = (wide)s->pairs[s->count - 1].at - s->pairs[0].at;
	wide apart = span * fit->shift.drift / SHIFT_UNIT;

	return s->count >= PAIRS_DRIFT_MIN && span >= DRIFT_SPAN_MIN &&
	    apart * apart * (wide)s->count > 300 * (wide)fit->residual * fit->residual;
}

/* Refines a candidate in three rounds of matching and fitting. */
static struct clockfit
refinecandidate(struct search *s, const struct candidate *guess)
{
	struct clockfit fit = { .shift = guess->shift };

	for (int round = 0; round < 3; round++) {
		struct samename n = { 0 };
		int64_t drift;

		s->count = 0;
		while (nextsharedname(s, &n))
			pairnearest(s, &n, &fit.shift);
		if (s->count < PAIRS_MIN)
			return (struct clockfit){ .pairs = 0 };
		qsort(s->pairs, s->count, sizeof(*s->pairs), clockdistancecompare);
		drift = estimatedrift(s);
		fitshift(s, &fit, drift);
		if (drift != 0 && !driftissignificant(s, &fit))
			fitshift(s, &fit, 0);
	}
	return fit;
}

/* Returns true if two fits shift a time by nearly the same amount. */
static bool
sameshift(const struct clockfit *a, const struct clockfit *b)
{
	int64_t x, y, far;

	if (!clockshiftapply(&a->shift, a->shift.origin, &x) ||
	    !clockshiftapply(&b->shift, a->shift.origin, &y))
		return false;
	far = subsat(x, y);
	return llabs(far == INT64_MIN ? INT64_MAX : far) <= 4 * a->residual + RESIDUAL_FLOOR;
}

struct clockfit
clockfitfind(const struct collectivelist *own, const struct collectivelist *other)
{
	struct search s = { .own = own, .other = other };
	struct clockfit fits[CANDIDATES_MAX], best = { .pairs = 0 };
	size_t most = 0;

	tryalllags(&s);
	for (size_t i = 0; i < s.candidatecount; i++) {
		fits[i] = refinecandidate(&s, &s.candidates[i]);
		most = fits[i].pairs > most ? fits[i].pairs : most;
	}
	for (size_t i = 0; i < s.candidatecount; i++)
		if (fits[i].pairs * 10 >= most * 6 && fits[i].pairs > 0 &&
		    (best.pairs == 0 || fits[i].residual < best.residual))
			best = fits[i];
	best.runnerup = INT64_MAX;
	for (size_t i = 0; i < s.candidatecount; i++)
		if (fits[i].pairs * 10 >= most * 6 && fits[i].pairs > 0 &&
		    !sameshift(&best, &fits[i]) && fits[i].residual < best.runnerup)
			best.runnerup = fits[i].residual;
	free(s.pairs);
	free(s.values);
	return best;
}

bool
clockfitambiguous(const struct clockfit *fit)
{
	return fit->runnerup < 2 * fit->residual + RESIDUAL_FLOOR;
}
