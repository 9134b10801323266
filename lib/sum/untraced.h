/* SPDX-License-Identifier: MIT */
/* The time before anything was traced: where a capture was begun by the program, messages of the
 * profiler and graphs that were there already may be minutes older. */
#ifndef NST_UNTRACED_H
#define NST_UNTRACED_H

#include <stdbool.h>

#include "stream/event.h"
#include "sum/tally/clip.h"

/* All zero is nothing yet. */
struct untraced {
	int64_t noted, traced; /* ns: the least ts of such events, and of all others */
	bool anynoted, anytraced;
};

/* Learns of an event. */
static inline void
untracedevent(struct untraced *l, const struct event *ev)
{
	bool note = ev->type == TYPE_DIAGNOSTIC || ev->type == TYPE_GRAPH_CREATE ||
	    ev->type == TYPE_GRAPH_NODE;
	int64_t ts = ev->number[KEY_TS], *least = note ? &l->noted : &l->traced;
	bool *any = note ? &l->anynoted : &l->anytraced;

	*least = *any && *least < ts ? *least : ts;
	*any = true;
}

/* Says so where that is more than a tenth of the span, in which GPUs count as idle, unless a window
 * was asked for or kept. */
void untracedwarn(const struct untraced *l, const struct clip *c);

#endif
