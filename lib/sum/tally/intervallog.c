/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "intervallog.h"

/* The most bytes of a block: two varints for each interval. */
enum { BLOCK_BYTES = INTERVALLOG_BLOCK * 2 * 10 };

struct intervalblock {
	int64_t from; /* begin of the first interval, ns */
	wide before;  /* time covered by all blocks before, ns */
	uint64_t at;  /* in the log of bytes, if the block is whole */
};

/* Appends the last interval to the tail, which it may complete. */
static void
seal(struct intervallog *t, struct bytelog *bytes)
{
	if ((t->count - 1) % INTERVALLOG_BLOCK == 0) {
		GROW(t->blocks, t->room, t->blockcount + 1);
		t->blocks[t->blockcount++] =
		    (struct intervalblock){ .from = t->last.from, .before = t->time };
	} else {
		protovarint(&t->tail, (uint64_t)t->last.from - (uint64_t)t->end);
	}
	protovarint(&t->tail, (uint64_t)t->last.to - (uint64_t)t->last.from);
	t->time += (wide)t->last.to - t->last.from;
	t->end = t->last.to;
	if (t->count % INTERVALLOG_BLOCK != 0)
		return;
	t->blocks[t->blockcount - 1].at = bytelogend(bytes);
	bufspan(&bytes->bytes, bufall(&t->tail));
	bytelogcheck(bytes);
	t->tail.n = 0;
}

void
intervallogadd(struct intervallog *t, struct bytelog *bytes, int64_t from, int64_t to)
{
	if (t->count > 0 && from <= t->last.to) {
		t->last.to = to > t->last.to ? to : t->last.to;
	} else if (to > from) {
		if (t->count > 0)
			seal(t, bytes);
		t->last = (struct interval){ from, to };
		t->count++;
	}
}

/* Returns the number of blocks that begin before a time. */
static size_t
blocksbefore(const struct intervallog *t, int64_t time)
{
	size_t low = 0, high = t->blockcount;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->blocks[middle].from < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the bytes of a block, whole or the tail. */
static const char *
blockbytes(const struct intervallog *t, const struct bytelog *bytes, size_t block, char *room)
{
	uint64_t rest;

	if ((block + 1) * INTERVALLOG_BLOCK >= t->count)
		return t->tail.p;
	rest = bytelogend(bytes) - t->blocks[block].at;
	rest = rest < BLOCK_BYTES ? rest : BLOCK_BYTES;
	bytelogcopy(bytes, t->blocks[block].at, room, (size_t)rest);
	return room;
}

struct intervalplace
intervallogbefore(const struct intervallog *t, const struct bytelog *bytes, int64_t time)
{
	size_t block = blocksbefore(t, time), sealed = t->count > 0 ? t->count - 1 : 0, end;
	struct intervalplace place = { .next = INT64_MAX };
	char room[BLOCK_BYTES];
	const char *p;
	uint64_t step;
	int64_t from;

	if (t->count == 0)
		return place;
	if (t->last.from < time)
		return (struct intervalplace){ t->count, t->last, t->time, INT64_MAX };
	if (block == 0) {
		place.next = sealed > 0 ? t->blocks[0].from : t->last.from;
		return place;
	}
	block--;
	p = blockbytes(t, bytes, block, room);
	end = (block + 1) * INTERVALLOG_BLOCK < sealed ? (block + 1) * INTERVALLOG_BLOCK : sealed;
	from = t->blocks[block].from;
	place.before = t->blocks[block].before;
	place.number = block * INTERVALLOG_BLOCK;
	for (;;) {
		place.number++;
		place.interval.from = from;
		p = protoread(p, &step);
		place.interval.to = (int64_t)((uint64_t)from + step);
		if (place.number == end)
			break;
		p = protoread(p, &step);
		from = (int64_t)((uint64_t)place.interval.to + step);
		place.next = from;
		if (from >= time)
			return place;
		place.before += (wide)place.interval.to - place.interval.from;
	}
	place.next = block + 1 < t->blockcount ? t->blocks[block + 1].from : t->last.from;
	return place;
}

void
intervallogfree(struct intervallog *t)
{
	free(t->tail.p);
	free(t->blocks);
	*t = (struct intervallog){ 0 };
}
