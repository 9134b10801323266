/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "hostthreads.h"

/* Returns the thread of an event, whose pid and tid must have been decoded. */
static struct hostthread *
hostthreadof(struct hostthreads *h, const struct event *ev)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_TID) };
	struct hostthread *last = h->p + h->last;
	uint32_t *at;
	bool fresh;

	if (h->count > 0 && last->pid == (int64_t)key.a && last->tid == (int64_t)key.b)
		return last;
	at = mapput(&h->numbers, key, &fresh);
	if (fresh) {
		GROW(h->p, h->room, h->count + 1);
		*at = (uint32_t)h->count;
		h->p[h->count++] = (struct hostthread){
			.pid = (int64_t)key.a, .tid = (int64_t)key.b, .itemend = INT64_MIN
		};
	}
	h->last = *at;
	return &h->p[*at];
}

/* Removes the ranges that have ended by ts, ns. */
static void
hostrangesend(struct hostthread *t, int64_t ts)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->count; i++)
		if (t->ranges[i].end > ts)
			t->ranges[kept++] = t->ranges[i];
	t->count = kept;
}

void
hostrangeevent(struct hostthreads *h, const struct event *ev, uint32_t name, bool item)
{
	struct hostthread *t = hostthreadof(h, ev);

	hostrangesend(t, ev->number[KEY_TS]);
	if (t->count >= HOSTRANGES_MAX)
		return;
	GROW(t->ranges, t->room, t->count + 1);
	t->ranges[t->count++] = (struct hostrange){
		.end = evisopen(ev) ? INT64_MAX : evend(ev), .name = name, .item = item
	};
}

static bool
nameholds(struct span name, const char *part)
{
	return memmem(name.p, name.n, part, strlen(part)) != NULL;
}

static enum waitkind
hostfindkind(struct span name)
{
	if (nameholds(name, "Synchronize"))
		return WAIT_SYNC;
	if ((nameholds(name, "Memcpy") || nameholds(name, "Memset")) && !nameholds(name, "Async"))
		return WAIT_COPY;
	return WAIT_NONE;
}

enum waitkind
hostcallkind(struct hostthreads *h, struct span name)
{
	uint32_t kind;

	if (textmemoget(&h->callkinds, name, &kind))
		return (enum waitkind)kind;
	return (enum waitkind)textmemoput(&h->callkinds, name, hostfindkind(name));
}

/* Returns the innermost range around a call; inside of PyTorch's ranges that read a value, the
 * range around them. */
static uint32_t
hostinnermost(const struct hostthread *t)
{
	for (size_t i = t->count; i > 0; i--)
		if (!t->ranges[i - 1].item)
			return t->ranges[i - 1].name;
	return t->count > 0 ? t->ranges[0].name : NO_RANGE;
}

static bool
hostinitem(const struct hostthread *t)
{
	for (size_t i = t->count; i > 0; i--)
		if (t->ranges[i - 1].item)
			return true;
	return false;
}

/* Adds a call in a range that reads a value: only the part after the call before counts. */
static void
hostitemcall(
    const struct hostthreads *h, struct hostthread *t, const struct event *ev, uint32_t range)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev) < h->to ? evend(ev) : h->to;
	int64_t from = ts > t->itemend ? ts : t->itemend;

	from = from > h->from ? from : h->from;
	lossadd(&t->item,
	    &(struct lossevent){ .ts = ts,
		.dur = evnumber(ev, KEY_DUR),
		.cost = subsat(end, from),
		.range = range,
		.hasstep = evhas(ev, KEY_STEP),
		.step = evnumber(ev, KEY_STEP) });
	if (end > t->itemend)
		t->itemend = end;
}

void
hostcallevent(struct hostthreads *h, const struct event *ev)
{
	enum waitkind kind = hostcallkind(h, ev->value[KEY_NAME]);
	struct hostthread *t = hostthreadof(h, ev);
	uint32_t range;

	hostrangesend(t, ev->number[KEY_TS]);
	/* An asynchronous copy to pageable memory waits, too: PyTorch reads values so. */
	if (kind == WAIT_NONE && hostinitem(t) && nameholds(ev->value[KEY_NAME], "Memcpy"))
		kind = WAIT_COPY;
	if (kind == WAIT_NONE)
		return;
	range = hostinnermost(t);
	t->wait = (struct waitcall){ ev->number[KEY_TS], evnumber(ev, KEY_DUR), kind,
		hostinitem(t), range };
	if (t->wait.initem)
		hostitemcall(h, t, ev, range);
	if (!t->waits) {
		GROW(h->waiters, h->waiterroom, h->waitercount + 1);
		h->waiters[h->waitercount++] = (uint32_t)(t - h->p);
	}
	t->waits = true;
}

void
hostthreadsfree(struct hostthreads *h)
{
	for (size_t i = 0; i < h->count; i++) {
		free(h->p[i].ranges);
		lossfree(&h->p[i].item);
	}
	free(h->p);
	free(h->waiters);
	mapfree(&h->numbers);
	textmemofree(&h->callkinds);
	*h = (struct hostthreads){ 0 };
}
