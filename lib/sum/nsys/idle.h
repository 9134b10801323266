/* SPDX-License-Identifier: MIT */
/* Rules about GPUs that have little to do, for each process and device, from the first to the last
 * operation there. Time that the profiler took from the process counts as work. */
#ifndef NST_SUM_IDLE_H
#define NST_SUM_IDLE_H

#include "collector.h"

/* Times of nothing, longer than ask->gap, the longest first. */
struct collector *idlegaps(const struct collectorargs *ask);

/* Times of which less than ask->threshold was worked, the emptiest first: the whole time is looked
 * at in ask->chunks equal parts. Operations at one time each count. */
struct collector *idlechunks(const struct collectorargs *ask);

#endif
