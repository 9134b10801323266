/* SPDX-License-Identifier: MIT */
/* How much time intervals cover together. */
#ifndef NST_INTERVALS_H
#define NST_INTERVALS_H

#include <stdbool.h>
#include <stdint.h>

/* A union of intervals that come in order of their starts, ns. All zero is empty. */
struct intervals {
	int64_t end;  /* the latest */
	int64_t time; /* of all, saturating */
	bool begun;
};

/* Adds the interval from start to end. */
void intervalsadd(struct intervals *c, int64_t start, int64_t end);

#endif
