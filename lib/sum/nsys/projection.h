/* SPDX-License-Identifier: MIT */
/*
 * Ranges on the GPU, one event for each range and device, made into one for each range as NVIDIA's
 * reports have them: from the first to the last operation on any device, with its level in the
 * stack of such ranges of its thread, and how many of them are right inside it.
 */
#ifndef NST_PROJECTION_H
#define NST_PROJECTION_H

#include "collector.h"

/* Sums by name and style, and a row for each range. */
struct collector *projectionsum(const struct collectorargs *ask);
struct collector *projectiontrace(const struct collectorargs *ask);

#endif
