/* SPDX-License-Identifier: MIT */
/* 128-bit integers: sums of 64-bit times, and exact rounding. */
#ifndef NST_WIDE_H
#define NST_WIDE_H

#include <stdint.h>

/* The sum of 64-bit times of all events that fit into memory, times 100,000, fits into this. */
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

/* Divides by a positive number and rounds to the nearest integer, halves away from zero. */
static inline wide
widedivide(wide v, wide by)
{
	if (v >= 0 && v < INT64_MAX / 2 && by < INT64_MAX) /* 64 bits: many times faster */
		return (int64_t)((uint64_t)v + (uint64_t)by / 2) / (int64_t)by;
	return (v < 0 ? v - by / 2 : v + by / 2) / by;
}

/* Returns the double nearest to v / by, ties to even; by must be positive. */
double widedouble(wide v, wide by);

/* Returns v times 10^decimals, with 0 to 6 decimals, rounded to the nearest integer, halves away
 * from zero. Rounds the binary value of v, not its shortest decimal form. Saturates at 2^126. */
wide widescale(double v, int decimals);

#endif
