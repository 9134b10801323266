/* SPDX-License-Identifier: MIT */
/* Adds events and their time to stacks. Only the part of an event that is inside the window of the
 * stream counts. What may cross an edge is deferred until the window is final (clip.h). */
#ifndef NST_WEIGHTS_H
#define NST_WEIGHTS_H

#include "program/clip.h"
#include "stacktree.h"

/* An amount for a stack. An event of 7 ns that counts as its time is { .ts = 3, .end = 10,
 * .stack = 5, .timed = true, .events = 1 }. */
struct weight {
	int64_t ts, end; /* ns */
	uint64_t fixed;  /* of a sample: its cycles, whatever part is inside */
	uint32_t stack;
	bool timed;      /* the time inside the window is added */
	bool unweighted; /* a sample without cycles */
	uint8_t events;  /* 1 for an event, 0 for time of an event that is counted elsewhere */
};

/* All zero but stacks and clip, which the caller sets. weightsfree frees everything else. */
struct weights {
	struct stacktree *stacks;
	const struct clip *clip;
	struct weight *deferred;
	size_t count, room;
	uint64_t events;     /* the number of events inside the window */
	uint64_t unweighted; /* the number of them that are samples without cycles */
	bool full;           /* the sum of all weights overflowed */
};

/* Adds an amount, or defers it. */
void weightsadd(struct weights *w, const struct weight *x);

/* Replaces the stacks of deferred amounts, those of an old tree. */
void weightsmove(struct weights *w, const struct stacktree *old);

/* Adds the deferred amounts. The window must be final. */
void weightsflush(struct weights *w);

void weightsfree(struct weights *w);

#endif
