/* SPDX-License-Identifier: MIT */
/* A ring buffer of events that nst-link holds back, in stream order. The clocks of CPU and GPU
 * differ a little, so the launching call of a GPU event may follow it in the stream. The events
 * behind a GPU event that waits for its call wait, too. */
#ifndef NST_HELDQUEUE_H
#define NST_HELDQUEUE_H

#include "stream/event.h"

struct heldevent {
	struct event *ev;
	uint32_t call; /* index of the launching call; NONE: not found yet, or there is none */
	bool ongpu;    /* a GPU event, which may have a launching call */
	bool waits;    /* the call may still follow in the stream */
	size_t calls;  /* number of calls read when the call was last looked up */
};

/* All zero is empty. */
struct heldqueue {
	struct heldslot *slots;
	size_t first, count, room;
};

/* Appends a copy of the event. */
void heldpush(struct heldqueue *q, struct heldevent held);

/* Returns the first event, or NULL when the queue is empty. */
struct heldevent *heldfirst(struct heldqueue *q);

/* Removes and returns the first event. It is valid until the next heldpush. */
struct heldevent heldpop(struct heldqueue *q);

void heldfree(struct heldqueue *q);

#endif
