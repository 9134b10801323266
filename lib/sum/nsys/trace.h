/* SPDX-License-Identifier: MIT */
/* Stats reports with a row for each event: GPU operations, calls, launches, messages. If the rows
 * are in the order of the stream, TSV, CSV and JSON are written as the events arrive. */
#ifndef NST_TRACE_H
#define NST_TRACE_H

#include "collector.h"

struct collector *tracegpu(const struct collectorargs *args);
struct collector *traceapi(const struct collectorargs *args);
struct collector *tracelaunch(const struct collectorargs *args);
struct collector *tracempi(const struct collectorargs *args);
struct collector *tracevulkan(const struct collectorargs *args);

/* Rules that list suspicious events, the longest first: asynchronous copies of pageable memory,
 * synchronous copies and sets, and calls that synchronize. */
struct collector *tracepageable(const struct collectorargs *args);
struct collector *tracecopies(const struct collectorargs *args);
struct collector *tracesets(const struct collectorargs *args);
struct collector *tracewaits(const struct collectorargs *args);

#endif
