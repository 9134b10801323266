/* SPDX-License-Identifier: MIT */
/* How times of one clock become times of another: integers in, integers out, the same every time.
 */
#ifndef NST_SHIFT_H
#define NST_SHIFT_H

#include <stdbool.h>
#include <stdint.h>

/* A drift of 1, which makes each second one second longer, is so many. */
#define SHIFT_UNIT INT64_C(1000000000000)

/* ts becomes ts + offset + (ts - origin) * drift / SHIFT_UNIT, rounded down. All zero changes
 * nothing. */
struct shift {
	int64_t offset; /* ns, at origin */
	int64_t origin; /* ns; without meaning where drift is 0 */
	int64_t drift;  /* above -SHIFT_UNIT, so that later times stay later */
};

/* Applies a shift; false where the time does not fit into 64 bits. */
bool shifttime(const struct shift *s, int64_t ts, int64_t *shifted);

/* The one shift that does what inner and then outer does, but for the rounding; ends at the limits
 * of 64 bits. */
struct shift shiftjoin(const struct shift *inner, const struct shift *outer);

#endif
