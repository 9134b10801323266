/* SPDX-License-Identifier: MIT */
#include <time.h>

#include "clock.h"

int64_t
clocknow(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * CLOCK_SECOND + t.tv_nsec;
}
