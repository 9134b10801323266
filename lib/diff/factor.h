/* SPDX-License-Identifier: MIT */
/* Estimates the factor between two samples, without an assumption on their distribution: the
 * Hodges-Lehmann estimator for a ratio. Of all ratios of a new to an old value, the median is the
 * estimate. The interval leaves out the same number of ratios at both ends; the Mann-Whitney U
 * statistic gives that number. */
#ifndef NST_FACTOR_H
#define NST_FACTOR_H

#include <stddef.h>

/* The requested confidence of intervals. */
#define FACTOR_CONFIDENCE 0.95

/* The part of the estimate that depends only on the sizes of the samples. */
struct factorplan {
	size_t old, new;   /* numbers of values */
	size_t cut;        /* number of ratios left out at each end */
	double confidence; /* probability that the interval contains the factor; less than
	                    * requested if there are too few values */
};

/* The estimate and its interval; low <= middle <= high. */
struct factor {
	double low, middle, high;
};

/* Makes a plan for two sizes, each at least 1: exact up to 50 values each, else by the normal
 * approximation. */
struct factorplan factorplan(size_t old, size_t new);

/* A sample, none of whose values is negative. Values of 0 may be left out of the array: those that
 * the plan has beyond count are 0. */
struct factorsample {
	double *p;
	size_t count;
};

/* Estimates the factor from old to new values. Sorts both arrays. 0 / 0 counts as 1, and other
 * ratios to 0 as infinity. */
struct factor factorof(
    const struct factorplan *plan, struct factorsample old, struct factorsample new);

#endif
