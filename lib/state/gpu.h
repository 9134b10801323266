/* SPDX-License-Identifier: MIT */
/* Which GPU an event is of. Several processes may use one, under different numbers. */
#ifndef NST_GPU_H
#define NST_GPU_H

#include "base/map.h"
#include "gpu/identity.h"
#include "gpu/workkind.h"
#include "host.h"
#include "running.h"
#include "stream/event.h"

/* What a GPU did at a time: a bit for each enum work, or nothing. */
struct spell {
	int64_t ts, dur; /* ns */
	unsigned works;
	uint32_t gpu;
	bool closed;  /* dur is known, and for what is idle why */
	bool gone;    /* its turn in the stream is over */
	bool stepped; /* step is known */
	int64_t step;
	struct blame blame; /* of what is idle */
};

struct onegpu {
	int64_t pid, device; /* by which the first process knew it */
	bool ofprocess;      /* pid is known */
	bool open;           /* spell goes on */
	bool begun;          /* there was an event */
	bool dirty;          /* something began or ended now */
	bool stepped;
	struct spell spell; /* but for its closed end */
	uint64_t place;     /* of the spell among all */
	uint32_t running[WORK_COUNT];
	int64_t step;    /* of the latest that began */
	int64_t reach;   /* the latest end, ns */
	struct gpuop ended; /* the last that did */
};

/* All zero is none; gpusfree frees it. */
struct allgpus {
	struct map known; /* (pid, device) -> gpu */
	struct identitytable ids;
	struct map numbers; /* as they call it -> gpu */
	struct onegpu *p;
	size_t count, room;
};

/* Learns from a meta record. */
void gpusmeta(struct allgpus *g, const struct event *ev);

/* The number of the GPU that an event is of, made when it is new; it has pid and device decoded. */
uint32_t gpusof(struct allgpus *g, const struct event *ev);

void gpusfree(struct allgpus *g);

#endif
