/* SPDX-License-Identifier: MIT */
/* From when to when the events of a stream last. */
#ifndef NST_TIMESPAN_H
#define NST_TIMESPAN_H

#include "stage.h"

/* All zero is nothing yet. */
struct timespan {
	int64_t first, last; /* ns: the earliest ts, of a header too, and the latest end */
	bool begun;
};

/* Takes what lasts from ts to end, ns. */
static inline void
timespanadd(struct timespan *x, int64_t ts, int64_t end)
{
	if (!x->begun || ts < x->first)
		x->first = ts;
	if (!x->begun || end > x->last)
		x->last = end;
	x->begun = true;
}

/* Takes a record. */
static inline void
timespanevent(struct timespan *x, const struct event *ev)
{
	timespanadd(x, ev->number[KEY_TS], evend(ev));
}

/* A stage that does nothing else, and gives nothing. */
struct timespanstage {
	struct stage stage;
	struct timespan timespan;
};

void timespaninit(struct timespanstage *s);

#endif
