/* SPDX-License-Identifier: MIT */
/*
 * A bounded queue between two threads: a ring buffer with a single producer and a single consumer.
 * The queue knows numbers of slots only; the caller has an array with the content of each slot.
 *
 *   producer                                consumer
 *   fills slot queuefill(&q)                while (queuetake(&q, &slot)) {
 *   queueput(&q), waits while it is full            reads that slot
 *   ...                                             queuerelease(&q);
 *   queueend(&q, false)                     }
 *
 * The producer owns a slot until it puts it, and again once the consumer has released it. It gets
 * slots back in the order in which it put them, so it may read there what the consumer wrote.
 */
#ifndef NST_QUEUE_H
#define NST_QUEUE_H

#include <stdbool.h>

#include "thread.h"

struct queue {
	unsigned slots; /* number of slots, 2 or more */
	/* Used by the producer only. */
	uint64_t filled; /* number of slots put */
	unsigned fill;   /* filled modulo slots: a division for each use would be slow */
	bool failed;     /* it ended because of a failure; valid once queuetake returned false */
	/* Used by the consumer only. */
	uint64_t emptied; /* number of slots released */
	struct childthread consumer;
	/* Each side waits for the eventcount of the other: put counts the filled slots and is
	 * finished after the last one; released counts the emptied slots and is finished if the
	 * consumer takes no more. */
	struct eventcount put, released;
};

/* Makes an empty queue. queuefree frees it after the consumer has returned. */
void queueopen(struct queue *q, unsigned slots);
void queuefree(struct queue *q);

/* Starts the thread of the consumer, which calls consume with arg; stack is the size of its stack
 * in bytes, 0 for the default. Returns 0, or the errno of the failure. */
int queuestart(struct queue *q, size_t stack, void *(*consume)(void *), void *arg);

/* Waits until the consumer has returned. */
void queuejoin(struct queue *q);

/* The slot that the producer fills. */
static inline unsigned
queuefill(const struct queue *q)
{
	return q->fill;
}

/* Puts the filled slot into the queue, and waits until the next slot is free. Returns false if the
 * consumer takes no more. */
bool queueput(struct queue *q);

/* The two parts of queueput, for several producers that fill slots at the same time and put them in
 * turn (ordered.h): the first one puts a slot, the second one waits until the slot that is put as
 * the given number, from 0, is free. */
void queuepass(struct queue *q);
bool queueawaitslot(struct queue *q, uint64_t number);

/* Waits until the consumer has released all slots that were put. */
void queuesettle(struct queue *q);

/* Puts the filled slot into the queue as the last one; failed tells the consumer that the producer
 * failed. */
void queueend(struct queue *q, bool failed);

/* Ends the queue without another slot. */
void queuefinish(struct queue *q);

/* Waits for the next slot and sets *slot to it. Returns false after the last one. */
bool queuetake(struct queue *q, unsigned *slot);

/* Gives the slot taken last back to the producer. */
void queuerelease(struct queue *q);

/* Lets the producer know that the consumer takes no more. */
void queueclose(struct queue *q);

#endif
