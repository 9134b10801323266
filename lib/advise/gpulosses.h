/* SPDX-License-Identifier: MIT */
/*
 * The losses on one GPU. A state of the GPU precedes the events that begin in it, so one sweep over
 * the stream knows the current state at each moment. The terms:
 *   sweep     adds up the time from event to event
 *   activity  union of the operations of one rule, such as copies of pageable memory; its time in
 *             states for which the rule holds is the loss
 *   gap       idle state; the operation behind it names the launching thread
 */
#ifndef NST_GPULOSSES_H
#define NST_GPULOSSES_H

#include "gpu/workkind.h"
#include "hostthreads.h"
#include "rule.h"
#include "steptimes.h"

/* Rules whose losses are activities are those before this one. */
enum { ACTIVITY_COUNT = RULE_SYNC_CALLS };

struct activity {
	int64_t until;         /* latest end of the operations that were read, ns */
	int64_t alone;         /* two of them were running until then, ns */
	struct lossevent last; /* the operation that ends last, with the cost until now */
	int64_t idle, of;      /* the part idle/of of its time is lost: SMs without a block, and
	                        * SMs; 1/1 for other rules */
};

/* The threads that waited when a gap began. */
struct gapwaiter {
	uint32_t thread; /* index in hostthreads.p */
	struct waitcall call;
};

enum gapcause { GAP_OTHER, GAP_ALLOC, GAP_PROFILER, GAP_STREAM };

struct gap {
	bool pending; /* its operation is not read yet */
	int64_t ts, dur;
	enum gapcause cause;
	uint32_t what; /* id in advise.names of a text: why the GPU was idle */
	int64_t step;
	bool hasstep;
};

struct gpulosses {
	int64_t pid, device; /* by which the GPU is known */
	bool haspid;
	int64_t sms;         /* number of multiprocessors; 0 if unknown */

	unsigned works;      /* bits, 1 << enum work: the current state */
	int64_t stateend;    /* ns */
	int64_t now;         /* the sweep has reached this time, ns */
	struct activity activities[ACTIVITY_COUNT];
	int64_t largegrid;   /* end of the kernels with blocks for all SMs, ns */
	struct loss losses[RULE_ON_GPU];

	struct gap gap;
	struct gapwaiter *waiters;
	size_t waitercount, waiterroom;

	bool worked;          /* it has a state other than before */
	int64_t first;        /* start of its first work, ns */
	int64_t span;         /* sum of all states, ns */
	int64_t idle, busy, compute, comm; /* sums of the states idle, of work, of those with
	                                    * compute, with communication, ns */
	struct lossevent before, after; /* the states of these names */
	uint32_t beforewhat, afterwhat; /* ids as gap.what */
	struct steptimes steps;

	uint64_t gaps;       /* number of idle states */
	uint64_t late;       /* number of kernels behind gaps of launches */
	int64_t latekernels; /* sum of their durations, ns */
	uint64_t graphs;     /* number of launches and nodes of CUDA graphs */
};

/* An operation. */
struct gpuwork {
	const struct event *ev;
	enum work work;
	struct launch launch; /* without its name */
	bool launched;        /* launch is set */
	uint32_t range;       /* innermost range around the launch, or NO_RANGE */
	struct span bytes;    /* JSON; set by gpulosseswork for copies */
};

/* The part of a state that is inside the window of the stream. */
struct gpustate {
	const struct event *ev;
	int64_t ts, end; /* ns; end > ts */
	bool idle, before, after;
	unsigned works;
	enum gapcause cause;
	uint32_t what; /* as gap.what, if the state has no work */
};

/* Reads a state. As the next function, may add to the item losses of threads. */
void gpulossesstate(
    struct gpulosses *g, const struct gpustate *state, struct hostthreads *threads);

/* Reads an operation. */
void gpulosseswork(struct gpulosses *g, struct gpuwork *work, struct hostthreads *threads);

/* Makes it ready for the first state. */
void gpulossesinit(struct gpulosses *g, int64_t pid, int64_t device, bool haspid);

/* Completes the losses at the end of the stream. */
void gpulossesfinish(struct gpulosses *g, struct hostthreads *threads);

void gpulossesfree(struct gpulosses *g);

#endif
