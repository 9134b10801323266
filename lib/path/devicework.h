/* SPDX-License-Identifier: MIT */
/* The GPU work in a window, by CUDA stream, and what lets work begin. */
#ifndef NST_DEVICEWORK_H
#define NST_DEVICEWORK_H

#include "base/map.h"
#include "gpu/workkind.h"
#include "segment.h"
#include "stream/event.h"

#define NO_WORK UINT32_MAX
#define NO_THREAD UINT32_MAX
#define NO_TIME INT64_MIN

/* A GPU event. */
struct workitem {
	int64_t ts, end;            /* ns */
	int64_t launch, launchend;  /* the launching call, ns; launch is ts if it is unknown */
	int64_t lastbegan;          /* of a collective: when the last rank began; else NO_TIME */
	int64_t lastpid;            /* the process that began last */
	int64_t step;               /* NO_TIME if it has none */
	uint64_t position;          /* of the event in the stream */
	uint32_t stream;            /* index in devicework.streams */
	uint32_t thread;            /* that launched it: index of threads.h, or NO_THREAD */
	uint32_t name;
	enum segmentkind kind;
	enum event_type type;
	bool launched;              /* the launch is known */
	bool onpath;
};

/* A "Stream wait event" of a stream. */
struct streamwaitevent {
	int64_t ts;         /* of the call, ns */
	int64_t recording;  /* the number of the awaited recording, or -1 */
};

struct gpustream {
	int64_t pid, device, context;
	uint32_t place;          /* index in segments.places */
	bool legacy;             /* the default stream, which blocking streams wait for */
	bool blocking;           /* known to wait for the default stream */
	uint32_t *bylaunch;      /* indices of its work in order of launch */
	uint32_t *last;          /* by position in bylaunch: the work up to there that ends last */
	uint32_t *byend;         /* in order of end */
	size_t count, room;
	struct streamwaitevent *waits; /* in order of ts */
	size_t waitcount, waitroom;
	uint32_t next;           /* the next stream of the process; NO_WORK after the last one */
};

/* A recorded CUDA event: "cuda-event". */
struct recording {
	int64_t ts;      /* ns */
	uint32_t stream;
	bool ondevice;   /* ts is when the GPU reached it; else when the call was made */
};

/* All zero is empty; deviceworkfree frees it. */
struct devicework {
	struct workitem *p;
	size_t count, room;
	struct gpustream *streams;
	size_t streamcount, streamsroom;
	struct map streamids;      /* (context index, stream) -> index in streams */
	struct map contexts;       /* (pid, context) -> index */
	struct map firststreams;   /* pid -> 1 + its first stream */
	struct map recordings;     /* (pid, number) -> index in recorded */
	struct recording *recorded;
	size_t recordedcount, recordedroom;
	struct map partners;       /* (pid, ts) -> 1 + work of a collective that began last */
	struct map copies;         /* (thread, launch ts) -> 1 + a copy that ends in its call */
	struct workclassifier classifier;
	uint32_t contextcount;
	uint64_t unlaunched;       /* number of work without a launch */
	bool hassync;              /* there is a record of type cuda-sync */
};

/* Reads an event of a type other than a call or a range: work, cuda-event, cuda-sync, and meta
 * records of streams. thread is that of its launch. Returns the work's index, or NO_WORK. */
uint32_t deviceworkevent(struct devicework *g, struct segments *s, const struct event *ev,
    const struct launch *launch, uint32_t thread, uint64_t position);

/* Returns the index of the stream of a cuda-sync event, or NO_WORK if it names none. */
uint32_t deviceworkstream(struct devicework *g, struct segments *s, const struct event *ev);

/* Sorts the work of each stream. Called once, after the last event. */
void deviceworkready(struct devicework *g);

/* Calls put with each work that this one waited for on the GPU, or NO_WORK: the work before it on
 * its stream, that of awaited events, and that of the default stream; each ended by its start. */
void deviceworkreasons(const struct devicework *g, uint32_t number, bool anywait,
    void (*put)(void *arg, uint32_t number), void *arg);

/* Returns the last of them to end, or NO_WORK. Leaves work of the path out. anywait is true
 * if a wait of an unknown stream was called between the two launches. */
uint32_t deviceworkbefore(const struct devicework *g, uint32_t number, bool anywait);

/* Returns the launch of the work before a work on its stream, ns; NO_TIME if there is none. */
int64_t deviceworkprevious(const struct devicework *g, uint32_t number);

/* Returns the work of the same device that ended last from after to before, both ns, or NO_WORK. */
uint32_t deviceworkcontended(
    const struct devicework *g, uint32_t number, int64_t after, int64_t before);

/* What a synchronising call waits for. */
struct waitscope {
	int64_t pid;
	uint32_t stream;    /* or NO_WORK for all streams of the process */
	int64_t context;    /* or NO_TIME for all */
	int64_t launched;   /* only work that was launched before this time, ns */
	int64_t recording;  /* only work before this recording; -1 for all */
};

/* Calls put with the work of each stream in the scope that ends last, up to before, ns, or NO_WORK.
 * *drained is as below. */
void deviceworktargets(const struct devicework *g, const struct waitscope *scope, int64_t before,
    bool *drained, void (*put)(void *arg, uint32_t number), void *arg);

/* Returns the work in the scope that ends last, up to before, ns; NO_WORK if there is none. If
 * *drained is set, it tells if no work of the scope ends after that. */
uint32_t deviceworkwaited(
    const struct devicework *g, const struct waitscope *scope, int64_t before, bool *drained);

/* Returns the work of the rank that came last to the collective of a work, or NO_WORK. */
uint32_t deviceworkpartner(const struct devicework *g, const struct workitem *one);

void deviceworkfree(struct devicework *g);

#endif
