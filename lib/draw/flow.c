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

/* Returns the index of an event's process. */
static uint32_t
flowprocess(struct flows *c, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID);
	bool fresh;
	uint32_t *id;

	if (c->process && c->pid == pid)
		return c->process - 1;
	id = mapput(&c->processes, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);
	if (fresh)
		*id = (uint32_t)c->processes.used - 1;
	c->pid = pid;
	c->process = *id + 1;
	c->thread = 0;
	return *id;
}

uint64_t
flowid(struct flows *c, const struct event *ev, bool source)
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
	number = mapget(&c->renumbered, (struct mapkey){ process, corr });
	return number ? RENUMBERED_FLOWS + *number : (uint64_t)process << 32 | corr;
}

/* Returns the open calls of an event's thread; adds the thread if it is new. */
static struct openthread *
flowthreadof(struct flows *c, const struct event *ev, uint32_t process)
{
	int64_t pid = evnumber(ev, KEY_PID), tid = evnumber(ev, KEY_TID);
	bool fresh;
	uint32_t *number;
	size_t had = c->latestroom;

	if (c->thread && c->tid == tid) /* the process is the one cached by flowprocess() */
		return &c->threadlist[c->thread - 1];
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
	c->tid = tid;
	c->thread = *number + 1;
	return &c->threadlist[*number];
}

void
flowcall(struct flows *c, const struct event *ev)
{
	struct openthread *t;

	if (!evhas(ev, KEY_CORR) || !evhas(ev, KEY_TID))
		return;
	t = flowthreadof(c, ev, flowprocess(c, ev));
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
