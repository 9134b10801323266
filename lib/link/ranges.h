/* SPDX-License-Identifier: MIT */
/*
 * NVTX ranges (and calls, with --project) on threads: which of them enclose a call, and the sums of
 * the GPU work launched inside each.
 *
 * The open ranges of a thread are in sorted runs, each in descending order of the end. Properly
 * nested ranges form one run: a new range is appended if it ends no later than the last range of
 * the last run. Otherwise it starts a run, and runs of similar length are merged, so their number
 * stays logarithmic. The ranges of a run that enclose a call are a prefix of the run; binary search
 * finds its end.
 *
 * Such a prefix is a node of a tree, made when the first call uses it: its last range, and the node
 * of the prefix that is shorter by one as its parent. All calls inside share the node. A launch is
 * added to the node alone. At the end of the stream each node's sums are added to its range and to
 * its parent, children first. So the cost of a call hardly depends on the number of open ranges.
 *
 * Example: "step" holds "forward", which holds two calls. The calls share the node { forward,
 * parent { step, parent NONE } }.
 */
#ifndef NST_RANGES_H
#define NST_RANGES_H

#include <assert.h>

#include "base/map.h"
#include "devicesum.h"
#include "io/pagedstrings.h"
#include "packeddur.h"
#include "stream/event.h"

/* A range that encloses at least one call. */
struct range {
	uint32_t ts;   /* low half, ns */
	uint32_t dur;  /* packed (packeddur.h); DUR_NONE for a range that was never closed */
	uint32_t name; /* id in ranges.names */
	uint32_t kind; /* id in ranges.kinds */
};

static_assert(sizeof(struct range) == 16, "a range takes 16 bytes");

/* Properties that many ranges share; interned. */
struct rangekind {
	uint32_t thread;
	uint32_t domain; /* id in ranges.names, or NONE */
	uint32_t type;   /* id in ranges.names; NONE for type nvtx */
	uint32_t ts;     /* high half of the start, ns */
};

struct enclosingnode {
	uint32_t range;
	uint32_t parent : 31;   /* next range outwards, or NONE */
	uint32_t unordered : 1; /* some range on the way to the root starts before its parent */
	uint32_t sums;          /* list in ranges.sums */
};

/* The ranges that enclose a call: one node for each run. With one run, the usual case, index is in
 * ranges.nodes; with more, it is in ranges.lists. */
struct enclosing {
	uint32_t islist : 1;
	uint32_t index : 31; /* or NONE */
};

/* Cell of a linked list of nodes. */
struct enclosinglist {
	uint32_t node;
	struct enclosing next;
};

/* The number of threads and of names that are found without the hash tables. */
enum { LAST_THREADS = 16, LAST_NAMES = 32 };

/* A thread that was looked up lately. */
struct threadused {
	int64_t pid, tid;
	uint32_t thread; /* index in ranges.threads */
};

/* rangesinit makes it. */
struct ranges {
	struct pagedstrings names; /* names, domains and types: JSON as in the stream */
	struct map threadids;      /* (pid, tid) -> index in threads */
	struct map processids;     /* pid -> index in processes */
	struct thread *threads;
	/* Some of the latest results of rangesthread, by the lower bits of pid and tid. Slots
	 * without one have a pid and a tid that belong into another slot. */
	struct threadused lastthreads[LAST_THREADS];
	uint32_t lastnames[LAST_NAMES]; /* the same of rangesname, by some bytes of the name */
	uint32_t lastdomain, lasttype; /* of the latest range that has one */
	struct process *processes;
	struct {
		size_t threads, processes;
	} count, room;
	struct pagedarray ranges;  /* struct range */
	struct pagedarray rangesums; /* uint32_t: by range, its list in sums; see rangessum */
	struct pagedstrings kinds; /* each string is the bytes of a struct rangekind */
	struct longdurs longdurs;  /* by range */
	struct pagedarray nodes;   /* struct enclosingnode */
	struct pagedarray lists;   /* struct enclosinglist */
	struct devicesums sums;
};

/* Makes empty ranges in a pool; rangesfree frees them. */
void rangesinit(struct ranges *r, struct pagepool *pool);

/* Returns the slot of ranges.lastthreads for a thread. */
static inline size_t
threadslot(int64_t pid, int64_t tid)
{
	return ((uint64_t)pid * 5 + (uint64_t)tid) % LAST_THREADS;
}

/* Does the work of rangesthread for a thread that is not in ranges.lastthreads, where it enters
 * the thread. */
uint32_t rangesfindthread(struct ranges *r, int64_t pid, int64_t tid);

/* Returns the index of a thread, which is added if it is new. */
static inline uint32_t
rangesthread(struct ranges *r, int64_t pid, int64_t tid)
{
	const struct threadused *used = &r->lastthreads[threadslot(pid, tid)];

	return used->pid == pid && used->tid == tid ? used->thread : rangesfindthread(r, pid, tid);
}

int64_t rangespid(const struct ranges *r, uint32_t thread);
int64_t rangestid(const struct ranges *r, uint32_t thread);

/* Returns the id of an event's name in r->names. */
uint32_t rangesname(struct ranges *r, const struct event *ev);

/* Opens a range on a thread. Ranges must be opened in order of ts; those with the same ts in any
 * order. */
void rangesopen(struct ranges *r, uint32_t thread, const struct event *ev);

/* Returns true if no other thread of this thread's process has open ranges. It may return false
 * for some time after the last of them has ended. */
bool rangesalone(const struct ranges *r, uint32_t thread);

/* Thread indices, ascending. */
struct threadlist {
	const uint32_t *threads;
	size_t count;
};

/* Returns the threads in this thread's process that have a range which ends at ts (ns) or later.
 * The list is valid until a range opens. Times must not decrease from call to call, as for
 * rangesenclosing. */
struct threadlist rangesthreadsinside(struct ranges *r, uint32_t thread, int64_t ts);

/* Returns the ranges on a thread that enclose the interval from ts to end, ns, bounds included.
 * Times must not decrease from call to call, and all ranges that start at ts must have been opened.
 * */
struct enclosing rangesenclosing(struct ranges *r, uint32_t thread, int64_t ts, int64_t end);

/* A range that encloses a call, or the call itself. */
struct bounds {
	int64_t ts, end;  /* ns */
	struct span name; /* JSON; valid until a range opens or ends on the thread */
};

/* Finds the ranges on a thread that enclose an interval; stores the one that starts last as
 * innermost and the one that starts first as outermost. Returns false if there is none. */
bool rangesbounds(struct ranges *r, uint32_t thread, int64_t ts, int64_t end,
    struct bounds *innermost, struct bounds *outermost);

/* Indices of ranges, the outermost first. All zero is empty; the caller frees p. */
struct path {
	uint32_t *p;
	size_t count, room;
};

/* Appends the enclosing ranges to a path: by start, at the same start the longer one first. */
void rangespath(const struct ranges *r, struct enclosing enclosing, struct path *path);

/* Writes the names of the path's ranges of type nvtx as a JSON array, padded for readers. Returns
 * false if there are none. */
bool rangespathnames(const struct ranges *r, const struct path *path, struct buf *out);

/* Adds launched work to all ranges that enclose its call. */
void rangesadd(struct ranges *r, struct enclosing enclosing, struct devicesum launched);

/* Adds launched work to one range. It calls pagestrim. */
void rangesaddto(struct ranges *r, uint32_t range, struct devicesum launched);

/* Returns the range at an index; valid until pagestrim. */
static inline const struct range *
rangeat(const struct ranges *r, uint32_t range)
{
	return pagedread(&r->ranges, range);
}

/* Valid until pagestrim. */
static inline const struct rangekind *
rangeskind(const struct ranges *r, uint32_t range)
{
	return (const void *)pagedstring(&r->kinds, rangeat(r, range)->kind).p;
}

/* Returns the start of a range, ns. */
static inline int64_t
rangests(const struct ranges *r, uint32_t range)
{
	return joinhalves(rangeskind(r, range)->ts, rangeat(r, range)->ts);
}

/* Returns the duration of a range, ns, or -1 if it was never closed. */
static inline int64_t
rangesdur(const struct ranges *r, uint32_t range)
{
	return durunpack(&r->longdurs, range, rangeat(r, range)->dur);
}

/* Adds the sums of all nodes up into rangesums. To be called once, at the end of the stream. */
void rangessum(struct ranges *r);

/* Frees the nodes. No rangespath may follow. */
void rangesdropnodes(struct ranges *r);

void rangesfree(struct ranges *r);

#endif
