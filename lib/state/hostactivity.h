/* SPDX-License-Identifier: MIT */
/* The activity of each CPU thread over time: the call it was in or, outside any call, the range. */
#ifndef NST_HOSTACTIVITY_H
#define NST_HOSTACTIVITY_H

#include "base/map.h"
#include "stream/event.h"
#include "timeline.h"

/* Layers in which a thread may be at once. The lowest number takes precedence. */
enum layer { LAYER_CUDA, LAYER_LIBRARY, LAYER_OS, LAYER_RANGE, LAYER_COUNT };

struct thread {
	int64_t tid;
	struct timeline lines[LAYER_COUNT]; /* outermost calls, innermost ranges */
	struct openrange *open;             /* stack of open ranges, the innermost on top */
	size_t opencount, openroom;
	int64_t rangesupto; /* lines[LAYER_RANGE] is complete up to this time, ns */
	uint32_t name;      /* id in hostactivity.names, or NO_NAME */
};

#define NO_NAME UINT32_MAX

/* All zero is empty; hostfree frees it. */
struct hostactivity {
	struct map threadids; /* (pid, tid) -> index in threads */
	struct thread *threads;
	size_t count, room;
	struct map processids;      /* pid -> index in overheads */
	struct timeline *overheads; /* profiler overhead of each process */
	size_t processes, processesroom;
	struct stringtable names;   /* JSON strings; the names of all timelines and threads */
	size_t namesmax;            /* bytes of names after which unused ones are removed */
	struct timetotal *totals;   /* by name and layer: name * LAYER_COUNT + layer */
	size_t totalsroom;
	uint32_t *touched;          /* indices of totals in this generation, oldest first */
	size_t touchedcount, touchedroom;
	uint64_t generation;        /* totals of an older generation count as 0 */
	uint64_t truncated;         /* number of queries that needed dropped intervals */
	bool hascudacalls;          /* there was a CUDA call */
	int64_t horizon;            /* no query needs what ended by then, ns */
	int64_t forgotten;          /* the latest horizon, ns: queries before it know less */
	bool hashorizon;            /* those two are set; else nothing is dropped */
	uint64_t intervals;         /* number of calls, ranges and overheads read */
	/* Once there is a horizon, calls and ranges wait here until a query: most end before the
	 * horizon first, so that no query needs them. */
	struct hostinterval *log;
	size_t logcount;
	struct buf lognames;
	struct mapkey lastkey;      /* pid and tid of the thread of the last event */
	uint32_t last;              /* its index in threads */
};

/* The cause of an idle interval of a GPU; see nst-event(5). Example: { .cause = "host", .kind =
 * "sync", .what = "\"cudaDeviceSynchronize\"", .tid = 4711, .hastid = true, .hasparts = true,
 * .beforecall = 90, .incall = 5, .aftercall = 2 } */
struct blame {
	const char *cause, *kind; /* kind may be NULL */
	struct buf what;          /* JSON string, or empty */
	int64_t tid;
	bool hastid;              /* tid is the thread that launched late */
	bool hasparts;            /* the next three are set; they add up to the idle time */
	int64_t beforecall, incall, aftercall; /* ns before, in and after the launching call */
};

/* Reads a call, a range, an overhead or the name of a thread. Events must be in order of ts. */
void hostevent(struct hostactivity *h, const struct event *ev);

/* Sets the horizon: what ended by then, ns, may be dropped. */
void hosthorizon(struct hostactivity *h, int64_t horizon);

/* Explains why a launch came late: by the activity that took most of its thread's time between two
 * times, ns, from < to. Sets all of *blame but its parts; its buffer must be empty. If activity
 * since from may have been dropped, the thread alone is set. */
void hostblame(struct hostactivity *h, int64_t pid, const struct launch *launch, int64_t from,
    int64_t to, struct blame *blame);

/* Blames a CUDA call. The name is a JSON string, or empty. */
void hostcall(struct span name, struct blame *blame);

void hostfree(struct hostactivity *h);

#endif
