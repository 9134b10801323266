/* SPDX-License-Identifier: MIT */
/*
 * nst-filter --inside: the states of a GPU inside named ranges. A range has a GPU from the start of
 * its projection to its end, and in idle time that ends with work that the range launched. Both are
 * known only at the end of the stream, so all states wait until then.
 */
#ifndef NST_INSIDESTATES_H
#define NST_INSIDESTATES_H

#include "base/map.h"
#include "stream/event.h"

/* All zero is empty; insidestatesfree frees it. */
struct insidestates {
	struct map gpus;  /* (pid, device) -> index in p */
	struct insidegpu *p;
	size_t room;
	struct buf held;  /* the lines of the states, each with a NUL behind it */
	struct buf stack; /* of the scanner */
};

/* Keeps a state. */
void insidestateshold(struct insidestates *s, const struct event *ev);

/* Adds the projection of a range inside to its GPU, or the start of work that was launched
 * inside. */
void insidestatesadd(struct insidestates *s, const struct event *ev);

/* Calls give for each part of a state that is inside, in the order of the states; with outside, for
 * the other parts. want has the bits of the integer keys to decode. */
void insidestatesgive(struct insidestates *s, bool outside, unsigned want,
    void (*give)(void *arg, struct event *ev), void *arg);

void insidestatesfree(struct insidestates *s);

#endif
