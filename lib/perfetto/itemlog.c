/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "itemlog.h"

enum { SHAPE_BITS = 2 };

void
itemlogadd(struct itemlog *l, const struct item *item)
{
	struct buf *bytes = &l->items.bytes;
	uint32_t number = item->shape == SHAPE_COUNTER ? item->counter : item->track;
	uint64_t step = (uint64_t)item->ts - (uint64_t)l->ts;

	protovarint(bytes, (uint64_t)number << SHAPE_BITS | item->shape);
	protovarint(bytes, protozigzag((int64_t)step));
	protovarint(bytes, (uint64_t)item->dur + 1);
	protovarint(bytes, stringintern(&l->categories, item->category));
	l->ts = item->ts;
	bytelogcheck(&l->items);
}

void
itemlogreplay(const struct itemlog *l, void (*take)(void *, const struct item *), void *arg)
{
	struct bytelogreader r = { .log = &l->items };
	struct item item = { 0 };

	while (r.next < r.n || bytelogfill(&r)) {
		uint64_t head = bytelogvarint(&r), step = bytelogvarint(&r);

		item.shape = (enum shape)(head & ((1 << SHAPE_BITS) - 1));
		item.track = item.counter = (uint32_t)(head >> SHAPE_BITS);
		item.ts = (int64_t)((uint64_t)item.ts + (uint64_t)protounzigzag(step));
		item.dur = (int64_t)(bytelogvarint(&r) - 1);
		item.category = stringat(&l->categories, (uint32_t)bytelogvarint(&r));
		take(arg, &item);
	}
	free(r.p);
}

void
itemlogfree(struct itemlog *l)
{
	bytelogfree(&l->items);
	stringtablefree(&l->categories);
}
