/* SPDX-License-Identifier: MIT */
/*
 * A queue of items to threads that format them. The first thread finds the track of each item, and
 * puts the items into slots. Each of the others, the formatting threads, takes the next slot,
 * completes its items and formats them into its own buffer. It delivers this buffer when the items
 * of all slots before are delivered, so the trace has the order of the items.
 *
 *   first thread            formatting threads                     trace
 *   slot 5 is being filled  slot 3: formatted, awaits slot 2       slots 0 and 1
 *                           slot 2: is being formatted
 *                           slot 4: is taken by the next thread
 *
 * All threads read the layout. Before the first thread changes what the others may read there, it
 * waits until all items are delivered. Layouts change seldom after their first events. Until enough
 * items have come without a change, the first thread writes them itself.
 */
#ifndef NST_ITEMQUEUE_H
#define NST_ITEMQUEUE_H

#include "base/err.h"
#include "base/ordered.h"
#include "formatter.h"
#include "item.h"
#include "stream/batch.h"

/* The most formatting threads of a drawing. */
enum { FORMATTERS = 3 };

/* The number of slots for a number of formatting threads, each of which has one: one is being
 * filled, and two are full. */
#define ITEMSLOTS(threads) ((threads) + 3)

/* What the first thread has found out about most items, as in struct item, of which it is a
 * quarter. */
struct queueditem {
	int64_t ts, dur;
	uint64_t flow;
	uint32_t track, counter;
	enum shape shape;
	bool flowsource;
	uint32_t whole; /* index in itemslot.wholes, plus one; 0 for none */
};

/* What a writer does so that several threads format its items. */
struct itemdelivery {
	/* Returns true if an item must be written in the first thread, since put has to write
	 * something for the track of the item as well. NULL if there is no such item. */
	bool (*opens)(const struct draw *, const struct queueditem *);
	/* Sets own of the formatter of another thread. */
	void (*begin)(struct itemformatter *);
	/* Writes what the formatter has formatted to the trace; one thread at a time does so. */
	void (*deliver)(struct itemformatter *);
	/* Frees own. */
	void (*end)(struct itemformatter *);
};

/* An item with a name, a color or texts of another record, and where in itemslot.texts its state
 * and block are. */
struct wholeitem {
	struct item item;
	size_t state, block;
};

struct itemslot {
	struct batch batch;       /* the records of the items */
	struct queueditem *items; /* one for each record */
	size_t room;
	struct wholeitem *wholes;
	size_t wholecount, wholeroom;
	struct buf texts;
};

/* All zero is a queue without formatting threads. */
struct itemqueue {
	const struct itemdelivery *delivery; /* the writer's */
	unsigned most;    /* number of formatting threads that may be started */
	unsigned running; /* number of formatting threads that were started */
	unsigned steady; /* number of items since the layout changed; counting ends at a limit */
	struct ordered ordered;   /* its items are the slots, by number in the order of filling */
	struct eventcount filled; /* number of slots filled; finished when no more come */
	uint64_t filling;         /* number of the slot that is being filled */
	struct itemslot *slot;    /* that slot, once there are formatting threads */
	struct formatting *formattings; /* one for each formatting thread */
	struct itemslot slots[ITEMSLOTS(FORMATTERS)]; /* by number modulo ITEMSLOTS(running) */
	struct errcontext context; /* of the first thread */
};

/* The number of formatting threads for the processors, at most FORMATTERS. */
unsigned itemqueuethreads(void);

/* Lets at most that many threads format the items of a drawing, if there are processors for them.
 * To be called before the first event. */
void itemqueueallow(struct draw *d, const struct itemdelivery *delivery, unsigned most);

/* Completes the item of an event and gives it to draw.put, in this thread or another one. */
void itemqueueput(struct draw *d, const struct event *ev, const struct queueditem *found);

/* The same for an item that may have a name, a color or texts of another record. */
void itemqueueputwhole(struct draw *d, struct item *item);

/* Lets all formatters read a header, after all items before it are written. */
void itemqueueheader(struct draw *d, const struct event *ev);

/* Waits until all items are written. The other threads do nothing until the next item. */
void itemqueuesettle(struct draw *d);

/* Waits until all items are written, before the program ends early, in any thread. In a formatting
 * thread, which has waited for its turn already, it does nothing. */
void itemqueuecut(struct draw *d);

/* Waits until all items are written, ends the other threads and frees the queue. */
void itemqueueend(struct draw *d);

#endif
