/* SPDX-License-Identifier: MIT */
/* The GPUs of the stream. Processes may know one GPU by different device numbers. */
#ifndef NST_GPUTABLE_H
#define NST_GPUTABLE_H

#include "base/map.h"
#include "gpu/identity.h"
#include "gpu/workkind.h"
#include "hostactivity.h"
#include "opheap.h"
#include "stream/event.h"

/* An interval in which a GPU did the same kinds of work, or none: one "gpu-state" event. */
struct stateinterval {
	int64_t ts, dur; /* ns */
	unsigned works;  /* bits, 1 << enum work; 0 when idle */
	uint32_t gpu;
	bool closed;     /* dur is set and, if idle, blame */
	bool skipped;    /* later events were given before it closed */
	bool hasstep;
	int64_t step;
	struct blame blame; /* if idle */
};

struct trackedgpu {
	int64_t pid, device; /* as the first process to use it knows it */
	bool haspid;
	/* The keys of its records, whose writers copy all bytes. Example: ,"pid":12,"device":0 has
	 * pidend 9, deviceat 19 and keysend 20. */
	char keys[64];
	uint8_t pidend, deviceat, keysend;
	bool open;           /* interval has not ended */
	bool begun;          /* there was an event */
	bool dirty;          /* an operation began or ended at state.now */
	bool hasstep;
	struct stateinterval interval; /* the current one */
	uint64_t position;   /* of the interval in the state's queue, counted from the first ever */
	uint32_t running[WORK_COUNT]; /* number of running operations of each kind */
	int64_t step;        /* of the event that began last */
	int64_t firstts;     /* ts of the first event, ns; with begun */
	int64_t lastend;     /* latest end of any event, ns */
	int64_t spanstart;   /* of the stream when the first event was read, ns */
	struct blame before; /* cause of the time from then to the first event */
	int64_t lastpid;     /* process and launch of the event that ends last */
	struct launch lastlaunch; /* without its name */
	bool lastlaunched;   /* lastlaunch is set */
	struct gpuop ended;  /* operation that ended last */
};

/* Where the pid is in trackedgpu.keys, if there is one. */
enum { PID_AT = sizeof(",\"pid\":") - 1 };

/* The number of GPUs that are found without the maps. */
enum { GPUS_RECENT = 16 };

/* All zero is empty; gputablefree frees it. */
struct gputable {
	struct map byprocess;  /* (pid, device) -> index in p */
	struct identitytable ids;
	struct map byidentity; /* number from identitygpu -> index in p */
	struct trackedgpu *p;
	size_t count, room;
	struct {
		int64_t pid, device;
		uint32_t number; /* index in p, and 1; 0 if there is none */
	} recent[GPUS_RECENT]; /* by bits of the keys */
};

/* Learns the identity of a GPU from a meta event. */
void gputablemeta(struct gputable *g, const struct event *ev);

/* Returns the index of an event's GPU, which is added if it is new. The event's pid and device must
 * have been decoded. */
uint32_t gputableget(struct gputable *g, const struct event *ev);

void gputablefree(struct gputable *g);

#endif
