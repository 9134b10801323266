/* SPDX-License-Identifier: MIT */
/*
 * By which factor two samples differ, with an interval that needs no distribution: all ratios of a
 * value of one to a value of the other, in order. The middle one is the estimate of Hodges and
 * Lehmann, on a scale of logarithms; how far from the ends the interval begins is what the
 * statistic of Mann and Whitney says.
 */
#ifndef NST_FACTOR_H
#define NST_FACTOR_H

#include <stddef.h>

/* How sure an interval should be. */
#define FACTOR_CONFIDENCE 0.95

/* What holds for all samples of two sizes. */
struct factorplan {
	size_t old, new;   /* values of each */
	size_t cut;        /* ratios left out at each end */
	double confidence; /* that the interval holds the factor; less than asked for where there
	                    * are too few values */
};

/* From the least to the greatest factor; the middle is the estimate. */
struct factor {
	double low, middle, high;
};

/* Plans for two sizes, at least 1 each. Exact up to 50 values each, else by the normal
 * distribution. */
struct factorplan factorplan(size_t old, size_t new);

/* The factor from the old values to the new ones, none negative; both come into another order. Of
 * no time to no time it is 1, and of none to some infinite. */
struct factor factorof(const struct factorplan *plan, double *old, double *new);

#endif
