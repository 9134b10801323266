/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "itemlog.h"

enum { SHAPE_BITS = 2 };

/* The varints of an item. */
enum { NUMBERS = 4 };

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

/* Reads the numbers of the next item, without a call for each if they are in memory. */
static inline void
readnumbers(struct bytelogreader *r, uint64_t numbers[NUMBERS])
{
	const char *p = r->p + r->next;

	if (r->n - r->next < (size_t)NUMBERS * PROTO_VARINT_BYTES) {
		for (int i = 0; i < NUMBERS; i++)
			numbers[i] = bytelogvarint(r);
		return;
	}
	for (int i = 0; i < NUMBERS; i++)
		p = protoread(p, &numbers[i]);
	r->next = (size_t)(p - r->p);
}

void
itemlogreplay(const struct itemlog *l, void (*take)(void *, const struct item *), void *arg)
{
	struct bytelogreader r = { .log = &l->items };
	struct item item = { 0 };
	uint64_t numbers[NUMBERS];

	while (r.next < r.n || bytelogfill(&r)) {
		readnumbers(&r, numbers);
		item.shape = (enum shape)(numbers[0] & ((1 << SHAPE_BITS) - 1));
		item.track = item.counter = (uint32_t)(numbers[0] >> SHAPE_BITS);
		item.ts = (int64_t)((uint64_t)item.ts + (uint64_t)protounzigzag(numbers[1]));
		item.dur = (int64_t)(numbers[2] - 1);
		item.category = stringat(&l->categories, (uint32_t)numbers[3]);
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
