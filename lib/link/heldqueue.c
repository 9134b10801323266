/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "heldqueue.h"

/* The slot's buffer is reused by the next event in it. */
struct heldslot {
	struct heldevent held;
	struct buf copy;
};

/* Returns the slot of the i-th event in the queue. */
static struct heldslot *
heldslotat(const struct heldqueue *q, size_t i)
{
	i += q->first;
	return &q->slots[i < q->room ? i : i - q->room];
}

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

void
heldpush(struct heldqueue *q, struct heldevent held)
{
	struct heldslot *slot;

	if (q->count == q->room)
		heldgrow(q);
	slot = heldslotat(q, q->count++);
	slot->held = held;
	slot->held.ev = evcopy(held.ev, &slot->copy);
}

struct heldevent *
heldfirst(struct heldqueue *q)
{
	return q->count > 0 ? &heldslotat(q, 0)->held : NULL;
}

struct heldevent
heldpop(struct heldqueue *q)
{
	struct heldevent held = heldslotat(q, 0)->held;

	q->first = q->first + 1 < q->room ? q->first + 1 : 0;
	q->count--;
	return held;
}

void
heldfree(struct heldqueue *q)
{
	for (size_t i = 0; i < q->room; i++)
		free(q->slots[i].copy.p);
	free(q->slots);
	*q = (struct heldqueue){ 0 };
}
