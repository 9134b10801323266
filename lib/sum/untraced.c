/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "untraced.h"

/* The warning gives times in ms, and is not worth it below. */
enum { MS = 1000000 };

void
untracedwarn(const struct clip *c)
{
	const struct timespan *aside = &c->span.aside;
	int64_t start = clipstart(c), end = clipend(c);
	wide before = aside->first < start ? (wide)start - aside->first : 0;
	wide after = aside->last > end ? (wide)aside->last - end : 0;

	if (!c->span.traced.begun || !aside->begun || c->narrow || before + after < MS ||
	    before + after <= (wide)end - start)
		return;
	warn("the span leaves out %lld ms before the first and %lld ms after the last traced "
	     "event: only records of the profiler and the creation of graphs are there",
	    (long long)(before / MS), (long long)(after / MS));
}
