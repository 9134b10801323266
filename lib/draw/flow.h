/* SPDX-License-Identifier: MIT */
/* Flows: the arrows that viewers draw from a CUDA call to the work that it launched. This
 * finds the id of each flow by correlation id, and the thread of an open call. */
#ifndef NST_FLOW_H
#define NST_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "stream/event.h"

/* All zero is empty; flowsfree frees it. */
struct flows {
	struct map processes;     /* pid -> index, from 0 in order of appearance */
	/* Direct-mapped caches, by pid, and by process and tid. process and thread are indices,
	 * plus one; 0 for none. */
	struct {
		int64_t pid;
		uint32_t process;
	} recentprocesses[8];
	struct {
		int64_t tid;
		uint32_t process, thread;
	} recentthreads[16];
	struct bitset drawn; /* the calls that were drawn: correlation ids by process */
	/* (process, corr) -> a replacement for the id of the latest call. Used when an earlier
	 * call had the same id, or process and id do not fit into 52 bits. */
	struct map renumbered;
	uint32_t newids; /* the number of replacement ids given */
	struct map threads; /* (pid, tid) -> index into threadlist */
	struct openthread *threadlist;
	size_t threadlistroom;
	uint32_t *latest; /* per process: the thread added last, an index plus one */
	size_t latestroom;
};

/* Like flowid, for an event with a correlation id. */
uint64_t flowfind(struct flows *c, const struct event *ev, bool source);

/* Returns the id of a flow, below 2^53. A flow starts at a call with a duration (source is
 * true), and ends at the work with the same correlation id and a duration. Returns 0 if the
 * event has no flow: it has no correlation id or no duration, or its call was not drawn. */
static inline uint64_t
flowid(struct flows *c, const struct event *ev, bool source)
{
	if (!evhas(ev, KEY_CORR) || (!source && !evhas(ev, KEY_LAUNCH)))
		return 0; /* most events */
	return flowfind(c, ev, source);
}

/* Adds a call to the open calls of its thread, until the call ends. */
void flowcall(struct flows *c, const struct event *ev);

/* Finds the thread whose open call has the correlation id of an event. Returns false if there
 * is none. */
bool flowthread(const struct flows *c, const struct event *ev, int64_t *tid);

void flowsfree(struct flows *c);

#endif
