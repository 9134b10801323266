/* SPDX-License-Identifier: MIT */
/* The stage of nst-chrome: a trace in Chrome's trace event format. */
#ifndef NST_CHROME_H
#define NST_CHROME_H

#include "draw/draw.h"
#include "stage.h"

struct chrome {
	struct stage stage;
	bool labels; /* processes and threads in the words of nsys2json */
	bool object; /* an object around the array */

	struct draw draw;
	struct buf out; /* written, and not yet flushed; outend ends it */
	bool any;       /* something was written */
	struct labelled *processes; /* by drawprocess */
	size_t processroom, processcount;
};

/* Makes a stage that writes an array; labels and object are the caller's to set. chromefree frees all
 * but the output. */
void chromeinit(struct chrome *c);

void chromefree(struct chrome *c);

#endif
