/* SPDX-License-Identifier: MIT */
#include "timespan.h"

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
