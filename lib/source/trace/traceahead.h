/* SPDX-License-Identifier: MIT */
/*
 * Reads events of a trace with several threads, ahead of the pass.
 *
 * The threads take blocks of the file in order. No byte of a block tells whether an event begins
 * there, so a thread guesses the position of the first one and reads events from there on. When the
 * blocks before are done, the position of the next event is known. If the guess was wrong, the
 * thread reads the block again from the right position. Thus the events are those of a pass with
 * one thread, in the same order.
 */
#ifndef NST_TRACEAHEAD_H
#define NST_TRACEAHEAD_H

#include "tracefile.h"

/* Adds the event at an offset and those behind it, as long as a comma and another event follow.
 * Returns the offset of the first event that was not added. That is the first one of all if it is
 * too long or not JSON. */
uint64_t traceahead(struct tracefile *t, uint64_t at);

#endif
