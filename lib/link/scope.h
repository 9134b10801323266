/* SPDX-License-Identifier: MIT */
/*
 * Ranges on threads, the scopes they make for calls, and the sums of what was launched in them.
 *
 * The ranges open on a thread stand in runs, each in the order of their ends, the latest first. One
 * that opens goes behind the last of the last run if it ends no later, as ranges that nest do; else
 * it begins a run of its own, and runs of about one length are merged, so that there are few of
 * them. In each run, the ranges around a call are then those up to some place, which is found by
 * halves.
 *
 * A scope is such a place: a range and the scope outside it, shared by all calls inside. Launches
 * are added up in the scopes of their call; at the end each scope is added to its range and to the
 * scope outside it. So what a call or a range costs hardly grows with the ranges that are open.
 */
#ifndef NST_SCOPE_H
#define NST_SCOPE_H

#include <assert.h>

#include "base/map.h"
#include "dur.h"
#include "stream/event.h"
#include "sums.h"

/* A range that a call was made in. */
struct range {
	uint32_t ts;           /* the lower half, ns */
	uint32_t dur;          /* in scopes.longdurs; of one never closed it is absent */
	uint32_t name;         /* in scopes.names: JSON as written */
	uint32_t kind;         /* in scopes.kinds */
};

static_assert(sizeof(struct range) == 16, "a range takes 16 bytes");

/* What ranges have in common. */
struct rangekind {
	uint32_t thread;
	uint32_t domain, type; /* as the names; no domain, and the type nvtx, are NONE */
	uint32_t ts;           /* the upper half */
};

/* A place in a run. */
struct scope {
	uint32_t range;
	uint32_t outer : 31;   /* the outermost has NONE outside */
	uint32_t disorder : 1; /* some range began before one outside it */
	uint32_t sums;         /* a list */
};

/* The ranges around something: a scope, or a scope and those in further runs. */
struct around {
	uint32_t several : 1;
	uint32_t at : 31; /* a scope, or NONE; of several in scopes.more */
};

/* A scope in one run, and those in further runs. */
struct several {
	uint32_t scope;
	struct around more;
};

/* All of it; all zero is empty. Arrays are indexed by the numbers that the calls below give. */
struct scopes {
	struct stringtable names;
	struct map threadids;  /* (pid, tid) -> thread */
	struct map processids; /* pid -> process */
	struct thread *threads;
	uint32_t latest;       /* the thread asked for last */
	uint32_t latestname;   /* the name asked for last */
	struct process *processes;
	struct range *ranges;
	uint32_t *rangesums;   /* a list for each of them, once they are added up */
	struct stringtable kinds; /* the bytes of a struct rangekind each */
	struct longdurs longdurs; /* of ranges */
	struct scope *scopes;
	struct several *more;
	struct sums sums;
	struct {
		size_t threads, processes, ranges, rangesums, scopes, more;
	} count, room;
};

/* A thread by its ids; threads are numbered from 0. */
uint32_t scopesthread(struct scopes *s, int64_t pid, int64_t tid);

int64_t scopespid(const struct scopes *s, uint32_t thread);
int64_t scopestid(const struct scopes *s, uint32_t thread);

/* The number of an event's name. */
uint32_t scopesname(struct scopes *s, const struct event *ev);

/* Takes a range that opens on a thread. Ranges come in order of ts; of those with one ts any order
 * will do. */
void scopesopen(struct scopes *s, uint32_t thread, const struct event *ev);

/* Threads, by number. */
struct threadlist {
	const uint32_t *threads;
	size_t count;
};

/* The threads of a thread's process on which ranges are open at a time, ns, or later, in order;
 * valid until a range opens. Of times as calls have them. */
struct threadlist scopesinranges(struct scopes *s, uint32_t thread, int64_t ts);

/* The ranges on a thread that hold a call from ts to end, ns, bounds included. Calls come in order
 * of ts, and a call only once all ranges with its ts were taken. */
struct around scopesaround(struct scopes *s, uint32_t thread, int64_t ts, int64_t end);

/* A range that holds a call, or a call itself. */
struct bounds {
	int64_t ts, end;  /* ns */
	struct span name; /* JSON; valid until a range opens or ends on the thread */
};

/* Finds the innermost and the outermost range on a thread that hold a call: those that began last
 * and first. False where none does. */
bool scopesbounds(struct scopes *s, uint32_t thread, int64_t ts, int64_t end,
    struct bounds *innermost, struct bounds *outermost);

/* Ranges, in an array that grows; valid until scopesaround is called. All zero is none. */
struct path {
	const struct range **p;
	size_t count, room;
};

/* Appends the ranges around something to a path: those that began earlier first, of those that
 * began at one time the longer first. */
void scopespath(const struct scopes *s, struct around around, struct path *path);

/* Adds what was launched to the ranges around its call. */
void scopesadd(struct scopes *s, struct around around, struct ondevice launched);

/* Adds what was launched to one range. */
void scopesaddrange(struct scopes *s, const struct range *range, struct ondevice launched);

/* What a range has in common with others. */
static inline const struct rangekind *
scopeskind(const struct scopes *s, const struct range *range)
{
	return &((const struct rangekind *)(const void *)s->kinds.text.p)[range->kind];
}

/* When a range begins, ns. */
static inline int64_t
scopests(const struct scopes *s, const struct range *range)
{
	return fromhalves(scopeskind(s, range)->ts, range->ts);
}

/* How long a range lasts, ns; -1 when it was never closed. */
int64_t scopesdur(const struct scopes *s, const struct range *range);

/* Adds up all scopes into rangesums, once, behind all that came, and frees them and what finds
 * names. */
void scopesfold(struct scopes *s);

void scopesfree(struct scopes *s);

#endif
