/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-chrome --kineto: writes a trace as PyTorch's profiler (Kineto) does, for
 * programs that read those. nst-chrome(1), "Kineto", has the mapping.
 *
 * Terms, besides those of chrome.h:
 *   category   "cat" of an object: kernel, cuda_runtime, cpu_op ...
 *   work       kernels, copies and fills of a GPU
 *   process    such a trace is of one process: the one that launched the work
 */
#ifndef NST_KINETO_H
#define NST_KINETO_H

#include "draw/metadata.h"
#include "kinetoargs.h"
#include "kinetolinks.h"
#include "stream/header.h"
#include "stream/stage.h"

/* A thread of the process (device -1), or a stream of a GPU. */
struct kinetotrack {
	int64_t device, tid;
};

/* The category of projections. */
#define KINETO_PROJECTION "gpu_user_annotation"

struct kineto {
	struct stage stage;
	const char *path; /* the stream's, for messages */
	bool sync;        /* write waits, too */

	struct buf out;   /* not yet flushed; outend() frees it */
	size_t complete;  /* the length of out up to the end of the last complete object */
	bool any;         /* an object of the array was written */
	bool empty;       /* the whole stream had no event for the trace */

	/* The process. Until it is known, the lines of events are held, with a NUL behind each. */
	bool chosen;
	int64_t pid;      /* -1 if events have none */
	struct buf held;
	uint64_t left;    /* the number of events of other processes */
	uint64_t skipped[TYPE_COUNT + 1]; /* events of types that Kineto does not have */
	uint64_t graphs;  /* launches of whole graphs */

	struct streaminfo info;
	bool ended;       /* there was an end record */
	bool projected;   /* nst-dump left out projections of a trace */
	int64_t latest;   /* ts of the latest event, ns */
	int64_t first;    /* ts of the first event, ns */
	int64_t end;      /* the latest end of an event, ns */
	int64_t origin;   /* ns of the stream that are 0 in the trace */
	struct metadata metadata;
	struct buf capture; /* the args of the meta record of the capture, as JSON */
	struct kinetodevice {
		int64_t pid, device;
		int64_t sms;     /* multiprocessors; 0 if unknown */
		struct span chip; /* such as "GA100", in args; empty if unknown */
		struct buf args; /* of its meta record, as JSON */
	} *devices;
	size_t devicecount, devicesroom;

	struct kinetolinks links;
	struct kinetoargs args;
	struct map trackids; /* (device, tid) -> index into tracks */
	struct kinetotrack *tracks;
	size_t tracksroom;
	struct buf open;     /* ranges and calls that never end: lines, a NUL behind each */
	int64_t *openids;    /* their External ids, 0 for none */
	size_t opencount, openroom;
	struct buf name, stack;

	/* The step that nst-step found last, which becomes a range if there are none. */
	struct kinetostep {
		bool open;
		int64_t number, tid, ts, end;
	} step;
	bool hassteps; /* there are ranges of ProfilerStep */
};

/* The integer keys that the caller must have decoded. */
#define KINETO_KEYS \
	(EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT) | \
	    EVKEY(KEY_STREAM) | EVKEY(KEY_CORR) | EVKEY(KEY_STEP) | STREAMINFO_KEYS)

/* Initializes the stage. The caller may set path and sync then, and ends out by outend();
 * kinetofree frees the rest. */
void kinetoinit(struct kineto *k);

/* Completes the trace, once all input was read, end records too. Without this call its array stays
 * open, so that the programs that read such traces refuse it. */
void kinetoclose(struct kineto *k);

void kinetofree(struct kineto *k);

/* The modules of the stage. */

/* Writes an event of the process, or counts it as skipped. */
void kinetoput(struct kineto *k, const struct event *ev);

/* Writes the ranges and calls that never end, up to the end of the trace. */
void kinetoputopen(struct kineto *k);

/* Write the members of the outer object before the array, and after it. */
void kinetoputhead(struct kineto *k);
void kinetoputtail(struct kineto *k);

/* Learns from a meta record. */
void kinetolearn(struct kineto *k, const struct event *ev);

/* Returns a device of the process, NULL if it is unknown. */
const struct kinetodevice *kinetodeviceof(const struct kineto *k, int64_t device);

/* Writes the names and the order of processes, threads and streams. */
void kinetoputnames(struct kineto *k);

/* Writes the projections of annotations. */
void kinetoputprojections(struct kineto *k);

/* Notes the step of an event, and writes the range of the step before if it has ended. */
void kinetosteps(struct kineto *k, const struct event *ev);

/* Writes the range of the last step. */
void kinetoputstep(struct kineto *k);

/* Begins an object of the array: its phase, its category, which is NULL for metadata, and its name,
 * which is JSON string contents. */
void kinetobegin(struct kineto *k, char phase, const char *category, struct span name);

/* Writes pid, tid and times, and begins the arguments. dur is -1 for an object without a
 * duration. */
void kinetoplace(struct kineto *k, struct kinetotrack track, int64_t ts, int64_t dur);

/* Writes the name of an argument. */
void kinetokey(struct kineto *k, const char *name);

/* Writes an integer argument. */
void kinetointeger(struct kineto *k, const char *name, int64_t v);

/* Ends the object. */
void kinetofinish(struct kineto *k);

#endif
