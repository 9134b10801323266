/* SPDX-License-Identifier: MIT */
/* The total time that intervals cover. */
#ifndef NST_INTERVALS_H
#define NST_INTERVALS_H

#include <stdbool.h>
#include <stdint.h>

/* A union of intervals that are added in the order of their starts. Only its end and its length are
 * stored. All zero is empty. */
struct intervals {
	int64_t end;  /* ns; the latest end */
	int64_t time; /* ns; length of the union, saturating */
	bool begun;
};

/* Adds the interval from start to end, ns. */
void intervalsadd(struct intervals *c, int64_t start, int64_t end);

#endif
