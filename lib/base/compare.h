/* SPDX-License-Identifier: MIT */
/* Comparisons for qsort and bsearch. */
#ifndef NST_COMPARE_H
#define NST_COMPARE_H

#include <stdint.h>

/* Compares two elements of type int64_t. */
static inline int
compareint64(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

#endif
