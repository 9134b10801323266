/* SPDX-License-Identifier: MIT */
/*
 * The time of threads by what was open in it: at each moment all that has begun on a thread and not
 * yet ended is a stack, whether it nests or crosses, what began first outermost.
 */
#ifndef NST_SWEEP_H
#define NST_SWEEP_H

#include "callstacks.h"
#include "stream/event.h"

/* Something open; slots of a pool. */
struct sweepopen {
	int64_t end;         /* ns */
	uint64_t begun;      /* how many began before it */
	uint32_t frame;
	uint32_t stack;      /* up to it, unless stale */
	uint32_t outer, inner; /* neighbours on the thread, or SWEEP_NONE */
};

#define SWEEP_NONE UINT32_MAX

/* All zero but the stacks. */
struct sweep {
	struct callstacks *stacks; /* that times go to */
	struct map known;      /* (pid, tid) -> thread */
	struct sweepthread *threads;
	size_t count, room;
	struct sweepopen *open;
	size_t opened, openroom;
	uint32_t *spare;       /* slots that are free again */
	size_t spares, spareroom;
	uint64_t begun;
	bool full;             /* the weights have no room left */
};

/* The integer keys that must have been decoded. */
#define SWEEP_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID))

/* Takes an event with a thread and a duration, by its frame. Those of a thread come in order; one
 * that does not ends the program. A range that ended on another thread is a stack of its own. */
void sweepevent(struct sweep *s, const struct event *ev, uint32_t frame);

/* Ends what is open. */
void sweepend(struct sweep *s);

void sweepfree(struct sweep *s);

#endif
