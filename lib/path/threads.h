/* SPDX-License-Identifier: MIT */
/*
 * The calls and ranges of CPU threads in a window.
 *
 *   activity  a call or a range of one thread
 *   innermost the activity that began last of those that a thread is in; calls of the operating
 *             system inside of calls of CUDA are left out
 *   change    the time from which another activity is the innermost
 *
 * Example: a range [0, 100) with a call [20, 30) in it has the changes 0 range, 20 call, 30 range,
 * 100 none.
 */
#ifndef NST_THREADS_H
#define NST_THREADS_H

#include "devicework.h"

#define NO_ACTIVITY UINT32_MAX

/* What a call may wait for, by its name. */
enum waitfor {
	WAITS_NOT,
	WAITS_GPU,      /* for work: of the device, of a stream, or before an event */
	WAITS_DRAIN,    /* for all work of the process, as CUDA does when memory is freed */
	WAITS_COPY,     /* for its own copy, if that ended before it returned */
	WAITS_SIGNAL,   /* for a condition variable */
	WAITS_MUTEX,    /* for a mutex or a lock */
	WAITS_SEMAPHORE,
	WAITS_BARRIER,
	WAITS_JOIN,     /* for the end of a thread */
	WAITS_RANKS,    /* for other ranks, as nst-skew found */
	WAITS_COUNT
};

struct pathactivity {
	int64_t ts, end;   /* ns */
	int64_t step;      /* NO_TIME if it has none */
	uint64_t position; /* of the event in the stream */
	uint32_t thread;
	uint32_t name;
	uint32_t parent;   /* the activity around it, or NO_ACTIVITY */
	uint32_t outer;    /* the innermost call around it that may wait, or NO_ACTIVITY */
	uint32_t scope;    /* of a wait for the GPU: index in threads.scopes, or NO_ACTIVITY */
	unsigned char waits; /* enum waitfor */
	unsigned char type;  /* enum event_type */
	bool call;         /* a call, not a range */
	bool onpath;       /* as a wait */
};

struct threadchange {
	int64_t ts;        /* ns */
	uint32_t activity; /* or NO_ACTIVITY */
};

struct paththread {
	int64_t pid, tid;
	uint32_t place;       /* index in segments.places */
	struct threadchange *p;
	size_t count, room;
	uint32_t *open;       /* stack of activities that have not ended */
	size_t opencount, openroom;
	int64_t cudaend;      /* the latest end of its calls of CUDA, ns */
	bool launches;        /* it launched GPU work */
	bool cuda;            /* it made a call of CUDA */
	bool ranges;          /* it has ranges */
};

/* A call that lets another thread go on, or that creates one. */
struct wakeup {
	int64_t ts; /* ns */
	uint32_t activity;
};

struct wakeups {
	struct wakeup *p; /* in order of ts */
	size_t count, room;
};

/* What the last rank did to a call that waits for ranks. */
struct ranksof {
	int64_t lastbegan, lastpid; /* ns; NO_TIME */
};

/* All zero is empty; threadsfree frees it. */
struct threads {
	struct pathactivity *p;
	size_t count, room;
	struct paththread *threads;
	size_t threadcount, threadsroom;
	struct map ids;            /* (pid, tid) -> index in threads */
	struct map syncs;          /* (pid, corr) -> the call that a cuda-sync record describes */
	struct map processes;      /* pid -> index in wakeups / WAITS_COUNT */
	struct wakeups *wakeups;   /* by process and enum waitfor; WAITS_NOT: pthread_create */
	size_t processcount, wakeupsroom;
	struct waitscope *scopes;
	size_t scopecount, scopesroom;
	struct map ranks;          /* activity -> index in rankwaits */
	struct ranksof *rankwaits;
	size_t rankcount, ranksroom;
	struct map lastranks;      /* (pid, ts) -> activity that came last to a collective */
	unsigned char *classes;    /* by id of name: 1 + enum waitfor; 0 if not known yet */
	size_t classesroom;
	unsigned char *wakes;      /* by id of name: 1 + enum waitfor that it wakes */
	size_t wakesroom;
	struct wakeups streamwaits; /* calls of cudaStreamWaitEvent without a record, all threads */
};

/* Returns the index of a thread, which is added if it is new. */
uint32_t threadsget(struct threads *t, struct segments *s, int64_t pid, int64_t tid);

/* Returns true if the event is a call or a range on a thread. */
bool threadsactivity(const struct event *ev);

/* Reads a call or a range, in order of ts; it ends at end, ns. */
void threadsevent(struct threads *t, struct segments *s, const struct event *ev, int64_t end,
    uint64_t position);

/* Reads a cuda-sync record: stream is the index of its stream, or NO_WORK. */
void threadssync(struct threads *t, const struct event *ev, uint32_t stream);

/* Completes the changes of all threads. Called once, after the last event. */
void threadsready(struct threads *t);

/* Returns the position in hostthread.p of the last change before a time, ns; SIZE_MAX if there is
 * none. */
size_t threadschange(const struct paththread *one, int64_t ts);

/* Returns the scope of a synchronising call: that of its record, or all work of the process. */
struct waitscope threadsscope(const struct threads *t, uint32_t number);

/* Returns the latest call from after on and before a time, ns, that ends a wait of that class for
 * another thread of the process; NO_ACTIVITY if there is none. */
uint32_t threadswakeup(
    const struct threads *t, uint32_t thread, enum waitfor waits, int64_t after, int64_t before);

/* Finds the thread that ended the wait of a call before a time, and when, ns. Returns false if
 * nothing tells. */
bool threadswaker(
    const struct threads *t, uint32_t number, int64_t before, uint32_t *thread, int64_t *ts);

/* Returns true if a thread's process made a stream wait between two times, ns, and no record tells
 * which one. */
bool threadsstreamwait(const struct threads *t, uint32_t thread, int64_t after, int64_t before);

void threadsfree(struct threads *t);

#endif
