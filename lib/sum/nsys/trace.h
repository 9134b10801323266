/* SPDX-License-Identifier: MIT */
/* Reports with a row for each event: work on GPUs, calls, launches, messages. Where the rows are in
 * the order of the stream, those for programs are written as the events come. */
#ifndef NST_TRACE_H
#define NST_TRACE_H

#include "collector.h"

struct collector *tracegpu(const struct collectorargs *ask);
struct collector *traceapi(const struct collectorargs *ask);
struct collector *tracelaunch(const struct collectorargs *ask);
struct collector *tracempi(const struct collectorargs *ask);
struct collector *tracevulkan(const struct collectorargs *ask);

/* Rules, which list what is worth a look, the longest first: copies of pageable memory that were
 * asked for without waiting, copies and sets that waited, and calls that wait. */
struct collector *tracepageable(const struct collectorargs *ask);
struct collector *tracecopies(const struct collectorargs *ask);
struct collector *tracesets(const struct collectorargs *ask);
struct collector *tracewaits(const struct collectorargs *ask);

#endif
