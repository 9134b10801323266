/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "delay.h"
#include "stream/record.h"

enum { BLOCK = 1 << 18 }; /* bytes of a block, but for an event that is longer */

struct delayblock {
	struct delayblock *next;
	size_t start, end, room; /* of what waits in bytes */
	_Alignas(int64_t) char bytes[];
};

/* An event that waits: then come its integers and its values, in order of the keys, and the line.
 */
struct packed {
	size_t size; /* of all */
	size_t line; /* of the line */
	enum event_type type;
	unsigned has, given;
	struct buf *stack;
	const char *path; /* NULL where nobody knows where it was read */
	uint64_t number;  /* of the line */
};

/* A value in the line. */
struct packedvalue {
	size_t at, n;
};

enum { ALIGN = sizeof(int64_t) };

/* The block that gets the next event, which takes so many bytes. */
static struct delayblock *
blockfor(struct delay *d, size_t size)
{
	struct delayblock *b = d->last;

	if (b && b->room - b->end >= size)
		return b;
	b = d->spare;
	d->spare = NULL;
	if (!b || b->room < size) {
		size_t room = size > BLOCK ? size : BLOCK;

		free(b);
		b = xmalloc(sizeof(*b) + room);
		b->room = room;
	}
	b->next = NULL;
	b->start = b->end = 0;
	if (d->last)
		d->last->next = b;
	else
		d->first = b;
	d->last = b;
	return b;
}

/* The values that stand in a line: also integers, whoever asked for them. */
static unsigned
values(unsigned has, unsigned given)
{
	return has & given;
}

static void
pack(struct delay *d, const struct event *ev)
{
	unsigned numbers = ev->has & EVENT_INTEGERS, texts = values(ev->has, ev->given);
	size_t size = sizeof(struct packed) + ev->line.n + 1 + JSON_SLACK +
	    (size_t)__builtin_popcount(numbers) * sizeof(int64_t) +
	    (size_t)__builtin_popcount(texts) * sizeof(struct packedvalue);
	struct delayblock *b;
	struct packed *packed;
	char *p;

	size = (size + ALIGN - 1) / ALIGN * ALIGN;
	b = blockfor(d, size);
	packed = (struct packed *)(void *)(b->bytes + b->end);
	*packed = (struct packed){ size, ev->line.n, ev->type, ev->has, ev->given, ev->stack,
		ev->where ? ev->where->path : NULL, ev->where ? ev->where->line : 0 };
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
	d->bytes += size;
}

void
delayadd(struct delay *d, const struct event *ev)
{
	struct event again = { .where = ev->where };
	struct parseerror error;

	if (!ev->set) {
		pack(d, ev);
		return;
	}
	d->text.n = 0;
	recordkeep(&d->text, ev);
	d->text.n--;
	jsonpad(&d->text);
	if (!evparse(&again, bufall(&d->text), 0, ev->stack, &error))
		evdie(ev, "%s", error.why);
	memcpy(again.number, ev->number, sizeof(again.number));
	pack(d, &again);
}

struct event *
delayfirst(struct delay *d)
{
	struct delayblock *b = d->first;
	struct event *ev = &d->event;
	const struct packed *packed;
	const char *p;
	unsigned set;

	if (!b)
		return NULL;
	if (d->ready)
		return ev;
	packed = (const struct packed *)(const void *)(b->bytes + b->start);
	p = (const char *)(packed + 1);
	ev->type = packed->type;
	ev->has = packed->has;
	ev->given = packed->given;
	ev->set = 0;
	ev->stack = packed->stack;
	d->where = (struct where){ packed->path, packed->number };
	ev->where = packed->path ? &d->where : NULL;
	for (set = ev->has & EVENT_INTEGERS; set; set &= set - 1, p += sizeof(int64_t))
		memcpy(&ev->number[__builtin_ctz(set)], p, sizeof(int64_t));
	set = values(ev->has, ev->given);
	ev->line.p = p + (size_t)__builtin_popcount(set) * sizeof(struct packedvalue);
	ev->line.n = packed->line;
	for (; set; set &= set - 1, p += sizeof(struct packedvalue)) {
		struct packedvalue at;

		memcpy(&at, p, sizeof(at));
		ev->value[__builtin_ctz(set)] = (struct span){ ev->line.p + at.at, at.n };
	}
	d->ready = true;
	return ev;
}

void
delaydrop(struct delay *d)
{
	struct delayblock *b = d->first;
	size_t size = ((const struct packed *)(const void *)(b->bytes + b->start))->size;

	d->ready = false;
	d->bytes -= size;
	b->start += size;
	if (b->start < b->end)
		return;
	d->first = b->next;
	if (!d->first)
		d->last = NULL;
	free(d->spare);
	d->spare = b;
}

void
delayfree(struct delay *d)
{
	struct delayblock *next;

	for (struct delayblock *b = d->first; b; b = next) {
		next = b->next;
		free(b);
	}
	free(d->spare);
	free(d->text.p);
	*d = (struct delay){ 0 };
}
