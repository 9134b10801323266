/* SPDX-License-Identifier: MIT */
/*
 * The self time of ranges: the time in which a range is the innermost open one of its thread, the
 * one begun last. Self times of a thread's ranges add up to the time in which any of them is open,
 * whether they nest or cross.
 */
#ifndef NST_SELFTIME_H
#define NST_SELFTIME_H

#include "accumulator.h"
#include "base/map.h"

/* All zero but the facts that times go to. */
struct selftimes {
	struct accumulator *accumulator;
	struct map known;   /* (pid, tid) -> thread plus one */
	struct selfthread *threads;
	size_t count, room;
	bool unordered;     /* a range came before one that came before it: there is no self time */
};

/* The integer keys that must have been decoded. */
#define SELFTIMES_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID))

/* Takes a range with a duration, and the groups, count of them, that its self time goes to. A range
 * that ended on another thread is innermost all the time, and takes none from others. */
void selftimesrange(
    struct selftimes *s, const struct event *ev, const uint32_t *groups, size_t count);

/* Ends what is open. */
void selftimesend(struct selftimes *s);

void selftimesfree(struct selftimes *s);

#endif
