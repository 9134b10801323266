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

/* A queued event. Its notes and its line follow it. */
struct queuedevent {
	size_t size;   /* bytes of the whole record */
	size_t counts; /* bytes that it adds to eventqueue.bytes */
	size_t line, notecount;
	int64_t ts; /* ns */
	enum event_type type;
	unsigned has, given;
	struct buf *stack;
	const char *path; /* of the input; NULL if unknown */
	uint64_t number;  /* of the line in the input */
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

/* Returns the number of bits. Without an instruction of the processor, the compiler's own function
 * is a call. */
static inline unsigned
bitcount(unsigned bits)
{
	bits -= bits >> 1 & 0x55555555;
	bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
	return ((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24;
}

/* Appends an event, given its notes. */
static void
packevent(struct eventqueue *q, const struct event *ev, const struct valuenote *notes, size_t count)
{
	size_t noted = count * sizeof(*notes);
	size_t size = sizeof(struct queuedevent) + noted + ev->line.n + 1 + JSON_SLACK;
	size_t counts = QUEUED_BYTES + ev->line.n + 16 * count +
	    (size_t)8 * bitcount(ev->has & EVENT_INTEGERS);
	struct queueblock *b;
	struct queuedevent *queued;
	char *p;

	size = (size + ALIGN - 1) / ALIGN * ALIGN;
	counts = (counts + ALIGN - 1) / ALIGN * ALIGN;
	if (!q->first)
		q->ts = ev->number[KEY_TS];
	b = blockwithroom(q, size);
	queued = (struct queuedevent *)(void *)(b->bytes + b->end);
	*queued = (struct queuedevent){ size, counts, ev->line.n, count, ev->number[KEY_TS],
		ev->type, ev->has, ev->given, ev->stack, ev->where ? ev->where->path : NULL,
		ev->where ? ev->where->line : 0 };
	p = (char *)(queued + 1);
	memcpy(p, notes, noted);
	p += noted;
	memcpy(p, ev->line.p, ev->line.n);
	memset(p + ev->line.n, 0, 1 + JSON_SLACK);
	b->end += size;
	q->bytes += counts;
}

/* Appends an event without notes. */
static void
packnoting(struct eventqueue *q, const struct event *ev)
{
	packevent(q, ev, q->notes, (size_t)(evnote(ev, q->notes) - q->notes));
}

/* Appends an event of which a key was set: writes it as a line, and parses that. */
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
	packnoting(q, &again);
}

void
eventqueuepush(struct eventqueue *q, const struct event *ev)
{
	if (ev->set)
		packchanged(q, ev);
	else if (ev->notes)
		packevent(q, ev, ev->notes, ev->notecount);
	else
		packnoting(q, ev);
}

/* Returns the first record of a block that is not empty. */
static const struct queuedevent *
blockfirst(const struct queueblock *b)
{
	return (const struct queuedevent *)(const void *)(b->bytes + b->start);
}

struct event *
eventqueuefirst(struct eventqueue *q)
{
	const struct queuedevent *queued = blockfirst(q->first);
	const struct valuenote *notes = (const struct valuenote *)(const void *)(queued + 1);
	struct event *ev = &q->event;

	if (q->unpacked)
		return ev;
	ev->line = (struct span){ (const char *)(notes + queued->notecount), queued->line };
	ev->type = queued->type;
	ev->has = queued->has;
	ev->given = queued->given;
	ev->set = 0;
	ev->stack = queued->stack;
	q->where = (struct where){ queued->path, queued->number };
	ev->where = queued->path ? &q->where : NULL;
	evnoted(ev, notes, queued->notecount);
	q->unpacked = true;
	return ev;
}

void
eventqueuepop(struct eventqueue *q)
{
	struct queueblock *b = q->first;
	const struct queuedevent *queued = blockfirst(b);

	q->unpacked = false;
	q->bytes -= queued->counts;
	b->start += queued->size;
	if (b->start == b->end) {
		q->first = b->next;
		if (!q->first)
			q->last = NULL;
		free(q->spare);
		q->spare = b;
	}
	if (q->first)
		q->ts = blockfirst(q->first)->ts;
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
