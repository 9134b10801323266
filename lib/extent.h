/* SPDX-License-Identifier: MIT */
/* From when to when the events of a stream last. */
#ifndef NST_EXTENT_H
#define NST_EXTENT_H

#include "stage.h"

/* All zero is nothing yet. */
struct extent {
	int64_t first, last; /* ns: the earliest ts, of a header too, and the latest end */
	bool begun;
};

/* Takes what lasts from ts to end, ns. */
static inline void
extentspan(struct extent *x, int64_t ts, int64_t end)
{
	if (!x->begun || ts < x->first)
		x->first = ts;
	if (!x->begun || end > x->last)
		x->last = end;
	x->begun = true;
}

/* Takes a record. */
static inline void
extentadd(struct extent *x, const struct event *ev)
{
	extentspan(x, ev->number[KEY_TS], evend(ev));
}

/* A stage that does nothing else, and gives nothing. */
struct extentstage {
	struct stage stage;
	struct extent extent;
};

void extentinit(struct extentstage *s);

#endif
