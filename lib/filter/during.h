/* SPDX-License-Identifier: MIT */
/* The options --during and --during-nvtx: windows of time, and the events that overlap one. Both
 * have the syntax of the options --filter-time and --filter-nvtx of "nsys stats". */
#ifndef NST_DURING_H
#define NST_DURING_H

#include "stream/event.h"

/* All zero keeps all events; duringfree frees it. */
struct during {
	bool asked;  /* an option was given */
	bool ranges; /* --during-nvtx: the windows are ranges, which a first pass finds */
	struct buf name, domain; /* of these ranges */
	bool anydomain;
	int64_t index; /* of the only range, from 0; -1 for all */
	int64_t seen;  /* number of ranges so far */
	const char *text; /* as the user wrote it */
	struct duringwindow {
		int64_t from, to; /* ns, bounds included */
	} *p; /* in order; they do not overlap */
	size_t count, room;
	struct buf scratch;
};

/* Reads the value of --during, START/END. Ends the program if it is none. */
void duringtime(struct during *d, const char *text);

/* Reads the value of --during-nvtx, RANGE[@DOMAIN][/INDEX]. Ends the program if it is none. */
void duringnvtx(struct during *d, const char *text);

/* Adds the window of an event if it is one of the ranges. Events must come in order of ts. A range
 * that was never closed is none. */
void duringlearn(struct during *d, const struct event *ev);

/* Returns true if an event overlaps a window, or if no option was given. */
bool duringkeeps(const struct during *d, const struct event *ev);

void duringfree(struct during *d);

#endif
