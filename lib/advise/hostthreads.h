/* SPDX-License-Identifier: MIT */
/* The CPU threads: the ranges that they are in, and the last call in which each waited. */
#ifndef NST_HOSTTHREADS_H
#define NST_HOSTTHREADS_H

#include "base/map.h"
#include "base/textmemo.h"
#include "loss.h"
#include "stream/event.h"

/* Ranges of a thread that may be open at once; further ones are ignored. */
enum { HOSTRANGES_MAX = 256 };

/* A range around the current time of the stream. */
struct hostrange {
	int64_t end;   /* ns */
	uint32_t name; /* id in advise.names */
	bool item;     /* of PyTorch, and reads a value from the GPU, such as "aten::item" */
};

enum waitkind { WAIT_NONE, WAIT_SYNC, WAIT_COPY };

/* A call that may wait for the GPU. */
struct waitcall {
	int64_t ts, dur; /* ns */
	enum waitkind kind;
	bool initem;     /* it is in a range that reads a value */
	uint32_t range;  /* the innermost range around it, or NO_RANGE */
};

struct hostthread {
	int64_t pid, tid;
	struct hostrange *ranges; /* the one that began first at the bottom */
	size_t count, room;
	struct waitcall wait; /* the last one */
	bool waits;           /* it is in hostthreads.waiters */
	struct loss item;     /* waiting in ranges that read values */
	int64_t itemend;      /* end of the last call in item, ns */
	int64_t itemidle;     /* time in which a GPU was idle because of it, ns */
};

/* hostthreadsfree frees it. It is empty if all but the window is zero. */
struct hostthreads {
	struct map numbers; /* (pid, tid) -> index in p */
	struct hostthread *p;
	size_t count, room;
	uint32_t *waiters; /* indices in p of threads that made a call that may wait */
	size_t waitercount, waiterroom;
	int64_t from, to; /* window of the stream, ns: time outside does not count */
	struct textmemo callkinds; /* what hostcallkind returned for names of calls */
	size_t last;           /* index in p of the thread of the last event */
};

/* Reads a range of a thread, with the id of its group name. */
void hostrangeevent(struct hostthreads *h, const struct event *ev, uint32_t name, bool item);

/* Reads a call of CUDA. */
void hostcallevent(struct hostthreads *h, const struct event *ev);

/* Returns the kind of wait that a call may be; name is a JSON string. Copies and memsets wait if
 * they are not asynchronous. */
enum waitkind hostcallkind(struct hostthreads *h, struct span name);

void hostthreadsfree(struct hostthreads *h);

#endif
