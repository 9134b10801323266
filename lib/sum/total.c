/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "total.h"

/* The largest total first; of two with one the group that came first. */
static int
byorder(const void *a, const void *b)
{
	const struct total *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->stats.total != y->stats.total)
		return x->stats.total > y->stats.total ? -1 : 1;
	return (x->group > y->group) - (x->group < y->group);
}

/* Where a type comes: those asked for, then others apart, then what has none. */
static uint32_t
rankof(uint32_t type, const uint32_t *first, size_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (first[i] == type)
			return i;
	if (count == 0)
		return 0;
	return type != UINT32_MAX ? (uint32_t)count + type : UINT32_MAX;
}

void
totalsmake(struct totals *t, struct groups *g, const uint32_t *first, size_t count)
{
	size_t none = g->names.used, room = 0;
	wide *wholes = xzalloc(none + 1, sizeof(*wholes)); /* by text; the last without a type */

	*t = (struct totals){ .groups = g };
	for (uint32_t i = 0; i < g->count; i++) {
		struct total *total;
		struct value type;

		if (!g->groups[i].whole || timescount(&g->groups[i].times) == 0)
			continue;
		type = groupvalue(g, i, BY_TYPE);
		GROW(t->p, room, t->count + 1);
		total = &t->p[t->count++];
		total->group = i;
		total->type = type.given ? (uint32_t)type.number : UINT32_MAX;
		total->rank = rankof(total->type, first, count);
		total->stats = timesstats(&g->groups[i].times);
		total->median = timespercentile(&g->groups[i].times, PERCENTS / 2);
		wholes[type.given ? (size_t)type.number : none] += total->stats.total;
	}
	for (size_t i = 0; i < t->count; i++)
		t->p[i].whole = wholes[t->p[i].type != UINT32_MAX ? t->p[i].type : none];
	free(wholes);
	if (t->count > 0)
		qsort(t->p, t->count, sizeof(*t->p), byorder);
}
