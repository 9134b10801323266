/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "ncclranges.h"

/* A call of NCCL. */
struct ncclrange {
	int64_t ts, end; /* ns */
	struct message message;
	bool used; /* a kernel has the bytes */
};

struct ncclthread {
	struct ncclrange *p; /* in order of ts */
	size_t count, room;
};

/* Returns the id of a range's communicator. */
static uint32_t
ncclcommunicator(struct ncclranges *n, const struct event *ev, struct span payload)
{
	struct span id = jsonmember(payload, "NCCL communicator ID", &n->stack);
	uint32_t communicator;
	size_t before;

	n->scratch.n = 0;
	bufprintf(&n->scratch, "%lld %.*s", (long long)evnumber(ev, KEY_PID), (int)id.n,
	    id.n > 0 ? id.p : "");
	before = n->communicators.used;
	communicator = stringintern(&n->communicators, bufall(&n->scratch));
	if (communicator == before) {
		GROW(n->ranks, n->ranksroom, communicator + 1);
		n->ranks[communicator] = 0;
	}
	return communicator;
}

/* Returns the thread of a process; makes it if it is new. */
static struct ncclthread *
ncclthreadof(struct ncclranges *n, int64_t pid, int64_t tid)
{
	bool fresh;
	uint32_t *at = mapput(&n->known, (struct mapkey){ (uint64_t)pid, (uint64_t)tid }, &fresh);

	if (fresh) {
		*at = (uint32_t)n->count;
		GROW(n->threads, n->room, n->count + 1);
		n->threads[n->count++] = (struct ncclthread){ 0 };
	}
	return &n->threads[*at];
}

/* Adds the call of a collective, of a communicator with this number of ranks; 0 if unknown. */
static void
nccladd(struct ncclranges *n, const struct event *ev, int64_t size, int64_t ranks)
{
	struct ncclrange range = { .ts = ev->number[KEY_TS], .end = evend(ev) };
	struct ncclthread *t;

	if (!messageofnccl(
	        &range.message, jsontext(ev->value[KEY_NAME], &n->scratch), size, ranks))
		return;
	t = ncclthreadof(n, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID));
	if (t->count > 0)
		evchecksorted(ev, t->p[t->count - 1].ts);
	GROW(t->p, t->room, t->count + 1);
	t->p[t->count++] = range;
}

void
ncclrangesevent(struct ncclranges *n, const struct event *ev)
{
	struct span payload = evarg(ev, "payload");
	int64_t size, ranks;
	uint32_t communicator;

	if (payload.n == 0 || *payload.p != '{' || !evhas(ev, KEY_DUR) || !evhas(ev, KEY_DOMAIN) ||
	    !spanis(ev->value[KEY_DOMAIN], "\"NCCL\"") || !evhas(ev, KEY_NAME) ||
	    !jsonisstring(ev->value[KEY_NAME]))
		return;
	communicator = ncclcommunicator(n, ev, payload);
	if (jsonint(jsonmember(payload, "No. of ranks", &n->stack), &ranks) && ranks > 0)
		n->ranks[communicator] = ranks;
	if (jsonint(jsonmember(payload, "Message size [bytes]", &n->stack), &size) && size >= 0)
		nccladd(n, ev, size, n->ranks[communicator]);
}

/* Returns the last range of a thread that began by then, ns; NULL if there is none. */
static struct ncclrange *
ncclrangeat(struct ncclranges *n, int64_t pid, int64_t tid, int64_t ts)
{
	struct ncclthread *t = ncclthreadof(n, pid, tid);
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->p[middle].ts <= ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &t->p[low - 1] : NULL;
}

bool
ncclrangesmessage(struct ncclranges *n, const struct event *ev, struct message *m)
{
	struct launch launch;
	struct ncclrange *range;

	if (n->count == 0 || !evlaunch(ev, &launch) || !launch.hastid)
		return false;
	range = ncclrangeat(n, evnumber(ev, KEY_PID), launch.tid, launch.ts);
	if (!range || launch.ts >= range->end)
		return false;
	if (range->used)
		*m = (struct message){ 0 };
	else
		*m = range->message;
	range->used = true;
	return true;
}

void
ncclrangesfree(struct ncclranges *n)
{
	for (size_t i = 0; i < n->count; i++)
		free(n->threads[i].p);
	free(n->threads);
	mapfree(&n->known);
	stringtablefree(&n->communicators);
	free(n->ranks);
	free(n->scratch.p);
	free(n->stack.p);
	*n = (struct ncclranges){ 0 };
}
