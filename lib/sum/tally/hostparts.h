/* SPDX-License-Identifier: MIT */
/* Divides the time of ranges on their threads by a sweep line on each thread: at each moment the
 * thread waits for a GPU, is in another call of CUDA, waits for Python's interpreter lock, is in
 * another library, in the operating system, or in no traced call. Memory grows with the number of
 * open calls and ranges. */
#ifndef NST_HOSTPARTS_H
#define NST_HOSTPARTS_H

#include "accumulator.h"
#include "base/map.h"

/* The parts of a range's time. Of several calls at once, the part with the lowest number counts.
 * The sum of a part is SUM_HOST + its number. */
enum hostpart {
	HOSTPART_SYNC,
	HOSTPART_CUDA,
	HOSTPART_GIL,
	HOSTPART_LIBRARY,
	HOSTPART_OS,
	HOSTPART_REST,
	HOSTPART_COUNT
};

/* All zero except wanted and accumulator. */
struct hostparts {
	bool wanted; /* false: the caller must not call hostpartsevent */
	struct accumulator *accumulator; /* the sums are added to */
	struct map known; /* (pid, tid) -> index in threads */
	struct hostthread *threads;
	size_t count, room;
	struct buf scratch;
};

/* The integer keys that must have been decoded. */
#define HOSTPARTS_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID))

/* Reads an event with a duration, which counts for these groups if it is a range. Ends the program
 * if it is before the previous one of its thread. */
void hostpartsevent(
    struct hostparts *h, const struct event *ev, const uint32_t *groups, size_t count);

/* Replaces the groups of open ranges. */
void hostpartsmove(struct hostparts *h, struct groupmoves *moves);

/* Ends all calls and ranges. */
void hostpartsend(struct hostparts *h);

void hostpartsfree(struct hostparts *h);

#endif
