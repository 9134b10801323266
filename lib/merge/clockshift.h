/* SPDX-License-Identifier: MIT */
/* Conversion of times from one clock to another: an offset and a drift, in integers, so that the
 * result is the same on each machine. */
#ifndef NST_CLOCKSHIFT_H
#define NST_CLOCKSHIFT_H

#include <stdbool.h>
#include <stdint.h>

/* The unit of the drift: with a drift of SHIFT_UNIT a second becomes two. */
#define SHIFT_UNIT INT64_C(1000000000000)

/* Maps ts to ts + offset + (ts - origin) * drift / SHIFT_UNIT, rounded down. All zero is the
 * identity. Example: a clock that is 5 us behind and loses 20 ppm:
 *   { .offset = 5000, .origin = 0, .drift = 20000000 } */
struct clockshift {
	int64_t offset; /* at origin, ns */
	int64_t origin; /* ns; unused if drift is 0 */
	int64_t drift;  /* greater than -SHIFT_UNIT, which keeps the order of times */
};

/* Stores the mapped time in *shifted. Returns false if it does not fit into 64 bits. */
bool clockshiftapply(const struct clockshift *s, int64_t ts, int64_t *shifted);

/* Returns the composition: first inner, then outer. It is exact but for rounding, and saturates at
 * 64 bits. */
struct clockshift clockshiftcompose(const struct clockshift *inner, const struct clockshift *outer);

#endif
