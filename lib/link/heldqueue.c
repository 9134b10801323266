/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "heldqueue.h"

/* The hash table also has ids that no event waits for any more. It is made again when it has more
 * than twice as many ids as the queue has events, and more than this. */
enum { STALE_MIN = 1024 };

/* The memory of a hash table with more slots is freed then. */
enum { SLOTS_KEPT = 8 * STALE_MIN };

static void
heldgrow(struct heldqueue *q)
{
	size_t room = q->room ? q->room * 2 : 64;
	struct heldslot *slots = xzalloc(room, sizeof(*slots));

	for (size_t i = 0; i < q->room; i++)
		slots[i] = *heldslotat(q, i);
	free(q->slots);
	q->slots = slots;
	q->first = 0;
	q->room = room;
}

static struct mapkey
heldid(const struct event *ev)
{
	return (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), (uint64_t)ev->number[KEY_CORR] };
}

/* Enters the i-th event of the queue, which waits, into the hash table. */
static void
heldenter(struct heldqueue *q, size_t i)
{
	struct heldevent *held = &heldslotat(q, i)->held;
	uint32_t number = q->popped + (uint32_t)i, *latest;
	bool fresh;

	latest = mapput(&q->waiting, heldid(held->ev), &fresh);
	held->previous = fresh ? number : *latest;
	*latest = number;
}

/* Makes the hash table again without the ids that no event waits for. */
static void
heldcleanwaiting(struct heldqueue *q)
{
	if (q->waiting.size > SLOTS_KEPT)
		mapfree(&q->waiting);
	else
		mapclear(&q->waiting);
	for (size_t i = 0; i < q->count; i++)
		if (heldslotat(q, i)->held.waits)
			heldenter(q, i);
}

struct heldcopy {
	struct event ev;
	struct where where;
};

/* Copies an event that has notes, without its line. Numbers and values behind those of its last key
 * are left out. */
static struct event *
copywithoutline(const struct event *ev, struct buf *into)
{
	unsigned keys = 32 - (unsigned)__builtin_clz(ev->has | 1);
	struct heldcopy *copy;
	struct event *to;

	into->n = 0;
	copy = (struct heldcopy *)(void *)bufroom(into, sizeof(*copy));
	to = &copy->ev;
	to->line = ev->line;
	to->has = ev->has;
	to->given = ev->given;
	to->set = ev->set;
	to->type = ev->type;
	memcpy(to->number, ev->number, keys * sizeof(*to->number));
	memcpy(to->value, ev->value, keys * sizeof(*to->value));
	to->stack = ev->stack;
	to->notes = ev->notes;
	to->notecount = ev->notecount;
	to->shared = ev->shared;
	to->where = NULL;
	if (ev->where) {
		copy->where = *ev->where;
		to->where = &copy->where;
	}
	return to;
}

void
heldpush(struct heldqueue *q, const struct heldevent *held)
{
	struct heldslot *slot;

	if (q->count == q->room)
		heldgrow(q);
	slot = heldslotat(q, q->count++);
	slot->held = *held;
	if (evshares(held->ev) && !held->ev->set) {
		slot->held.ev = copywithoutline(held->ev, &slot->copy);
		slot->held.lines = sharedlinesuse(held->ev->shared);
	} else {
		slot->held.ev = evcopy(held->ev, &slot->copy);
	}
	if (!held->waits)
		return;
	q->waits++;
	if (q->waiting.used > STALE_MIN && q->waiting.used / 2 > q->count)
		heldcleanwaiting(q);
	else
		heldenter(q, q->count - 1);
}

/* Returns the event with that number if it is in the queue and waits for this id, else NULL. */
static struct heldevent *
heldnumbered(struct heldqueue *q, uint32_t number, struct mapkey id)
{
	uint32_t i = number - q->popped;
	struct heldevent *held = i < q->count ? &heldslotat(q, i)->held : NULL;
	struct mapkey its;

	if (!held || !held->waits)
		return NULL;
	its = heldid(held->ev);
	return its.a == id.a && its.b == id.b ? held : NULL;
}

struct heldevent *
heldwaiting(struct heldqueue *q, int64_t pid, int64_t corr)
{
	struct mapkey id = { (uint64_t)pid, (uint64_t)corr };
	const uint32_t *latest = q->waits > 0 ? mapget(&q->waiting, id) : NULL;

	return latest ? heldnumbered(q, *latest, id) : NULL;
}

struct heldevent *
heldpreviouswaiting(struct heldqueue *q, const struct heldevent *held)
{
	return heldnumbered(q, held->previous, heldid(held->ev));
}

void
heldfree(struct heldqueue *q)
{
	for (size_t i = 0; i < q->count; i++)
		helddrop(&heldslotat(q, i)->held);
	for (size_t i = 0; i < q->room; i++)
		free(q->slots[i].copy.p);
	free(q->slots);
	mapfree(&q->waiting);
	*q = (struct heldqueue){ 0 };
}
