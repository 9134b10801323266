/* SPDX-License-Identifier: MIT */
/* The monotonic clock of the system. */
#ifndef NST_CLOCK_H
#define NST_CLOCK_H

#include <stdint.h>

/* Nanoseconds in a second and in a millisecond. */
#define CLOCK_SECOND INT64_C(1000000000)
#define CLOCK_MILLI INT64_C(1000000)

/* Returns the time of CLOCK_MONOTONIC in nanoseconds. Only differences of two times have a
 * meaning. */
int64_t clocknow(void);

#endif
