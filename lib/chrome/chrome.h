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

/* The text between the name and the time of an item on some track. */
struct chromeplace {
	unsigned n; /* 0 if it is not known yet */
	char text[64];
};

/* What each formatter of items has for itself. */
struct chromeformatter {
	struct chrome *chrome;
	struct buf out; /* objects that are not yet written */
	struct colorkinder colorkinder;
	struct chromeplace *places; /* by track */
	size_t placesroom;
	struct memdigits times; /* of the latest items, ns */
	bool any;   /* an object was written before the next one */
	bool plain; /* the text of the current item can be copied unchecked */
};

struct chrome {
	struct stage stage;
	bool object; /* wrap the array into an object */

	struct draw draw;
	struct chromeformatter formatter; /* of the stage's thread; outend() frees its out */
	struct buf label;
	/* The length of formatter.out up to the end of the last complete object. */
	size_t complete;
	bool empty; /* the whole stream had no event to draw */
	uint64_t characters; /* flushed, in UTF-16 units */
	bool warned;         /* about a trace that is too long for viewers */
};

/* Initializes the stage. The caller may set object then, and ends formatter.out by outend();
 * chromefree frees the rest. */
void chromeinit(struct chrome *c);

void chromefree(struct chrome *c);

/* Appends ns as microseconds with three decimals, exactly. */
void chromeputmicros(struct buf *out, int64_t ns);

/* nst-chrome with its options. */
extern const struct tool chrometool;

#endif
