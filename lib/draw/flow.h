/* SPDX-License-Identifier: MIT */
/* Calls and what they launched: the ids of the arrows between them, and whose calls are open. */
#ifndef NST_FLOW_H
#define NST_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "stream/event.h"

/* All zero is no call so far. */
struct flows {
	struct map processes;  /* pid -> number from 0 */
	int64_t pid, tid;      /* what the latest two were asked for */
	uint32_t process, thread; /* numbers, plus one; 0 for none */
	/* (process, corr / PAGE) -> page of bits: a call with that id was drawn. */
	struct map eventrows;
	/* (process, corr) -> a number of its own for the latest call, where one was before it or
	 * the ids are large. */
	struct map renumbered;
	uint32_t newids;     /* given so */
	struct buf bits;
	struct map threads;    /* (pid, tid) -> open */
	struct openthread *threadlist;
	size_t threadlistroom;
	uint32_t *latest;     /* by number of process: the thread whose call came last, plus one */
	size_t latestroom;
};

/* The id of the arrow that leaves a call with a duration or ends at what a call launched, below
 * 2^53; 0 for none: an event without a correlation id, or whose call was not drawn, or has no
 * duration. source says whether the event is a call. */
uint64_t flowid(struct flows *c, const struct event *ev, bool source);

/* Takes note of a call, which is open to its end. */
void flowcall(struct flows *c, const struct event *ev);

/* The thread of the open call with the correlation id of an event; false when there is none. */
bool flowthread(const struct flows *c, const struct event *ev, int64_t *tid);

void flowsfree(struct flows *c);

#endif
