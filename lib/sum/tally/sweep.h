/* SPDX-License-Identifier: MIT */
/* Computes when the events of a group ran, alone and beside others, by a sweep line on each track.
 * A track is a GPU with all of its work, a thread, or a GPU with its other events of one type, such
 * as projected ranges, which nst-link writes in an order of their own. Memory grows with the number
 * of open events, and of groups on tracks. */
#ifndef NST_SWEEP_H
#define NST_SWEEP_H

#include "accumulator.h"
#include "base/map.h"
#include "gpu/identity.h"
#include "workpatterns.h"

/* All zero except wanted, beside, patterns, and the three pointers of the caller. */
struct sweep {
	bool wanted; /* false: the caller must not call sweepevent */
	bool beside; /* SUM_EXCLUSIVE, SUM_OVERLAP and those of patterns are wanted, too */
	struct accumulator *accumulator; /* the sums are added to */
	struct identitytable *ids;
	struct workclassifier *workclassifier;
	struct workpatterns patterns; /* each has a sum from SUM_BESIDE on */
	struct map bydevice; /* (pid, device) -> index of the track of the GPU's work */
	struct map bygpu;    /* (identitygpu(), type or work) -> index of the track */
	struct map bythread; /* (pid, tid) -> index of the track */
	struct map known;    /* (track, group) -> index of the member */
	struct sweeptrack *tracks;
	size_t count, room;
	struct sweepmember *members;
	size_t membercount, memberroom;
	uint32_t *found; /* the members of the current event */
	size_t foundcount, foundroom;
	uint64_t marks;
};

/* The integer keys that must have been decoded. */
#define SWEEP_KEYS (IDENTITY_KEYS | EVKEY(KEY_TID))

/* Reads an event with a duration, which counts for these groups. Ends the program if it is before
 * the previous one of its track. */
void sweepevent(struct sweep *s, const struct event *ev, const uint32_t *groups, size_t count);

/* Ends all events. */
void sweepend(struct sweep *s);

void sweepfree(struct sweep *s);

#endif
