/* SPDX-License-Identifier: MIT */
#include "extent.h"

static void
record(struct stage *stage, struct event *ev)
{
	extentadd(&((struct extentstage *)stage)->extent, ev);
}

void
extentinit(struct extentstage *s)
{
	*s = (struct extentstage){ .stage = { .header = record, .event = record } };
}
