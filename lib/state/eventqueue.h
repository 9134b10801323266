/* SPDX-License-Identifier: MIT */
/* A FIFO queue of events. It stores each event's line and the offsets of its values in the line, so
 * that nothing is parsed twice. */
#ifndef NST_EVENTQUEUE_H
#define NST_EVENTQUEUE_H

#include "stream/event.h"

/* All zero is empty; eventqueuefree frees it. */
struct eventqueue {
	struct queueblock *first, *last; /* linked list of blocks of packed events */
	struct queueblock *spare;        /* a free block, or NULL */
	uint64_t bytes;     /* size of the queued events */
	struct event event; /* the first event, unpacked, if unpacked is true */
	struct where where;
	bool unpacked;
	struct buf text;    /* scratch memory for events whose keys were set */
};

/* Appends a copy of the event. */
void eventqueuepush(struct eventqueue *q, const struct event *ev);

/* Returns the first event, or NULL if the queue is empty. It is valid until eventqueuepop. */
struct event *eventqueuefirst(struct eventqueue *q);

/* Removes the first event; the queue must not be empty. */
void eventqueuepop(struct eventqueue *q);

void eventqueuefree(struct eventqueue *q);

#endif
