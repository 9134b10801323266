/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "untraced.h"

/* The warning gives times in ms, and is not worth it below. */
enum { MS = 1000000 };

void
untracedwarn(const struct untraced *u, const struct clip *c)
{
	wide start = clipstart(c), span = clipend(c) - start, before = u->firsttraced - start;

	if (!u->hasnote || !u->hastraced || u->firstnote >= u->firsttraced || c->narrow ||
	    before * 10 <= span || before < MS)
		return;
	warn("nothing was traced for the first %lld ms, messages of the profiler and graphs "
	     "aside, and GPUs count as idle then: a window from +%lldms on leaves that out",
	    (long long)(before / MS), (long long)(before / MS));
}
