/* SPDX-License-Identifier: MIT */
/*
 * The stages of nst-chrome. This one writes a trace in Chrome's trace event format, from the items
 * of lib/draw.
 *
 * Terms of this room:
 *   object     one JSON object of the trace, in a line
 *   phase      the kind of an object: "X" slice, "i" instant, "C" counter, "M" metadata
 *   metadata   an object that names or orders a process or a thread
 *   process    in viewers; here also a GPU (a group of lib/draw)
 *   thread     in viewers; here any track of lib/draw
 *   Kineto     PyTorch's profiler, whose traces nst-chrome --kineto imitates (kineto.h)
 *   nsys2json  a script of others, whose output nst-chrome --labels imitates (nsys2json.h)
 */
#ifndef NST_CHROME_H
#define NST_CHROME_H

#include "draw/draw.h"
#include "gpu/colorkind.h"
#include "stream/stage.h"

struct chrome {
	struct stage stage;
	bool object; /* wrap the array into an object */

	struct draw draw;
	struct colorkinder colorkinder;
	struct buf out; /* not yet flushed; outend() frees it */
	struct buf label;
	size_t complete;     /* the length of out up to the end of the last complete object */
	bool any;            /* an object was written */
	bool empty; /* the whole stream had no event to draw */
	bool plain;          /* the text of the current item can be copied unchecked */
	uint64_t characters; /* flushed, in UTF-16 units */
	bool warned;         /* about a trace that is too long for viewers */
};

/* Initializes the stage. The caller may set object then, and ends out by outend(); chromefree
 * frees the rest. */
void chromeinit(struct chrome *c);

void chromefree(struct chrome *c);

/* Appends ns as microseconds with three decimals, exactly. */
void chromeputmicros(struct buf *out, int64_t ns);

/* nst-chrome with its options. */
extern const struct tool chrometool;

#endif
