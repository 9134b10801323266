/* SPDX-License-Identifier: MIT */
/*
 * nst-filter --inside: events inside named ranges. These are the ranges themselves, other events on
 * the same thread within their time, and GPU events launched from there.
 */
#ifndef NST_INSIDE_H
#define NST_INSIDE_H

#include "base/map.h"
#include "base/pattern.h"
#include "stream/event.h"

/* All zero but the pattern is empty; insidefree frees it. */
struct inside {
	struct pattern pattern;     /* of the ranges' names */
	bool matched;               /* there was such a range */
	struct map threads;         /* (pid, tid) -> index in p */
	struct insidethread *p;
	size_t room;
	struct map calls;           /* (pid, corr) of calls inside */
	struct map early;           /* the same of dropped GPU events without a launch */
	uint64_t missed;            /* calls inside that follow such an event */
	struct buf scratch;
};

/* Returns true if an event is inside. Events must be in order of ts. */
bool insideevent(struct inside *in, const struct event *ev);

void insidefree(struct inside *in);

#endif
