/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "hostparts.h"

/* An open call or range. The array of groups, of a range, is reused. */
struct hostopen {
	int64_t from, end; /* ns */
	bool isrange;
	enum hostpart part; /* of a call */
	uint32_t *groups;
	size_t count, room;
};

struct hostthread {
	int64_t latest; /* ts of the last event, ns */
	bool begun;
	enum hostpart part; /* the current part */
	int64_t since;      /* ns; since then it is the current one */
	uint32_t running[HOSTPART_COUNT]; /* number of open calls */
	struct hostopen *open;            /* a heap by end */
	size_t count, made, room;         /* entries from count to made are unused */
};

/* Adds the time until to, since the current part began, to the groups of a range. */
static void
hostgive(struct hostparts *h, const struct hostthread *t, const struct hostopen *range, int64_t to)
{
	int64_t from = t->since > range->from ? t->since : range->from;
	struct addend addend = { .ts = from,
		.dur = subsat(to, from),
		.kind = ADDEND_INTERVAL,
		.number = { SUM_HOST + (int64_t)t->part } };

	for (size_t i = 0; i < range->count && to > from; i++) {
		addend.group = range->groups[i];
		accumulatoradd(h->accumulator, &addend);
	}
}

/* Determines the part that counts from a time on, ns. If it changes, adds the time before to all
 * open ranges. */
static void
hostchange(struct hostparts *h, struct hostthread *t, int64_t at)
{
	int part = 0;

	while (part < HOSTPART_REST && t->running[part] == 0)
		part++;
	if (part == (int)t->part)
		return;
	for (size_t i = 0; i < t->count; i++)
		if (t->open[i].isrange)
			hostgive(h, t, &t->open[i], at);
	t->part = (enum hostpart)part;
	t->since = at;
}

static void
hostswap(struct hostopen *a, struct hostopen *b)
{
	struct hostopen c = *a;

	*a = *b;
	*b = c;
}

/* Removes the first entry of the heap; it remains in t->open[t->count] until the next push. */
static void
hostpop(struct hostthread *t)
{
	struct hostopen *open = t->open;
	size_t i = 0, child;

	hostswap(&open[0], &open[--t->count]);
	while ((child = 2 * i + 1) < t->count) {
		child += child + 1 < t->count && open[child + 1].end < open[child].end;
		if (open[i].end <= open[child].end)
			break;
		hostswap(&open[i], &open[child]);
		i = child;
	}
}

/* Ends the calls and ranges that end by then, ns. */
static void
hostadvance(struct hostparts *h, struct hostthread *t, int64_t to)
{
	while (t->count > 0 && t->open[0].end <= to) {
		const struct hostopen *ended;

		hostpop(t);
		ended = &t->open[t->count];
		if (ended->isrange) {
			hostgive(h, t, ended, ended->end);
			continue;
		}
		t->running[ended->part]--;
		hostchange(h, t, ended->end);
	}
}

/* Adds an open call or range. */
static void
hostpush(struct hostthread *t, int64_t from, int64_t end, enum hostpart part,
    const uint32_t *groups, size_t count)
{
	struct hostopen *open;
	size_t i = t->count++;

	if (i == t->made) {
		GROW(t->open, t->room, t->count);
		t->open[t->made++] = (struct hostopen){ 0 };
	}
	open = &t->open[i];
	open->from = from;
	open->end = end;
	open->part = part;
	open->isrange = count > 0;
	open->count = count;
	GROW(open->groups, open->room, count);
	for (size_t j = 0; j < count; j++)
		open->groups[j] = groups[j];
	for (; i > 0 && t->open[(i - 1) / 2].end > t->open[i].end; i = (i - 1) / 2)
		hostswap(&t->open[i], &t->open[(i - 1) / 2]);
}

/* Returns true if a JSON string has this text in it. */
static bool
hostnamehas(struct hostparts *h, const struct event *ev, enum event_key key, const char *text)
{
	struct span name = { "", 0 };

	if (evhas(ev, key) && jsonisstring(ev->value[key]))
		name = jsontext(ev->value[key], &h->scratch);
	return memmem(name.p, name.n, text, strlen(text)) != NULL;
}

/* Returns true for a range in which a thread waits for Python's interpreter lock. */
static bool
waitsforlock(struct hostparts *h, const struct event *ev)
{
	return hostnamehas(h, ev, KEY_NAME, "ait") &&
	    (hostnamehas(h, ev, KEY_NAME, "GIL") || hostnamehas(h, ev, KEY_DOMAIN, "GIL"));
}

/* Returns the part of an event's time, or HOSTPART_REST if it is in none. */
static enum hostpart
hostpartof(struct hostparts *h, const struct event *ev)
{
	switch (ev->type) {
	case TYPE_CUDA_API:
		return hostnamehas(h, ev, KEY_NAME, "Synchronize") ? HOSTPART_SYNC : HOSTPART_CUDA;
	case TYPE_NVTX:
		return waitsforlock(h, ev) ? HOSTPART_GIL : HOSTPART_REST;
	case TYPE_CUDNN:
	case TYPE_CUBLAS:
	case TYPE_MPI:
	case TYPE_UCX:
	case TYPE_NVVIDEO:
		return HOSTPART_LIBRARY;
	case TYPE_OSRT:
	case TYPE_SYSCALL:
	case TYPE_FILE_ACCESS:
		return HOSTPART_OS;
	default:
		return HOSTPART_REST;
	}
}

/* Returns the thread of an event; makes it if it is new. */
static struct hostthread *
hostpartsthread(struct hostparts *h, const struct event *ev)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_TID) };
	bool fresh;
	uint32_t *at = mapput(&h->known, key, &fresh);

	if (fresh) {
		*at = (uint32_t)h->count;
		GROW(h->threads, h->room, h->count + 1);
		h->threads[h->count++] =
		    (struct hostthread){ .part = HOSTPART_REST, .since = INT64_MIN };
	}
	return &h->threads[*at];
}

void
hostpartsevent(struct hostparts *h, const struct event *ev, const uint32_t *groups, size_t count)
{
	enum hostpart part = hostpartof(h, ev);
	bool range = ev->type == TYPE_NVTX && count > 0;
	int64_t ts = ev->number[KEY_TS], end = evend(ev);
	struct hostthread *t;

	if (!range && part == HOSTPART_REST)
		return;
	t = hostpartsthread(h, ev);
	if (t->begun)
		evchecksorted(ev, t->latest);
	t->begun = true;
	t->latest = ts;
	hostadvance(h, t, ts);
	if (range)
		hostpush(t, ts, end, HOSTPART_REST, groups, count);
	if (part == HOSTPART_REST)
		return;
	hostpush(t, ts, end, part, NULL, 0);
	t->running[part]++;
	hostchange(h, t, ts);
}

void
hostpartsmove(struct hostparts *h, struct groupmoves *moves)
{
	for (size_t i = 0; i < h->count; i++)
		for (size_t j = 0; j < h->threads[i].count; j++) {
			struct hostopen *open = &h->threads[i].open[j];

			for (size_t k = 0; k < open->count; k++)
				open->groups[k] = groupsmove(moves, open->groups[k]);
		}
}

void
hostpartsend(struct hostparts *h)
{
	for (size_t i = 0; i < h->count; i++)
		hostadvance(h, &h->threads[i], INT64_MAX);
}

void
hostpartsfree(struct hostparts *h)
{
	for (size_t i = 0; i < h->count; i++) {
		for (size_t j = 0; j < h->threads[i].made; j++)
			free(h->threads[i].open[j].groups);
		free(h->threads[i].open);
	}
	free(h->threads);
	mapfree(&h->known);
	free(h->scratch.p);
	*h = (struct hostparts){ 0 };
}
