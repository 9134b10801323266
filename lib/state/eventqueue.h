/* SPDX-License-Identifier: MIT */
/* A FIFO queue of events. It stores each event's line and the notes of the values in the line, so
 * that nothing is parsed or noted twice. */
#ifndef NST_EVENTQUEUE_H
#define NST_EVENTQUEUE_H

#include "stream/event.h"

/* All zero is empty; eventqueuefree frees it. */
struct eventqueue {
	struct queueblock *first, *last; /* linked list of blocks of queued events */
	struct queueblock *spare;        /* a free block, or NULL */
	/* Size of the queued events: QUEUED_BYTES and the line of each, and 24 bytes for each
	 * integer and 16 bytes for each other value. */
	uint64_t bytes;
	int64_t ts;         /* of the first event, ns */
	struct event event; /* the first event, unpacked, if unpacked is true */
	struct where where;
	bool unpacked;
	struct buf text;    /* scratch memory for events whose keys were set */
	struct valuenote notes[KEY_COUNT]; /* scratch memory for events without notes */
};

/* What an event in a queue counts besides its line and its values, in bytes. */
enum { QUEUED_BYTES = 73 };

static inline bool
eventqueueempty(const struct eventqueue *q)
{
	return !q->first;
}

/* Appends a copy of the event. */
void eventqueuepush(struct eventqueue *q, const struct event *ev);

/* Returns the first event of a queue that is not empty. It is valid until eventqueuepop. */
struct event *eventqueuefirst(struct eventqueue *q);

/* Removes the first event; the queue must not be empty. */
void eventqueuepop(struct eventqueue *q);

void eventqueuefree(struct eventqueue *q);

#endif
