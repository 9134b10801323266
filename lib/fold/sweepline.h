/* SPDX-License-Identifier: MIT */
/*
 * Gives the time of threads to stacks, by a sweep line: at any time, the open calls and ranges
 * of a thread are its stack, with the one that began first outermost. Ranges may cross. Example:
 * a is open from 0 to 10, b from 5 to 15; then a gets 5, a;b gets 5, and b gets 5.
 */
#ifndef NST_SWEEPLINE_H
#define NST_SWEEPLINE_H

#include "stream/event.h"
#include "weights.h"

/* An open range or call; an entry of a pool. */
struct openrange {
	int64_t end;     /* ns */
	uint64_t serial; /* the number of ranges that began before it */
	uint32_t frame;
	uint32_t stack;        /* cached: the stack up to it; invalid if it is stale */
	uint32_t outer, inner; /* neighbors in the thread's list, or SWEEPLINE_NONE */
};

#define SWEEPLINE_NONE UINT32_MAX

/* All zero but the first members, which the caller sets and sweeplinefree keeps. */
struct sweepline {
	struct stacktree *stacks; /* the tree of stacks */
	struct weights *weights;  /* gets the times and the events of stacks */
	void (*check)(void *self); /* called before stacks are added: it may call sweeplinemove */
	void *self;
	struct map threadids;     /* (pid, tid) -> index into threads */
	struct sweeplinethread *threads;
	size_t count, room;
	struct openrange *open;
	size_t opened, openroom;
	uint32_t *spare; /* free entries of open */
	size_t sparecount, spareroom;
	uint64_t serial;
	uint32_t frame; /* of the event that is being added, if adding */
	bool adding;
};

/* The integer keys that the caller must have decoded. */
#define SWEEPLINE_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID))

/* Adds an event with a thread and a duration, and its frame. The events of a thread must be in
 * order of ts: the program ends if they are not. A range that ended on another thread gets a
 * stack with this frame alone. */
void sweeplineevent(struct sweepline *s, const struct event *ev, uint32_t frame);

/* Replaces the frames, which are those of an old tree. */
void sweeplinemove(struct sweepline *s, const struct stacktree *old);

/* Closes all open ranges, at the end of the stream. */
void sweeplineend(struct sweepline *s);

void sweeplinefree(struct sweepline *s);

#endif
