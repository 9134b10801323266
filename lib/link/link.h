/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-link. It links each GPU event to the CUDA call that launched it and to the NVTX
 * ranges around that call, and projects ranges onto the GPU. The terms of this room:
 *   call        CUDA call; it launched the GPU events that have its correlation id (call.h)
 *   range       NVTX range, call of a library, or event of --project, on a thread (ranges.h)
 *   enclosing   the ranges around a call, on its thread (ranges.h)
 *   projection  from the first to the last event that a range launched on a GPU
 *               (rangeprojection.h)
 *   held event  event that waits for the call of a GPU event at or before it (heldqueue.h)
 *   waiter      thread that waits in a range for another thread's launches (waiters.h)
 *   captured    the ranges around the capture of a CUDA graph's node (graphnode.h)
 *   packed      stored in 32 bits (packeddur.h) or 24 bytes (devicesum.h) to save memory
 */
#ifndef NST_LINK_H
#define NST_LINK_H

#include "call.h"
#include "graphnode.h"
#include "heldqueue.h"
#include "stream/header.h"
#include "stream/stage.h"
#include "waiters.h"

/* A set of event types. */
struct typeset {
	uint64_t known;            /* bits, EVTYPE() each */
	struct stringtable others; /* types that nst does not know, as JSON strings */
};

/* An event whose key "nvtx", or that of its projection, names the ranges around the event. */
struct insideevent {
	int64_t ts, end; /* ns */
	uint32_t thread; /* index in ranges.threads */
	bool named;      /* the event gets the key, too */
	struct enclosing enclosing;
};

struct link {
	struct stage stage;
	/* the types of the families GPU and DEVICE: bits, EVTYPE() each */
	uint64_t gputypes, devicetypes;
	/* --ops: types that a projected range counts; bits, EVTYPE() each */
	uint64_t ops;
	struct typeset project; /* --project: types that are projected */
	struct typeset libraries; /* types that are projected without being asked for */
	struct typeset named;   /* --nvtx: types that get "nvtx", as those of --project do */
	bool graphs;            /* --graphs */
	bool acrossthreads;     /* --across threads */
	bool quiet;             /* --quiet: print nothing about threads that wait */
	bool firstpass;         /* the first of two passes, which gives no events */
	const char *path;       /* of the stream, for messages */

	/* What grows with the stream is in this pool. Its pages are trimmed between events. */
	struct pagepool pool;
	struct ranges ranges;
	struct calls calls;
	struct graphnodes nodes;
	struct heldqueue held;
	struct waiters waiters;
	/* struct inherited: ranges of waiting threads, in order of the calls */
	struct pagedarray inherited;
	/* Held events of libraries, --project and --nvtx. The enclosing ranges of the first
	 * insidefound are set. */
	struct insideevent *inside;
	size_t insidecount, insideroom, insidefound;
	/* struct enclosing, by index of a range: the ranges around a projected call. Ranges of type
	 * nvtx, and indices from its count on, have none. */
	struct pagedarray projectedaround;
	/* Calls and nodes from these indices on have ts == now. Their enclosing ranges are not set
	 * yet, since another range may still start at now. */
	size_t pending, pendingnodes;
	struct callplace latestcall; /* of the last one in calls */
	bool unsettled; /* some calls, nodes or events of inside have no enclosing ranges yet */
	int64_t now;                   /* ts of the latest event, ns */
	int64_t last;                  /* latest end of any event, ns */
	bool hascalls;                 /* a call of CUDA was read */
	struct streaminfo info;        /* only in the second pass */
	uint64_t callless;             /* number of GPU events without their call */
	struct path around, captured;  /* of the current event */
	struct buf launch, nvtx, capturednames, args; /* values of the current event's keys */
	struct buf stack;              /* scratch memory of evmake */
};

/* Makes a stage with the default options. The caller frees it with linkfree. */
void linkinit(struct link *l);

/* Reads the stream at path once to find the threads that wait. Returns the path for the second
 * pass, as rereadfirstpass does. */
const char *linkfirstpass(struct link *l, const char *path, bool *failed);

void linkfree(struct link *l);

/* Returns the types of events that nst-link with these options projects: bits, EVTYPE() each. */
uint64_t linkprojectedtypes(const void *self);

/* nst-link with its options. */
extern const struct tool linktool;

#endif
