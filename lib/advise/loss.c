/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "loss.h"

static void
lossrange(struct loss *l, uint32_t range, int64_t cost)
{
	struct mapkey key = { range, 0 };
	uint32_t *at = mapget(&l->ranges, key);
	bool fresh;

	if (!at && (range == NO_RANGE || l->costcount >= LOSS_RANGES))
		return;
	if (!at) {
		GROW(l->costs, l->costroom, l->costcount + 1);
		l->costs[l->costcount] = (struct rangecost){ .range = range };
		at = mapput(&l->ranges, key, &fresh);
		*at = (uint32_t)l->costcount++;
	}
	l->costs[*at].cost = addsat(l->costs[*at].cost, cost);
}

void
lossadd(struct loss *l, const struct lossevent *event)
{
	if (event->cost <= 0)
		return;
	l->cost = addsat(l->cost, event->cost);
	l->bytes = addsat(l->bytes, event->bytes);
	if (l->count++ == 0 || event->cost > l->worst.cost)
		l->worst = *event;
	lossrange(l, event->range, event->cost);
}

struct rangecost
losstop(const struct loss *l)
{
	struct rangecost top = { NO_RANGE, 0 };

	for (size_t i = 0; i < l->costcount; i++)
		if (l->costs[i].cost > top.cost)
			top = l->costs[i];
	if (top.cost < l->cost / 10)
		return (struct rangecost){ NO_RANGE, 0 };
	return top;
}

void
lossfree(struct loss *l)
{
	mapfree(&l->ranges);
	free(l->costs);
	*l = (struct loss){ 0 };
}
