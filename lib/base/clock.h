/* SPDX-License-Identifier: MIT */
/* Time that passes while a program runs. */
#ifndef NST_CLOCK_H
#define NST_CLOCK_H

#include <stdint.h>

/* Nanoseconds in a second and in a millisecond. */
#define CLOCK_SECOND INT64_C(1000000000)
#define CLOCK_MILLI INT64_C(1000000)

/* Nanoseconds on a clock that only goes forward; where it began means nothing. */
int64_t clocknow(void);

#endif
