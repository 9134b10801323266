/* SPDX-License-Identifier: MIT */
/*
 * The time of threads by what was open in it: at each moment all that has begun on a thread and not
 * yet ended is a stack, whether it nests or crosses, what began first outermost.
 */
#ifndef NST_SWEEPLINE_H
#define NST_SWEEPLINE_H

#include "stacktree.h"
#include "stream/event.h"

/* Something open; slots of a pool. */
struct openrange {
	int64_t end;         /* ns */
	uint64_t serial;      /* how many began before it */
	uint32_t frame;
	uint32_t stack;      /* up to it, unless stale */
	uint32_t outer, inner; /* neighbours on the thread, or SWEEPLINE_NONE */
};

#define SWEEPLINE_NONE UINT32_MAX

/* All zero but the stacks. */
struct sweepline {
	struct stacktree *stacks; /* that times go to */
	struct map threadids;      /* (pid, tid) -> thread */
	struct sweeplinethread *threads;
	size_t count, room;
	struct openrange *open;
	size_t opened, openroom;
	uint32_t *spare;       /* slots that are free again */
	size_t sparecount, spareroom;
	uint64_t serial;
	bool full;             /* the weights have no room left */
};

/* The integer keys that must have been decoded. */
#define SWEEPLINE_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID))

/* Takes an event with a thread and a duration, by its frame. Those of a thread come in order; one
 * that does not ends the program. A range that ended on another thread is a stack of its own. */
void sweeplineevent(struct sweepline *s, const struct event *ev, uint32_t frame);

/* Ends what is open. */
void sweeplineend(struct sweepline *s);

void sweeplinefree(struct sweepline *s);

#endif
