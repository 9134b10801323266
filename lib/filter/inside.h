/* SPDX-License-Identifier: MIT */
/*
 * What happens inside some ranges: what else is on their thread in their time, and what the GPU did
 * that was launched from there.
 */
#ifndef NST_INSIDE_H
#define NST_INSIDE_H

#include "base/map.h"
#include "base/pattern.h"
#include "stream/event.h"

/* All zero but the pattern of the ranges' names is none yet. */
struct inside {
	struct pattern pattern;
	bool matched;               /* some range */
	struct map threads;         /* (pid, tid) -> number */
	struct insidethread *p;
	size_t room;
	struct map calls;           /* (pid, corr) of calls inside */
	struct buf scratch;
};

/* Whether an event is inside, or is such a range; events come in order of ts. */
bool insideevent(struct inside *in, const struct event *ev);

void insidefree(struct inside *in);

#endif
