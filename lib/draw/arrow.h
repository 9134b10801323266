/* SPDX-License-Identifier: MIT */
/* Calls and what they launched: the ids of the arrows between them, and whose calls are open. */
#ifndef NST_ARROW_H
#define NST_ARROW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "stream/event.h"

/* All zero is no call so far. */
struct arrows {
	struct map processes;  /* pid -> number from 0 */
	int64_t pid, tid;      /* what the latest two were asked for */
	uint32_t process, thread; /* numbers, plus one; 0 for none */
	/* (process, corr / PAGE) -> page of bits: a call with that id was drawn. */
	struct map called;
	/* (process, corr) -> a number of its own for the latest call, where one was before it or
	 * the ids are large. */
	struct map again;
	uint32_t numbers;      /* given so */
	struct buf pages;
	struct map threads;    /* (pid, tid) -> open */
	struct openthread *open;
	size_t openroom;
	uint32_t *latest;      /* by number of process: the thread whose call came last, plus one */
	size_t latestroom;
};

/* The id of the arrow that leaves a call with a duration or ends at what a call launched, below
 * 2^53; 0 for none: an event without a correlation id, or whose call was not drawn, or has no
 * duration. leaves says whether the event is a call. */
uint64_t arrowof(struct arrows *c, const struct event *ev, bool leaves);

/* Takes note of a call, which is open to its end. */
void arrowopen(struct arrows *c, const struct event *ev);

/* The thread of the open call with the correlation id of an event; false when there is none. */
bool arrowthread(const struct arrows *c, const struct event *ev, int64_t *tid);

void arrowsfree(struct arrows *c);

#endif
