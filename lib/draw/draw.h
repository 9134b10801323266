/* SPDX-License-Identifier: MIT */
/*
 * The drawing: turns the events of a stream into the items of a trace. A writer of a trace format
 * (lib/chrome, lib/perfetto) only formats the items that it gets through draw.put.
 *
 * Terms of this room:
 *   item       a slice, an instant or a counter value, with its label and its arguments
 *   flow       an arrow from a CUDA call to the work that it launched (flow.h)
 *   group      the top level of the tree of tracks: a GPU, a process, or the machine (layout.h)
 *   branch     the second level, inside of a process: a thread, or the profiler
 *   row        a stream of a GPU, or the events of one type on a thread
 *   lane       one line of a row; slices that overlap without nesting use several (lane.h)
 *   track      one lane of one row, which is what a trace format calls a track
 *   metadata   names of processes, threads and GPUs, from meta records (metadata.h)
 *   slice args the arguments that a viewer shows for a selected slice (sliceargs.h)
 *   formatter  what each thread that formats items has for itself (formatter.h)
 */
#ifndef NST_DRAW_H
#define NST_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "flow.h"
#include "formatter.h"
#include "itemqueue.h"
#include "layout.h"
#include "stream/event.h"

/* The state of a drawing. The writer sets put and its options; the rest starts as zero. */
struct draw {
	/* Formats an item. The items of one track are in order of ts. */
	void (*put)(struct itemformatter *, const struct item *);
	void *arg; /* for put; the drawing does not use it */
	/* An option of the writer: put gets a range that was never closed when it opens, with
	 * a dur of -1. Otherwise put gets it at the end of the stream, with a dur up to
	 * draw.end. */
	bool openfirst;
	/* An option of the writer: viewers read its times as floating-point microseconds,
	 * which lose nanoseconds when they are large. */
	bool floatmicros;
	/* An option of the writer: events are named as groups of them are, in the style of
	 * formatter.namer. */
	bool named;
	bool quiet;       /* print no message about the origin */
	struct itemformatter formatter; /* of the thread that finds the tracks */
	struct itemqueue queue; /* to other threads that complete and format the items */
	struct buf stack; /* the JSON scanner's, for lines that are kept */
	struct layout layout;
	struct flows flows;
	/* Ns of the stream that are 0 in the trace. It is 0, unless viewers would lose
	 * nanoseconds or events with negative times: then it is the start of the stream. */
	int64_t origin;
	int64_t end; /* the latest end of an event, ns of the stream */
	bool begun;
	bool ordered;            /* a header promised order, so the first event is the earliest */
	bool originset;          /* the origin is known */
	struct buf pending;      /* lines until the origin is known; NUL behind each */
	struct map schedthreads; /* (pid, tid) -> index into schedlines */
	struct buf *schedlines;  /* per thread: the sched-in line while it has a CPU */
	size_t schedlinesroom;
	/* Ranges that were never closed: for each a struct unclosed, its line and a NUL. */
	struct buf unclosed;
};

/* The integer keys that the caller must have decoded. */
#define DRAW_KEYS (LAYOUT_KEYS | EVKEY(KEY_CORR))

/* Reads a header. It promises order, so the first event sets the origin. */
void drawheader(struct draw *d, const struct event *ev);

/* Reads the value of --names: events are labelled in this style. Ends the program if it is none. */
void drawnames(struct draw *d, const char *style);

/* Draws an event, or learns names from a meta record. The program ends if the event is earlier
 * than the origin of the trace. */
void drawevent(struct draw *d, const struct event *ev);

/* Draws everything that is still open up to the end of the trace. Then it labels and sorts all
 * tracks (tracksort.h). */
void drawfinish(struct draw *d);

void drawfree(struct draw *d);

#endif
