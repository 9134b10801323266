/* SPDX-License-Identifier: MIT */
/* The reports of "nsys stats" that can be made of a stream: their names, columns and order are
 * those of NVIDIA's documentation. */
#ifndef NST_REPORT_H
#define NST_REPORT_H

#include "event.h"
#include "lines.h"

/* One report. */
struct report {
	const char *name;
	uint64_t types;  /* bits of the types it is about */
	bool styles;     /* it tells push/pop from start/end ranges */
	bool projected;  /* it is about ranges on the GPU: see below */
	/* As it calls things; may be NULL. */
	struct span (*rename)(const struct event *, struct span name, struct buf *scratch);
	const struct column *columns;
	size_t count;
};

/* The report of that name, or NULL. */
const struct report *reportfind(const char *name);

/* The name that comes nearest, or NULL when none does. */
const char *reportnearest(const char *name);

/*
 * Ranges on the GPU, one event for each range and device, made into one for each range as that
 * report has them: from the first to the last operation on any device, with its level in the stack
 * of such ranges of its thread, and how many of them are right inside it. All zero is empty.
 */
struct projection {
	struct projected *ranges;
	size_t count, room;
	struct names startend; /* the start/end ranges seen */
	struct buf scratch, text;
};

/* The integer keys that must have been decoded. */
#define PROJECTION_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE))

/* Takes a range, on the GPU or on the CPU; others are nothing to it. Needs the scanner's stack. */
void projectionevent(
    struct projection *p, const struct event *ev, struct names *names, struct buf *stack);

/* Adds all ranges to groups by name and style. */
void projectionfold(struct projection *p, struct groups *g);

void projectionfree(struct projection *p);

#endif
