/* SPDX-License-Identifier: MIT */
#include "cover.h"
#include "mem.h"

void
coveradd(struct cover *c, int64_t start, int64_t end)
{
	if (c->begun && start < c->end)
		start = c->end;
	if (end > start)
		c->time = addsat(c->time, subsat(end, start));
	if (!c->begun || end > c->end)
		c->end = end;
	c->begun = true;
}
