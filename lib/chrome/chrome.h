/* SPDX-License-Identifier: MIT */
/* The stage of nst-chrome: a trace in Chrome's trace event format. */
#ifndef NST_CHROME_H
#define NST_CHROME_H

#include "draw/draw.h"
#include "stream/stage.h"

struct chrome {
	struct stage stage;
	bool object; /* an object around the array */

	struct draw draw;
	struct buf out; /* written, and not yet flushed; outend ends it */
	struct buf label;
	size_t complete;   /* what of it ends with a whole object */
	bool any;       /* something was written */
	bool plain;     /* the text of the item at hand needs no mending */
	uint64_t characters; /* written so far, and not those that are not yet flushed */
	bool warned;    /* that viewers do not take so many */
};

/* Makes a stage that writes an array; object is the caller's to set. chromefree frees all but the
 * output. */
void chromeinit(struct chrome *c);

void chromefree(struct chrome *c);

/* nst-chrome with its options. */
extern const struct tool chrometool;

#endif
