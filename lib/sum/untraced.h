/* SPDX-License-Identifier: MIT */
/* Detects an untraced beginning of a profile. If the program starts the capture itself, messages of
 * the profiler and graphs may be minutes older than the first traced event. GPUs count as idle
 * meanwhile. */
#ifndef NST_UNTRACED_H
#define NST_UNTRACED_H

#include <stdbool.h>

#include "stream/event.h"
#include "sum/tally/clip.h"

/* All zero before the first event. */
struct untraced {
	int64_t firstnote, firsttraced; /* ns: the least ts of messages and graphs, and of all
	                                 * other events */
	bool hasnote, hastraced;
};

/* Reads an event. */
static inline void
untracedevent(struct untraced *u, const struct event *ev)
{
	bool note = ev->type == TYPE_DIAGNOSTIC || ev->type == TYPE_GRAPH_CREATE ||
	    ev->type == TYPE_GRAPH_NODE;
	int64_t ts = ev->number[KEY_TS], *least = note ? &u->firstnote : &u->firsttraced;
	bool *any = note ? &u->hasnote : &u->hastraced;

	*least = *any && *least < ts ? *least : ts;
	*any = true;
}

/* Warns if the untraced time is more than a tenth of the span, unless the window is narrower than
 * the profile. */
void untracedwarn(const struct untraced *u, const struct clip *c);

#endif
