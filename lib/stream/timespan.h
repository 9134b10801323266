/* SPDX-License-Identifier: MIT */
/* The time from the first to the last event of a stream. */
#ifndef NST_TIMESPAN_H
#define NST_TIMESPAN_H

#include "stage.h"

/* All zero is empty. */
struct timespan {
	int64_t first, last; /* ns: the earliest ts, of header records too, and the latest end */
	bool begun;
};

/* Extends it by the interval from ts to end, ns. */
static inline void
timespanadd(struct timespan *x, int64_t ts, int64_t end)
{
	if (!x->begun || ts < x->first)
		x->first = ts;
	if (!x->begun || end > x->last)
		x->last = end;
	x->begun = true;
}

/* Extends it by a record. */
static inline void
timespanevent(struct timespan *x, const struct event *ev)
{
	timespanadd(x, ev->number[KEY_TS], evend(ev));
}

/* A stage that collects the time span and gives no events. */
struct timespanstage {
	struct stage stage;
	struct timespan timespan;
};

void timespaninit(struct timespanstage *s);

#endif
