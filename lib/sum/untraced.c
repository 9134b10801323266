/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "untraced.h"

/* The warning gives times in ms, and is not worth it below. */
enum { MS = 1000000 };

void
untracedwarn(const struct clip *c)
{
	const struct timespan *all = &c->span.all;
	wide before = (wide)clipstart(c) - all->first, after = (wide)all->last - clipend(c);
	wide span = (wide)clipend(c) - clipstart(c);

	if (!c->span.traced.begun || c->narrow || before + after < MS || before + after <= span)
		return;
	warn("the span leaves out %lld ms before the first and %lld ms after the last traced "
	     "event: only records of the profiler and the creation of graphs are there",
	    (long long)(before / MS), (long long)(after / MS));
}
