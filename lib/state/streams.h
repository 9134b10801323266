/* SPDX-License-Identifier: MIT */
/* Streams of CUDA: for what they were told to wait, and how much is queued in them. */
#ifndef NST_STREAMS_H
#define NST_STREAMS_H

#include "base/map.h"
#include "stream/event.h"

/* A stream is made to wait for a CUDA event. */
struct streamwait {
	int64_t ts; /* ns */
	int64_t event;
	bool known; /* the event's number is */
};

struct onestream {
	unsigned has; /* bits of the keys that it has */
	int64_t pid, device, context, stream;
	struct streamwait *waits; /* from first on, in order */
	size_t first, count, room;
};

/* A change of what is queued in a stream. */
struct queued {
	int64_t ts; /* ns */
	uint32_t stream;
	int32_t by;
};

/* All zero is none; streamsfree frees it. */
struct streams {
	struct map contexts; /* (pid, context) -> number */
	struct map ids;      /* (context, stream) -> stream */
	uint32_t contextcount;
	struct onestream *p;
	size_t count, room;
	struct queued *queued; /* only where it was asked for */
	size_t queueds, queuedsroom;
};

/* The integer keys that it has of a stream, which must have been decoded. */
#define STREAMS_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM))

/* The number of the stream that an event is of. */
uint32_t streamsof(struct streams *s, const struct event *ev);

/* Takes a "cuda-sync" event. */
void streamssync(struct streams *s, const struct event *ev);

/* Whether a stream was made to wait between the last time that was asked for and this one, ns, and
 * for what: the last. */
bool streamswaited(struct streams *s, uint32_t stream, int64_t before, struct streamwait *wait);

/* Counts something that was launched and began behind that, ns. */
void streamsqueue(struct streams *s, uint32_t stream, int64_t launched, int64_t began);

/* Gives "gpu-queue" counters of all that, in order of time, to a stage. */
struct stage;
void streamsgive(struct streams *s, struct stage *stage);

void streamsfree(struct streams *s);

#endif
