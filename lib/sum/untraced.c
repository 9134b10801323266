/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "untraced.h"

/* A window to leave it out is told in ms. */
enum { MS = 1000000 };

void
untracedwarn(const struct untraced *l, const struct clip *c)
{
	wide start = clipstart(c), span = clipend(c) - start, before = l->traced - start;

	if (!l->anynoted || !l->anytraced || l->noted >= l->traced || c->narrow ||
	    before * 10 <= span || before < MS)
		return;
	warn("nothing was traced for the first %lld ms, messages of the profiler and graphs "
	     "aside, and GPUs count as idle then: a window from +%lldms on leaves that out",
	    (long long)(before / MS), (long long)(before / MS));
}
