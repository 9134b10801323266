/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "intervals.h"

void
intervalsadd(struct intervals *c, int64_t start, int64_t end)
{
	if (c->begun && start < c->end)
		start = c->end;
	if (end > start)
		c->time = addsat(c->time, subsat(end, start));
	if (!c->begun || end > c->end)
		c->end = end;
	c->begun = true;
}
