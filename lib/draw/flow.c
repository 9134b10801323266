/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "flow.h"

/* Replacement ids start here. Viewers read ids as doubles, which are exact below 2^53. */
#define RENUMBERED_FLOWS (UINT64_C(1) << 52)

/* A call that has not ended at the time of the latest event. */
struct opencall {
	int64_t corr, end; /* end in ns */
};

/* The open calls of a thread: a stack with the outermost first. */
struct openthread {
	int64_t pid, tid;
	/* the thread of the process that was added before this one, plus one; 0 for none */
	uint32_t before;
	struct opencall *calls;
	size_t depth, room;
};

/* Returns the index of a process; adds it if it is new. */
static uint32_t
addprocess(struct flows *c, int64_t pid)
{
	bool fresh;
	uint32_t *id = mapput(&c->processes, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);

	if (fresh)
		*id = (uint32_t)c->processes.used - 1;
	return *id;
}

/* Returns the index of an event's process. */
static inline uint32_t
flowprocess(struct flows *c, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID);
	size_t at = (uint64_t)pid % (sizeof(c->recentprocesses) / sizeof(*c->recentprocesses));

	if (c->recentprocesses[at].process == 0 || c->recentprocesses[at].pid != pid) {
		c->recentprocesses[at].process = addprocess(c, pid) + 1;
		c->recentprocesses[at].pid = pid;
	}
	return c->recentprocesses[at].process - 1;
}

uint64_t
flowfind(struct flows *c, const struct event *ev, bool source)
{
	uint64_t corr = (uint64_t)evnumber(ev, KEY_CORR);
	bool lasts = evhas(ev, KEY_DUR) || evisopen(ev), fresh;
	unsigned char *byte, bit = bitsetbit(corr);
	uint32_t process, *number;

	if (corr == 0 || (!source && (!lasts || !evhas(ev, KEY_LAUNCH))))
		return 0;
	process = flowprocess(c, ev);
	byte = bitsetbyte(&c->drawn, process, corr, source);
	if (!byte || (!source && !(*byte & bit)))
		return 0; /* its call is not in the stream */
	/* The call has no duration, so no flow can start at it. Work with this id must not be
	 * linked to an earlier call with the same id. */
	if (!lasts) {
		*byte = (unsigned char)(*byte & ~bit);
		*mapput(&c->renumbered, (struct mapkey){ process, corr }, &fresh) = c->newids++;
		return 0;
	}
	if (source && ((*byte & bit) || corr > UINT32_MAX || process >= RENUMBERED_FLOWS >> 32))
		*mapput(&c->renumbered, (struct mapkey){ process, corr }, &fresh) = c->newids++;
	*byte |= bit;
	if (c->renumbered.used == 0)
		return (uint64_t)process << 32 | corr;
	number = mapget(&c->renumbered, (struct mapkey){ process, corr });
	return number ? RENUMBERED_FLOWS + *number : (uint64_t)process << 32 | corr;
}

/* Returns the index of a thread; adds it if it is new. */
static uint32_t
addthread(struct flows *c, int64_t pid, int64_t tid, uint32_t process)
{
	bool fresh;
	uint32_t *number;
	size_t had = c->latestroom;

	if (process >= had) {
		GROW(c->latest, c->latestroom, process + (size_t)1);
		memset(c->latest + had, 0, (c->latestroom - had) * sizeof(*c->latest));
	}
	number = mapput(&c->threads, (struct mapkey){ (uint64_t)pid, (uint64_t)tid }, &fresh);
	if (fresh) {
		*number = (uint32_t)c->threads.used - 1;
		GROW(c->threadlist, c->threadlistroom, c->threads.used);
		c->threadlist[*number] =
		    (struct openthread){ .pid = pid, .tid = tid, .before = c->latest[process] };
		c->latest[process] = *number + 1;
	}
	return *number;
}

/* Returns the open calls of an event's thread. */
static inline struct openthread *
flowthreadof(struct flows *c, const struct event *ev)
{
	int64_t tid = evnumber(ev, KEY_TID);
	uint32_t process = flowprocess(c, ev);
	size_t at = (process + (uint64_t)tid) %
	    (sizeof(c->recentthreads) / sizeof(*c->recentthreads));

	if (c->recentthreads[at].tid != tid || c->recentthreads[at].process != process + 1) {
		c->recentthreads[at].thread =
		    addthread(c, evnumber(ev, KEY_PID), tid, process) + 1;
		c->recentthreads[at].process = process + 1;
		c->recentthreads[at].tid = tid;
	}
	return &c->threadlist[c->recentthreads[at].thread - 1];
}

void
flowcall(struct flows *c, const struct event *ev)
{
	struct openthread *t;

	if (!evhas(ev, KEY_CORR) || !evhas(ev, KEY_TID))
		return;
	t = flowthreadof(c, ev);
	while (t->depth > 0 && t->calls[t->depth - 1].end < ev->number[KEY_TS])
		t->depth--;
	GROW(t->calls, t->room, t->depth + 1);
	t->calls[t->depth++] = (struct opencall){ evnumber(ev, KEY_CORR), evend(ev) };
}

bool
flowthread(const struct flows *c, const struct event *ev, int64_t *tid)
{
	struct mapkey pid = { (uint64_t)evnumber(ev, KEY_PID), 0 };
	const uint32_t *process = mapget(&c->processes, pid);

	if (!evhas(ev, KEY_CORR) || !process || *process >= c->latestroom)
		return false;
	for (uint32_t at = c->latest[*process]; at > 0; at = c->threadlist[at - 1].before) {
		const struct openthread *t = &c->threadlist[at - 1];

		for (size_t i = t->depth; i > 0; i--)
			if (t->calls[i - 1].corr == evnumber(ev, KEY_CORR) &&
			    t->calls[i - 1].end >= ev->number[KEY_TS]) {
				*tid = t->tid;
				return true;
			}
	}
	return false;
}

void
flowsfree(struct flows *c)
{
	for (size_t i = 0; i < c->threads.used; i++)
		free(c->threadlist[i].calls);
	free(c->threadlist);
	free(c->latest);
	mapfree(&c->processes);
	bitsetfree(&c->drawn);
	mapfree(&c->renumbered);
	mapfree(&c->threads);
	*c = (struct flows){ 0 };
}
