/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "itemlog.h"

enum { SHAPE_BITS = 2 };

void
itemlogadd(struct itemlog *l, const struct item *item)
{
	uint32_t number = item->shape == SHAPE_COUNTER ? item->counter : item->track;
	uint64_t step = (uint64_t)item->ts - (uint64_t)l->ts;

	if (l->dropped)
		return;
	protovarint(&l->items, (uint64_t)number << SHAPE_BITS | item->shape);
	protovarint(&l->items, step << 1 ^ (0 - (step >> 63)));
	protovarint(&l->items, (uint64_t)item->dur + 1);
	protovarint(&l->items, stringintern(&l->categories, item->category));
	l->ts = item->ts;
	if (l->items.n <= l->most)
		return;
	itemlogfree(l);
	l->dropped = true;
}

/* Reads a varint and moves *p behind it. */
static uint64_t
itemlognumber(const char **p)
{
	uint64_t v = 0;
	unsigned shift = 0;

	for (; **p & 0x80; shift += 7)
		v |= (uint64_t)(*(*p)++ & 0x7F) << shift;
	return v | (uint64_t)*(*p)++ << shift;
}

void
itemlogreplay(const struct itemlog *l, void (*take)(void *, const struct item *), void *arg)
{
	const char *p = l->items.p, *end = l->items.p + l->items.n;
	struct item item = { 0 };

	while (p < end) {
		uint64_t head = itemlognumber(&p), step = itemlognumber(&p);

		item.shape = (enum shape)(head & ((1 << SHAPE_BITS) - 1));
		item.track = item.counter = (uint32_t)(head >> SHAPE_BITS);
		item.ts = (int64_t)((uint64_t)item.ts + (step >> 1 ^ (0 - (step & 1))));
		item.dur = (int64_t)(itemlognumber(&p) - 1);
		item.category = stringat(&l->categories, (uint32_t)itemlognumber(&p));
		take(arg, &item);
	}
}

void
itemlogfree(struct itemlog *l)
{
	free(l->items.p);
	stringtablefree(&l->categories);
	l->items = (struct buf){ 0 };
}
