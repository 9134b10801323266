/* SPDX-License-Identifier: MIT */
/* A ring buffer of events that nst-link holds back, in stream order. The clocks of CPU and GPU
 * differ a little, so the launching call of a GPU event may follow it in the stream. The events
 * behind a GPU event that waits for its call wait, too. A hash table finds the waiting events of a
 * new call, wherever they are in the queue. */
#ifndef NST_HELDQUEUE_H
#define NST_HELDQUEUE_H

#include "base/map.h"
#include "stream/sharedlines.h"

struct heldevent {
	struct event *ev;
	uint32_t call;     /* index of the launching call; NONE: not found yet, or there is none */
	uint32_t inside;   /* index in link.inside, or NONE */
	bool ongpu;        /* a GPU event, which may have a launching call */
	bool waits;        /* the call may still follow in the stream */
	uint32_t previous; /* number of the waiting event before this one with
	                    * the same id; its own if there is none */
	struct sharedlines *lines; /* of which one is the line of the event; NULL if the queue has
	                            * a copy of that line */
};

/* The slot's buffer is reused by the next event in it. */
struct heldslot {
	struct heldevent held;
	struct buf copy;
};

/* All zero is empty. */
struct heldqueue {
	struct heldslot *slots;
	size_t first, count, room; /* room is a power of two, or 0 */
	uint32_t popped;    /* removed events, modulo 2^32: the number of the first event */
	size_t waits;       /* number of waiting events */
	struct map waiting; /* (pid, corr) -> number of the latest waiting event with that id */
};

/* Appends a copy of the event. */
void heldpush(struct heldqueue *q, const struct heldevent *held);

/* Returns the slot of the i-th event in the queue. */
static inline struct heldslot *
heldslotat(const struct heldqueue *q, size_t i)
{
	return &q->slots[(q->first + i) & (q->room - 1)];
}

/* Returns the first event, or NULL when the queue is empty. */
static inline struct heldevent *
heldfirst(struct heldqueue *q)
{
	return q->count > 0 ? &heldslotat(q, 0)->held : NULL;
}

/* Returns the latest event in the queue that waits for a call with this id, or NULL. */
struct heldevent *heldwaiting(struct heldqueue *q, int64_t pid, int64_t corr);

/* Returns the waiting event before this one with the same id, or NULL. */
struct heldevent *heldpreviouswaiting(struct heldqueue *q, const struct heldevent *held);

/* Ends the waiting of an event in the queue. */
static inline void
heldsettle(struct heldqueue *q, struct heldevent *held)
{
	held->waits = false;
	q->waits--;
}

/* Removes and returns the first event, which waits no more. It is valid until the caller calls
 * helddrop, which it does before the next heldpush. */
static inline struct heldevent *
heldpop(struct heldqueue *q)
{
	struct heldevent *held = &heldslotat(q, 0)->held;

	q->first = (q->first + 1) & (q->room - 1);
	q->count--;
	q->popped++;
	return held;
}

/* Ends the use of an event that was in the queue. */
static inline void
helddrop(struct heldevent *held)
{
	if (held->lines)
		sharedlinesdrop(held->lines);
	held->lines = NULL;
}

void heldfree(struct heldqueue *q);

#endif
