/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-state. It divides the span of the stream (stream/timespan.h) for each GPU into
 * intervals of one state, and explains those without work. The terms of this room:
 *   state       kinds of work that a GPU does at a time, or idle
 *   interval    maximal time of one state and step on one GPU: a "gpu-state" event (gputable.h)
 *   operation   GPU event that is running (opheap.h)
 *   closed      an interval with known end and, if idle, known cause
 *   blame       cause of an idle interval (hostactivity.h)
 *   timeline    recent calls, ranges or overheads of a thread or process (timeline.h)
 *   horizon     time before which no idle interval can still need a timeline
 *   rest        the time of the span before the first or after the last work of a GPU; all rests
 *               are given at the end of the stream, since another GPU may begin at any time
 *   late        an interval given after events with a later ts, since it took long to close
 */
#ifndef NST_STATE_H
#define NST_STATE_H

#include "eventqueue.h"
#include "gpu/workkind.h"
#include "gputable.h"
#include "hostactivity.h"
#include "opheap.h"
#include "staterecord.h"
#include "stream/timespan.h"
#include "streamtable.h"

enum {
	STATE_LATENCY = 10000, /* default of --latency, ns */
	/* Bytes of events held back while an interval that starts before them is open. If there are
	 * more, the events are given first and the interval is late. */
	STATE_HELD_MAX = 1 << 26,
	/* Calls, ranges and overheads since the start of the stream, and bytes of their names, that
	 * are kept to explain why a GPU began late. If there are more, the time before the first
	 * work of GPUs that have not begun has no blame. */
	STATE_START_MAX = 1 << 16,
	STATE_START_NAMES = 1 << 18,
};

struct state {
	struct stage stage;
	const char *path;   /* of the stream, for messages */
	bool partial;       /* --partial: input without a header is accepted */
	bool queuecounters; /* --queue */
	int64_t minimum;    /* --min: idle intervals shorter than this have the cause "short", ns */
	int64_t latency;    /* --latency: longest time from launch to begin, ns */
	struct workclassifier workclassifier;

	struct tracespan span;
	struct gputable gpus;
	struct hostactivity host;
	struct streamtable streams;
	struct opheap running;
	struct stringtable names;           /* of operations, as JSON strings */
	uint32_t recentnames[STRINGS_RECENT];
	struct gpuop ended, endedelsewhere; /* the last to end, and the last on another GPU */
	bool hasended, hasendedelsewhere;
	uint64_t opcount;     /* number of GPU events */
	uint32_t *dirty;      /* GPUs on which an operation began or ended at now */
	size_t dirtycount, dirtyroom;
	int64_t lastts;       /* ts of the latest event, ns */
	int64_t now;          /* simulated time: lastts, or the end of an operation, ns */
	uint64_t sincehorizon; /* number of events since the horizon was last computed */
	bool begun, hasheader; /* there was an event, a header */
	bool projections;      /* the projected ranges at the end of the stream have begun */
	bool launches;         /* there was a launched GPU event */

	struct eventqueue events;
	struct stateinterval *intervals; /* ring buffer of those to be given, in order of ts */
	size_t first, count, room;
	uint64_t popped;     /* number of intervals removed: position of the first one */
	size_t closedcount;  /* number of closed ones known among those with the first one's ts */
	size_t sortedcount;  /* number of intervals at the front that are sorted and closed */
	bool blocked;        /* nothing can be given before an interval closes */
	uint64_t latecount;  /* number of late intervals */
	int64_t firstlate;   /* ts of the first late one, ns */
	int64_t latest;      /* the largest ts of a state before or after all work, ns */
	struct staterecord record;
	struct buf stack;
};

/* Makes a stage with the default options; statefree frees it. */
void stateinit(struct state *s);

void statefree(struct state *s);

/* nst-state with its options. */
extern const struct tool statetool;

#endif
