/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "eventqueue.h"
#include "stream/record.h"

enum { BLOCK = 1 << 18 }; /* size of a block in bytes; an event that is longer has its own block */

struct queueblock {
	struct queueblock *next;
	size_t start, end, room; /* the queued events are bytes[start..end); room is the capacity */
	_Alignas(int64_t) char bytes[];
};

/* A queued event. After it follow its integers and its values (struct packedvalue), each in order
 * of the keys, and the line. */
struct packedevent {
	size_t size; /* bytes of the whole record */
	size_t line; /* bytes of the line */
	enum event_type type;
	unsigned has, given;
	unsigned values; /* number of values */
	struct buf *stack;
	const char *path; /* of the input; NULL if unknown */
	uint64_t number;  /* of the line in the input */
};

/* Offset and length of a value in the line. */
struct packedvalue {
	size_t at, n;
};

enum { ALIGN = sizeof(int64_t) };

/* Returns a block with room for size bytes. */
static struct queueblock *
blockwithroom(struct eventqueue *q, size_t size)
{
	struct queueblock *b = q->last;

	if (b && b->room - b->end >= size)
		return b;
	b = q->spare;
	q->spare = NULL;
	if (!b || b->room < size) {
		size_t room = size > BLOCK ? size : BLOCK;

		free(b);
		b = xmalloc(sizeof(*b) + room);
		b->room = room;
	}
	b->next = NULL;
	b->start = b->end = 0;
	if (q->last)
		q->last->next = b;
	else
		q->first = b;
	q->last = b;
	return b;
}

/* Returns the bits of the keys whose values are part of the line. */
static unsigned
valuesinline(unsigned has, unsigned given)
{
	return has & given;
}

/* Returns the number of bits. Without an instruction of the processor, the compiler's own function
 * is a call. */
static inline unsigned
bitcount(unsigned bits)
{
	bits -= bits >> 1 & 0x55555555;
	bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
	return ((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24;
}

static void
packevent(struct eventqueue *q, const struct event *ev)
{
	unsigned numbers = ev->has & EVENT_INTEGERS, texts = valuesinline(ev->has, ev->given);
	unsigned textcount = bitcount(texts);
	size_t size = sizeof(struct packedevent) + ev->line.n + 1 + JSON_SLACK +
	    bitcount(numbers) * sizeof(int64_t) + textcount * sizeof(struct packedvalue);
	struct queueblock *b;
	struct packedevent *packed;
	char *p;

	size = (size + ALIGN - 1) / ALIGN * ALIGN;
	b = blockwithroom(q, size);
	packed = (struct packedevent *)(void *)(b->bytes + b->end);
	*packed = (struct packedevent){ size, ev->line.n, ev->type, ev->has, ev->given,
		textcount, ev->stack, ev->where ? ev->where->path : NULL,
		ev->where ? ev->where->line : 0 };
	p = (char *)(packed + 1);
	for (; numbers; numbers &= numbers - 1, p += sizeof(int64_t))
		memcpy(p, &ev->number[__builtin_ctz(numbers)], sizeof(int64_t));
	for (; texts; texts &= texts - 1, p += sizeof(struct packedvalue)) {
		const struct span *value = &ev->value[__builtin_ctz(texts)];
		struct packedvalue at = { (size_t)(value->p - ev->line.p), value->n };

		memcpy(p, &at, sizeof(at));
	}
	memcpy(p, ev->line.p, ev->line.n);
	memset(p + ev->line.n, 0, 1 + JSON_SLACK);
	b->end += size;
	q->bytes += size;
}

/* Packs an event of which a key was set: writes it as a line, and parses that. */
static void
packchanged(struct eventqueue *q, const struct event *ev)
{
	struct event again = { .where = ev->where };
	struct parseerror error;

	q->text.n = 0;
	recordkeep(&q->text, ev);
	q->text.n--;
	jsonpad(&q->text);
	if (!evparse(&again, bufall(&q->text), 0, ev->stack, &error))
		evdie(ev, "%s", error.why);
	memcpy(again.number, ev->number, sizeof(again.number));
	packevent(q, &again);
}

void
eventqueuepush(struct eventqueue *q, const struct event *ev)
{
	if (ev->set)
		packchanged(q, ev);
	else
		packevent(q, ev);
}

struct event *
eventqueuefirst(struct eventqueue *q)
{
	struct queueblock *b = q->first;
	struct event *ev = &q->event;
	const struct packedevent *packed;
	const char *p;
	unsigned set;

	if (!b)
		return NULL;
	if (q->unpacked)
		return ev;
	packed = (const struct packedevent *)(const void *)(b->bytes + b->start);
	p = (const char *)(packed + 1);
	ev->type = packed->type;
	ev->has = packed->has;
	ev->given = packed->given;
	ev->set = 0;
	ev->stack = packed->stack;
	ev->notes = NULL;
	q->where = (struct where){ packed->path, packed->number };
	ev->where = packed->path ? &q->where : NULL;
	for (set = ev->has & EVENT_INTEGERS; set; set &= set - 1, p += sizeof(int64_t))
		memcpy(&ev->number[__builtin_ctz(set)], p, sizeof(int64_t));
	set = valuesinline(ev->has, ev->given);
	ev->line.p = p + packed->values * sizeof(struct packedvalue);
	ev->line.n = packed->line;
	for (; set; set &= set - 1, p += sizeof(struct packedvalue)) {
		struct packedvalue at;

		memcpy(&at, p, sizeof(at));
		ev->value[__builtin_ctz(set)] = (struct span){ ev->line.p + at.at, at.n };
	}
	q->unpacked = true;
	return ev;
}

void
eventqueuepop(struct eventqueue *q)
{
	struct queueblock *b = q->first;
	size_t size = ((const struct packedevent *)(const void *)(b->bytes + b->start))->size;

	q->unpacked = false;
	q->bytes -= size;
	b->start += size;
	if (b->start < b->end)
		return;
	q->first = b->next;
	if (!q->first)
		q->last = NULL;
	free(q->spare);
	q->spare = b;
}

void
eventqueuefree(struct eventqueue *q)
{
	struct queueblock *next;

	for (struct queueblock *b = q->first; b; b = next) {
		next = b->next;
		free(b);
	}
	free(q->spare);
	free(q->text.p);
	*q = (struct eventqueue){ 0 };
}
