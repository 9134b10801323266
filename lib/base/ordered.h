/* SPDX-License-Identifier: MIT */
/*
 * Ordered work: several workers take items in order, work on them in parallel, and deliver the
 * results in the order of the items. Each worker runs this loop on its thread:
 *
 *   item = orderedtake(&o);     enters the critical section: one worker at a time reads its item
 *   ...                         here, for instance the next rows of a merge
 *   orderedtaken(&o);           leaves the critical section
 *   ...                         works, in parallel with the others
 *   orderedawait(&o, item);     waits until all items before this one were delivered
 *   ...                         delivers: no other worker does so at this time
 *   ordereddone(&o);            the next item may be delivered
 *
 * A worker has one item, so at most as many items as there are workers are in memory.
 */
#ifndef NST_ORDERED_H
#define NST_ORDERED_H

#include "thread.h"

struct ordered {
	struct lock taking;          /* held inside the critical section */
	uint64_t taken;              /* number of items taken */
	struct eventcount delivered; /* number of items delivered */
};

/* Starts with item 0. orderedclose frees it. */
void orderedopen(struct ordered *o);
void orderedclose(struct ordered *o);

/* Calls work in count workers and waits until all have returned. Worker 0 is the calling thread,
 * each other one has its own. No worker gets an item before all threads have started. Returns 0, or
 * the errno of a thread that could not be started; then no worker has got an item, the threads that
 * were started wait for ever, and the caller must end the program. */
int orderedrun(
    struct ordered *o, unsigned count, void (*work)(void *arg, unsigned worker), void *arg);

/* Enters the critical section and returns the number of the next item. */
uint64_t orderedtake(struct ordered *o);

/* Enters the critical section without taking an item. */
void orderedlock(struct ordered *o);

/* Leaves the critical section. */
void orderedtaken(struct ordered *o);

/* Waits until all items before this one are delivered. May be called several times for one item. */
void orderedawait(struct ordered *o, uint64_t item);

/* Marks the item that is being delivered as delivered. */
void ordereddone(struct ordered *o);

/* The number of items that are delivered. */
uint64_t ordereddelivered(struct ordered *o);

#endif
