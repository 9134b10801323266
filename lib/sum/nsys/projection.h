/* SPDX-License-Identifier: MIT */
/* The reports of projected ranges. Streams have an event for each range and device. These reports
 * have one row for each range, from the first to the last operation on any device, with its nesting
 * level and the number of its children. */
#ifndef NST_PROJECTION_H
#define NST_PROJECTION_H

#include "collector.h"

/* nvtx_gpu_proj_sum by name and style, nvtx_gpu_proj_trace with a row for each range. */
struct collector *projectionsum(const struct collectorargs *args);
struct collector *projectiontrace(const struct collectorargs *args);

#endif
