/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "hold.h"

/* A place in the circle; it keeps its memory for the next event. */
struct heldslot {
	struct held held;
	struct buf copy;
};

/* The slot of the so many-th event. */
static struct heldslot *
slotat(const struct hold *h, size_t i)
{
	i += h->first;
	return &h->slots[i < h->room ? i : i - h->room];
}

static void
holdgrow(struct hold *h)
{
	size_t room = h->room ? h->room * 2 : 64;
	struct heldslot *slots = xzalloc(room, sizeof(*slots));

	for (size_t i = 0; i < h->room; i++)
		slots[i] = *slotat(h, i);
	free(h->slots);
	h->slots = slots;
	h->first = 0;
	h->room = room;
}

void
holdadd(struct hold *h, struct held held)
{
	struct heldslot *slot;

	if (h->count == h->room)
		holdgrow(h);
	slot = slotat(h, h->count++);
	slot->held = held;
	slot->held.ev = evcopy(held.ev, &slot->copy);
}

struct held *
holdfirst(struct hold *h)
{
	return h->count > 0 ? &slotat(h, 0)->held : NULL;
}

struct held
holdtake(struct hold *h)
{
	struct held held = slotat(h, 0)->held;

	h->first = h->first + 1 < h->room ? h->first + 1 : 0;
	h->count--;
	return held;
}

void
holdfree(struct hold *h)
{
	for (size_t i = 0; i < h->room; i++)
		free(h->slots[i].copy.p);
	free(h->slots);
	*h = (struct hold){ 0 };
}
