/* SPDX-License-Identifier: MIT */
/*
 * What a stream looks like as a trace: slices, instants and counters on tracks, and arrows between
 * slices. Writers of trace formats only write it.
 */
#ifndef NST_DRAW_H
#define NST_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "event.h"
#include "map.h"
#include "track.h"

enum shape { SHAPE_SLICE, SHAPE_INSTANT, SHAPE_COUNTER };

/* One thing to draw. */
struct item {
	const struct event *ev;
	enum shape shape;
	uint32_t track;    /* in draw.layout.tracks */
	int64_t ts, dur;   /* ns on the trace's clock: that of the stream less draw.base */
	struct span category, name; /* JSON strings */
	const char *color; /* one of Chrome's, or NULL */
	/* Id of the arrow that leaves the slice or ends at it, below 2^53; 0 for none. */
	uint64_t flow;
	bool leaves;       /* it leaves */
	bool launched;     /* the next two are known */
	int64_t latency;   /* ns from the start of the launching call to that of the event */
	/* Ns from the end of that call; negative when the event started before the call
	 * returned. */
	int64_t queued;
	int64_t rate;      /* MB/s of a copy or set; -1 when not known */
};

/* A drawing under way; all zero but put. */
struct draw {
	/* Takes each item: in order of ts on each track. */
	void (*put)(struct draw *, const struct item *);
	void *arg;         /* for put */
	/* For put: it takes ranges that were never closed as they come, with a dur of -1, and not
	 * at the end with the dur they then have. */
	bool early;
	struct buf stack;   /* the scanner's, for lines kept */
	struct buf scratch;
	struct buf series; /* the name of the counter at hand */
	struct layout layout;
	/* Ns: 0, or the start of the stream where viewers would lose nanoseconds or the event
	 * itself. */
	int64_t base;
	int64_t end;       /* of the trace so far, ns on the stream's clock */
	bool begun;
	struct map processes;      /* pid -> number from 0 */
	/* (process, corr / PAGE) -> page of bits: a call with that id was drawn. */
	struct map called;
	/* (process, corr) -> a number of its own for the latest call, where one was before it or
	 * the ids are large. */
	struct map again;
	uint32_t numbers;          /* given so */
	struct buf pages;
	struct map sched;          /* (pid, tid) -> lines */
	struct buf *lines;         /* the last scheduling event of each thread, as read */
	size_t linesroom;
	/* Lines of ranges never closed, each with what is known of it before and a NUL behind. */
	struct buf unclosed;
};

/* Integer keys that must have been decoded. */
#define DRAW_KEYS (LAYOUT_KEYS | EVKEY(KEY_CORR))

/* Takes note of the time of an event that will be drawn: the first one sets the trace's clock.
 * drawevent does it too. */
void drawtime(struct draw *d, const struct event *ev);

/* Draws an event, or learns from a meta record. */
void drawevent(struct draw *d, const struct event *ev);

/* Draws what lasts to the end of the trace, and ranks the layout. */
void drawfinish(struct draw *d);

/* Calls put for each argument of an item, in order, with its value as JSON that lasts for the call.
 * Where the event's "args" are an object, its members are left to the caller: they come first. */
void drawargs(struct draw *d, const struct item *item,
    void (*put)(struct draw *, const char *name, struct span value));

/* The number of an event's process, from 0 in order of appearance. */
uint32_t drawprocess(struct draw *d, const struct event *ev);

void drawfree(struct draw *d);

#endif
