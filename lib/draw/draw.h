/* SPDX-License-Identifier: MIT */
/*
 * What a stream looks like as a trace: slices, instants and counters on tracks, and arrows between
 * slices. Writers of trace formats only write it. The tree of tracks is the layout's (track.h), the
 * labels of kernels and operators come from label.h, the args of slices from detail.h.
 */
#ifndef NST_DRAW_H
#define NST_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "flow.h"
#include "label.h"
#include "layout.h"
#include "sliceargs.h"
#include "stream/event.h"

enum shape { SHAPE_SLICE, SHAPE_INSTANT, SHAPE_COUNTER };

/* One thing to draw. */
struct item {
	const struct event *ev;
	enum shape shape;
	uint32_t track;    /* in draw.layout.tracks; a counter has none */
	uint32_t counter;  /* of a counter, in draw.layout.counters */
	int64_t ts, dur;   /* ns on the trace's clock: that of the stream less draw.origin */
	struct span category, name; /* as inside JSON strings */
	const char *color; /* one of Chrome's, or NULL */
	/* Id of the arrow that leaves the slice or ends at it, below 2^53; 0 for none. */
	uint64_t flow;
	bool flowsource;      /* it leaves */
	struct span args;  /* its own args, an object as they are shown; may have no bytes */
	bool extra;        /* one of the next has bytes */
	struct span demangled; /* name of a kernel, a JSON string; may have no bytes */
	struct span seq, id;   /* of an operator of PyTorch; digits, or no bytes */
	struct span state, block; /* what ended a thread's time on a CPU; JSON, or no bytes */
};

/* A drawing under way; all zero but put. */
struct draw {
	/* Takes each item: in order of ts on each track. */
	void (*put)(struct draw *, const struct item *);
	void *arg;         /* for put */
	/* For put: it takes ranges that were never closed as they come, with a dur of -1, and not
	 * at the end with the dur they then have. */
	bool openfirst;
	/* For put: times are read as floating-point microseconds, which lose nanoseconds where they
	 * are large. */
	bool floatmicros;
	bool quiet;        /* nothing is said of the clock */
	struct buf stack;  /* the scanner's, for lines kept */
	struct buf scratch;
	struct layout layout;
	struct flows flows;
	struct kernellabels kernellabels;
	struct sliceargs sliceargs;
	/* Ns: 0, or the start of the stream where viewers would lose nanoseconds or the event
	 * itself. */
	int64_t origin;
	int64_t end;       /* of the trace so far, ns on the stream's clock */
	bool begun;
	bool ordered;      /* a header promised order: the first event is the earliest */
	bool originset;     /* the base is known */
	struct buf pending;  /* lines kept until it is, each with a NUL behind */
	struct map schedthreads;  /* (pid, tid) -> lines */
	struct buf *schedlines; /* per thread: its open sched-in record; empty for none */
	size_t schedlinesroom;
	/* Lines of ranges never closed, each with what is known of it before and a NUL behind. */
	struct buf unclosed;
};

/* Integer keys that must have been decoded. */
#define DRAW_KEYS (LAYOUT_KEYS | EVKEY(KEY_CORR))

/* Takes note of a header. */
void drawheader(struct draw *d);

/* Draws an event, or learns from a meta record. */
void drawevent(struct draw *d, const struct event *ev);

/* Draws what lasts to the end of the trace, and ranks the layout. */
void drawfinish(struct draw *d);

/* Whether all text of an item that comes from the stream is ASCII without backslashes: no writer
 * must mend it. Not all that is so is found. */
bool drawplain(const struct item *item);

/* Calls put for each argument of an item that is not among its own args, in order, with its value
 * as JSON that lasts for the call. arrow says whether the writer draws the item's arrow, which
 * tells some of them. */
void drawargs(struct draw *d, const struct item *item, bool arrow,
    void (*put)(struct draw *, struct span name, struct span value));

void drawfree(struct draw *d);

#endif
