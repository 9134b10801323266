/* SPDX-License-Identifier: MIT */
/*
 * Ranges on threads, the scopes they make for calls, and the sums of what was launched in them.
 *
 * Each thread keeps the ranges open on it in the order in which they opened. When a call comes, the
 * ranges around it become a scope: a range and the scope outside it, shared by all calls inside.
 * Ranges may cross, so a range may be in several scopes, but on the way from one scope outwards
 * each is met once. Launches are added up in their call's scope; at the end each scope is added to
 * its range and to the scope outside it.
 */
#ifndef NST_SCOPE_H
#define NST_SCOPE_H

#include <stdint.h>

#include "event.h"
#include "map.h"

/* No thread, range, scope or name. */
#define SCOPE_NONE UINT32_MAX

/* A range that a call was made in. */
struct range {
	int64_t ts, dur;       /* ns */
	uint32_t name, domain; /* in scopes.names: JSON as written; no domain is SCOPE_NONE */
	uint32_t thread;
	uint32_t sums;         /* the first of its list, or SCOPE_NONE; after scopesfold */
};

/* What was launched on one device. */
struct ondevice {
	int64_t device, first, last; /* ns */
	int64_t time, count;         /* ns, launches; the time saturates */
	uint32_t next;               /* in the list, or SCOPE_NONE */
};

/* A range inside a scope. */
struct scope {
	uint32_t range, outer; /* the outermost has SCOPE_NONE outside */
	uint32_t sums;
};

/* All of it; all zero is empty. Arrays are indexed by the numbers that the calls below give. */
struct scopes {
	struct names names;
	struct map ids; /* (pid, tid) -> thread */
	struct thread *threads;
	struct range *ranges;
	struct scope *scopes;
	struct ondevice *sums;
	struct {
		size_t threads, ranges, scopes, sums;
	} count, cap;
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

/* The scope of a call: the ranges on its thread that hold both its ends, bounds included; SCOPE_NONE when
 * there is none. Calls come in order of ts, and a call only once all ranges with its ts were
 * taken. */
uint32_t scopesaround(struct scopes *s, uint32_t thread, int64_t ts, int64_t end);

/* Adds a launch on a device, from first to last, to a scope. */
void scopesadd(struct scopes *s, uint32_t scope, int64_t device, int64_t first, int64_t last);

/* Adds up all scopes into ranges[].sums, once. */
void scopesfold(struct scopes *s);

void scopesfree(struct scopes *s);

/* Makes room for one more element of an array, numbered below SCOPE_NONE, or ends the program. */
void *scopesmore(void *array, size_t used, size_t *cap, size_t size);

#endif
