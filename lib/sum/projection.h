/* SPDX-License-Identifier: MIT */
/*
 * Ranges on the GPU, one event for each range and device, made into one for each range as NVIDIA's
 * report has them: from the first to the last operation on any device, with its level in the stack
 * of such ranges of its thread, and how many of them are right inside it.
 */
#ifndef NST_PROJECTION_H
#define NST_PROJECTION_H

#include "event.h"
#include "group.h"

/* All zero is empty. */
struct projection {
	struct onegpu *ranges;
	size_t count, room;
	struct names startend; /* the start/end ranges seen */
	struct buf scratch, text;
};

/* The integer keys that must have been decoded. */
#define PROJECTION_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE))

/* The name of a range as reports have it: its domain, a colon and the name; the default domain has no
 * name. In scratch. */
struct span projectionname(const struct event *ev, struct span name, struct buf *scratch);

/* Takes a range, on the GPU or on the CPU; others are nothing to it. */
void projectionevent(struct projection *p, const struct event *ev, struct names *names);

/* Adds all ranges to groups by name and style. */
void projectionfold(struct projection *p, struct groups *g);

void projectionfree(struct projection *p);

#endif
