/* SPDX-License-Identifier: MIT */
/* The rules about idle GPUs, for each process and device, from its first to its last operation.
 * Overhead of the profiler in the process counts as busy. */
#ifndef NST_SUM_IDLE_H
#define NST_SUM_IDLE_H

#include "collector.h"

/* gpu_gaps: times without any operation, longer than args->gap. The longest is first. */
struct collector *idlegaps(const struct collectorargs *args);

/* gpu_time_util: divides the time into args->chunks equal parts, and lists the parts that are busy
 * for less than args->threshold percent, the least busy first. Overlapping operations count
 * twice. */
struct collector *idlechunks(const struct collectorargs *args);

#endif
