/* SPDX-License-Identifier: MIT */
/*
 * A queue of items between two threads: the first one finds the track of each item, the second one
 * completes and writes the items. Both read the layout. Before the first thread changes what the
 * second one may read there, it waits until all items are written. Layouts change seldom after
 * their first events. Until enough items have come without a change, the first thread writes them
 * itself.
 */
#ifndef NST_ITEMQUEUE_H
#define NST_ITEMQUEUE_H

#include "base/err.h"
#include "base/queue.h"
#include "item.h"
#include "stream/batch.h"

/* An item, and where in itemslot.texts its state and block are. */
struct queueditem {
	struct item item;
	size_t state, block;
};

struct itemslot {
	struct batch batch;       /* the records of the items */
	struct queueditem *items; /* one for each record */
	size_t room;
	struct buf texts; /* of items that have texts of other records */
};

/* All zero is a queue without a second thread. */
struct itemqueue {
	bool allowed;    /* a second thread may be started */
	bool running;    /* it was */
	unsigned steady; /* number of items since the layout changed; counting ends at a limit */
	struct queue queue;
	struct itemslot slots[BATCHES]; /* by slot of the queue */
	struct buf line;   /* the first thread's: of the current record, if a value of it was set */
	struct buf stack;  /* the second thread's: the JSON scanner's */
	struct errcontext context; /* of the first thread */
};

/* Lets a second thread write the items of a drawing, if there are processors for it. To be called
 * before the first event. */
void itemqueueallow(struct draw *d);

/* Completes an item and gives it to draw.put, in this thread or the second one. */
void itemqueueput(struct draw *d, struct item *item);

/* Waits until all items are written. The second thread does nothing until the next item. */
void itemqueuesettle(struct draw *d);

/* Waits until all items are written, before the program ends early, in any thread. In the second
 * thread, which cannot wait for itself, it does nothing. */
void itemqueuecut(struct draw *d);

/* Waits until all items are written, ends the second thread and frees the queue. */
void itemqueueend(struct draw *d);

#endif
