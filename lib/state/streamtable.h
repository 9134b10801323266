/* SPDX-License-Identifier: MIT */
/* The CUDA streams: the CUDA events they wait for, and the number of operations queued in each. */
#ifndef NST_STREAMTABLE_H
#define NST_STREAMTABLE_H

#include "base/map.h"
#include "stream/event.h"

/* A call of cudaStreamWaitEvent. */
struct streamwait {
	int64_t ts;    /* ns */
	int64_t event; /* number of the CUDA event */
	bool known;    /* event is set */
};

struct cudastream {
	unsigned has; /* EVKEY bits of the next four that are set */
	int64_t pid, device, context, stream;
	struct streamwait *waits; /* in order of ts, those from index first on */
	size_t first, count, room;
};

/* A change of the number of operations queued in a stream. */
struct queuechange {
	int64_t ts;      /* ns */
	uint32_t stream; /* index in streamtable.p */
	int32_t delta;   /* 1: launched, -1: began to run */
};

/* The number of streams that are found without the maps. */
enum { STREAMS_RECENT = 16 };

/* All zero is empty; streamtablefree frees it. */
struct streamtable {
	struct map contexts; /* (pid, context) -> number from 0 */
	struct map ids;      /* (number of the context, stream) -> index in p */
	uint32_t contextcount;
	struct cudastream *p;
	size_t count, room;
	uint32_t recent[STREAMS_RECENT]; /* indices in p, by bits of the keys */
	struct queuechange *changes; /* only with --queue */
	size_t changecount, changesroom;
};

/* The keys that identify a stream. An event's must have been decoded. */
#define STREAMTABLE_KEYS                                                                         \
	(EVKEY(KEY_PID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM))

/* Returns the index of an event's stream, which is added if it is new. */
uint32_t streamtableget(struct streamtable *s, const struct event *ev);

/* Notes a "cuda-sync" event if it makes a stream wait. */
void streamtablesync(struct streamtable *s, const struct event *ev);

/* Removes the waits of a stream before a time (ns) and stores the last of them in *wait. Returns
 * false if there is none. */
bool streamtablewaited(
    struct streamtable *s, uint32_t stream, int64_t before, struct streamwait *wait);

/* Counts an operation as queued from its launch to its begin, ns. */
void streamtablequeue(struct streamtable *s, uint32_t stream, int64_t launched, int64_t began);

/* Gives the "gpu-queue" counters to the next stage, in order of time. */
struct stage;
void streamtablegive(struct streamtable *s, struct stage *stage);

void streamtablefree(struct streamtable *s);

#endif
