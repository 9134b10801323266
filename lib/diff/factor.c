/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "factor.h"

/* Up to this many values on each side the distribution is computed exactly. */
enum { EXACT_MAX = 50 };

/* The 97.5th percentile of the standard normal distribution: a 95 % interval extends that many
 * standard deviations to each side. */
#define NORMAL_QUANTILE 1.959963984540054

/* Returns the distribution of the Mann-Whitney U statistic for m and n values without ties: the
 * probability of each value from 0 to m n / 2. Recursion over the largest of all values: with
 * probability m / (m + n) it is one of the m, and exceeds all n. The caller frees the array. */
static double *
distribution(size_t m, size_t n)
{
	size_t most = m * n / 2 + 1;
	double *p = xzalloc((n + 1) * most, sizeof(*p)); /* a row for each j: the first j of the
	                                                  * n values */

	for (size_t j = 0; j <= n; j++)
		p[j * most] = 1;
	for (size_t i = 1; i <= m; i++)
		for (size_t j = 1; j <= n; j++) {
			double *row = p + j * most;
			const double *less = row - most;
			double share = (double)i / (double)(i + j);

			/* row still holds i - 1. Descends, since it reads smaller indices. */
			for (size_t u = most; u-- > 0;)
				row[u] = (u >= j ? share * row[u - j] : 0) + (1 - share) * less[u];
		}
	memmove(p, p + n * most, most * sizeof(*p));
	return p;
}

/* The exact plan: cuts as many ratios as the confidence allows. */
static void
exactplan(struct factorplan *plan)
{
	double *p = distribution(plan->old, plan->new);
	double below = 0; /* P(U < cut) */
	size_t most = plan->old * plan->new / 2;

	while (plan->cut < most && 2 * (below + p[plan->cut]) <= 1 - FACTOR_CONFIDENCE)
		below += p[plan->cut++];
	/* the interval begins at the ratio with index cut */
	if (plan->cut == 0)
		below = p[0];
	else
		plan->cut--;
	plan->confidence = 1 - 2 * below;
	free(p);
}

struct factorplan
factorplan(size_t old, size_t new)
{
	struct factorplan plan = { .old = old, .new = new };
	double pairs = (double)old * (double)new, cut;

	if (old <= EXACT_MAX && new <= EXACT_MAX) {
		exactplan(&plan);
		return plan;
	}
	plan.confidence = FACTOR_CONFIDENCE;
	cut = floor(pairs / 2 - NORMAL_QUANTILE * sqrt(pairs * (double)(old + new + 1) / 12));
	if (cut >= 1)
		plan.cut = (size_t)cut - 1;
	else
		plan.confidence = fmax(0, 1 - 2 * exp(lgamma((double)old + 1) +
		    lgamma((double)new + 1) - lgamma((double)(old + new) + 1)));
	return plan;
}

/* Returns the number of ratios that do not exceed a factor. Both samples are sorted and have no
 * values of 0: those are counted by the plan's sizes, so that the cost does not depend on them. */
static size_t
countupto(const struct factorplan *plan, const struct factorsample *old,
    const struct factorsample *new, double factor)
{
	size_t zeros = plan->new - new->count, found = old->count * zeros, j = 0;

	if (isinf(factor))
		return plan->old * plan->new;
	if (factor >= 1)
		found += (plan->old - old->count) * zeros;
	for (size_t i = 0; i < old->count; i++) { /* larger old values have more such new values */
		while (j < new->count && new->p[j] / old->p[i] <= factor)
			j++;
		found += j;
	}
	return found;
}

/* Returns the double with these bits. */
static double
doublefrombits(uint64_t word)
{
	union {
		uint64_t word;
		double number;
	} both = { .word = word };

	return both.number;
}

/* Returns the ratio with this rank, from 0 on, by binary search over the bits of doubles: those
 * from 0 to infinity are ordered like their bits. */
static double
ratioatrank(const struct factorplan *plan, const struct factorsample *old,
    const struct factorsample *new, size_t rank)
{
	uint64_t low = 0, high = UINT64_C(0x7FF0000000000000); /* infinity */

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (countupto(plan, old, new, doublefrombits(middle)) > rank)
			high = middle;
		else
			low = middle + 1;
	}
	return doublefrombits(low);
}

static int
bysize(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sorts a sample, and leaves out its values of 0. */
static void
factorsort(struct factorsample *s)
{
	qsort(s->p, s->count, sizeof(*s->p), bysize);
	while (s->count > 0 && *s->p <= 0) {
		s->p++;
		s->count--;
	}
}

struct factor
factorof(const struct factorplan *plan, struct factorsample old, struct factorsample new)
{
	size_t pairs = plan->old * plan->new;
	struct factor factor;

	factorsort(&old);
	factorsort(&new);
	factor.low = ratioatrank(plan, &old, &new, plan->cut);
	factor.high = ratioatrank(plan, &old, &new, pairs - 1 - plan->cut);
	factor.middle = sqrt(ratioatrank(plan, &old, &new, (pairs - 1) / 2)) *
	    sqrt(ratioatrank(plan, &old, &new, pairs / 2));
	if (isnan(factor.middle)) /* 0 times infinity */
		factor.middle = 1;
	return factor;
}
