/* SPDX-License-Identifier: MIT */
/* Reports with a row for each event: work on GPUs, calls, launches, messages. Where the rows are in
 * the order of the stream, those for programs are written as the events come. */
#ifndef NST_TRACE_H
#define NST_TRACE_H

#include "collector.h"

struct engine *tracegpu(const struct ask *ask);
struct engine *traceapi(const struct ask *ask);
struct engine *tracelaunch(const struct ask *ask);
struct engine *tracempi(const struct ask *ask);
struct engine *tracevulkan(const struct ask *ask);

/* Rules, which list what is worth a look, the longest first: copies of pageable memory that were
 * asked for without waiting, copies and sets that waited, and calls that wait. */
struct engine *tracepageable(const struct ask *ask);
struct engine *tracecopies(const struct ask *ask);
struct engine *tracesets(const struct ask *ask);
struct engine *tracewaits(const struct ask *ask);

#endif
