/* SPDX-License-Identifier: MIT */
/* Computes the self time of ranges: the time in which a range is the innermost open one of its
 * thread, that is, the one that began last. The self times of a thread's ranges add up to the time
 * in which any of them is open, whether they nest or cross. */
#ifndef NST_SELFTIME_H
#define NST_SELFTIME_H

#include "accumulator.h"
#include "base/map.h"

/* All zero except the accumulator, which the self times are added to. */
struct selftimes {
	struct accumulator *accumulator;
	struct map known; /* (pid, tid) -> index of the thread, plus one */
	struct selfthread *threads;
	size_t count, room;
	bool unordered; /* the ranges were not sorted by ts: self times are invalid */
};

/* The integer keys that must have been decoded. */
#define SELFTIMES_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID))

/* Reads a range with a duration; count groups get its self time. A range that ended on another
 * thread is not on the stack: its self time is its duration, and it takes none from others. */
void selftimesrange(
    struct selftimes *s, const struct event *ev, const uint32_t *groups, size_t count);

/* Replaces the groups of open ranges. */
void selftimesmove(struct selftimes *s, struct groupmoves *moves);

/* Ends all open ranges. */
void selftimesend(struct selftimes *s);

void selftimesfree(struct selftimes *s);

#endif
