/* SPDX-License-Identifier: MIT */
#include "timespan.h"

void
tracespanheader(struct tracespan *x, const struct event *ev)
{
	streaminfoheader(&x->info, ev);
	timespanadd(&x->all, ev->number[KEY_TS], ev->number[KEY_TS]);
}

void
tracespanlatest(struct tracespan *x, int64_t latest)
{
	if (x->all.begun && latest > x->all.last)
		x->all.last = latest;
}

/* Returns the time span whose bounds count. */
static const struct timespan *
tracespancounted(const struct tracespan *x)
{
	return x->traced.begun ? &x->traced : &x->all;
}

int64_t
tracespanstart(const struct tracespan *x, int64_t from, int64_t to)
{
	int64_t start = x->all.first < from ? from : tracespancounted(x)->first;

	return start < to ? start : to;
}

int64_t
tracespanend(const struct tracespan *x, int64_t from, int64_t to)
{
	int64_t start = tracespanstart(x, from, to);
	int64_t end = x->all.last >= to ? to : tracespancounted(x)->last;

	return end > start ? end : start;
}

static void
timespanrecord(struct stage *stage, struct event *ev)
{
	timespanevent(&((struct timespanstage *)stage)->timespan, ev);
}

void
timespaninit(struct timespanstage *s)
{
	*s = (struct timespanstage){ .stage = { .header = timespanrecord, .event =
	    timespanrecord } };
}
