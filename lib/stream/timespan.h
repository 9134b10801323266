/* SPDX-License-Identifier: MIT */
/*
 * The span of a stream: the time from the first to the last event that was traced. All programs
 * take it from here. In a profile whose program begins the capture itself, messages of the profiler
 * and the creation of CUDA graphs may be minutes older than the first traced event; they do not
 * count. Example: a diagnostic at 0 s, kernels from 90.5 s to 110 s. The span is 90.5 s to 110 s.
 *
 * In a window the span is the window, as far as there are records of any type. A stream that was
 * cut to a window lacks the events outside of it, so nothing else would be the same for a whole
 * stream in a window and for a stream that was cut to it.
 */
#ifndef NST_TIMESPAN_H
#define NST_TIMESPAN_H

#include "header.h"
#include "stage.h"

/* All zero is empty. */
struct timespan {
	int64_t first, last; /* ns: the earliest ts, and the latest end */
	bool begun;
};

/* Extends it by the interval from ts to end, ns. */
static inline void
timespanadd(struct timespan *x, int64_t ts, int64_t end)
{
	if (!x->begun || ts < x->first)
		x->first = ts;
	if (!x->begun || end > x->last)
		x->last = end;
	x->begun = true;
}

/* Extends it by a record. */
static inline void
timespanevent(struct timespan *x, const struct event *ev)
{
	timespanadd(x, ev->number[KEY_TS], evend(ev));
}

/* The types that do not extend the span: what the profiler did, graphs that were created for later,
 * and counters that nst-state adds at the times of launches. Records about the stream are among
 * them. */
#define TRACESPAN_ASIDE                                                                          \
	(EVTYPE(TYPE_HEADER) | EVTYPE(TYPE_END) | EVTYPE(TYPE_FAILED) | EVTYPE(TYPE_META) |      \
	    EVTYPE(TYPE_FINDING) |  \
	    EVTYPE(TYPE_DIAGNOSTIC) | EVTYPE(TYPE_OVERHEAD) | EVTYPE(TYPE_GRAPH_CREATE) |        \
	    EVTYPE(TYPE_GRAPH_NODE) | EVTYPE(TYPE_GPU_QUEUE) | EVTYPE(TYPE_PATH))

/* All zero is that of no record. */
struct tracespan {
	struct timespan traced;   /* of the events that count */
	struct timespan aside;    /* of the other events */
	struct timespan all;      /* of headers and all events but meta records */
	struct streaminfo info;   /* of the headers */
};

/* Reads a header, whose STREAMINFO_KEYS must have been decoded. */
void tracespanheader(struct tracespan *x, const struct event *ev);

/* Reads an event. */
static inline void
tracespanevent(struct tracespan *x, const struct event *ev)
{
	if (ev->type == TYPE_META)
		return;
	streaminfoevent(&x->info);
	timespanevent(&x->all, ev);
	timespanevent(ev->type == TYPE_OTHER || !(TRACESPAN_ASIDE & EVTYPE(ev->type)) ? &x->traced
	                                                                              : &x->aside,
	    ev);
}

/* Reads the ts of an end record, ns: it may be later than all events of a stream that was cut. */
void tracespanlatest(struct tracespan *x, int64_t latest);

/* The bounds of the span in a window, ns, which is open at INT64_MIN and INT64_MAX. Without a
 * traced event the span is that of all records; without any record it is empty. */
int64_t tracespanstart(const struct tracespan *x, int64_t from, int64_t to);
int64_t tracespanend(const struct tracespan *x, int64_t from, int64_t to);

/* A stage that collects the time span of all records and gives no events. */
struct timespanstage {
	struct stage stage;
	struct timespan timespan;
};

void timespaninit(struct timespanstage *s);

#endif
