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

/* Takes a record. */
static inline void
extentadd(struct extent *x, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);

	if (!x->begun || ts < x->first)
		x->first = ts;
	if (!x->begun || end > x->last)
		x->last = end;
	x->begun = true;
}

/* A stage that does nothing else, and gives nothing. */
struct extentstage {
	struct stage stage;
	struct extent extent;
};

void extentinit(struct extentstage *s);

#endif
