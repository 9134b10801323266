/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "inside.h"

/* A range: its start, and the latest end of it and of all ranges before it on the thread, ns. */
struct interval {
	int64_t ts, latest;
};

struct insidethread {
	struct interval *p; /* in order of ts */
	size_t count, room;
};

static struct mapkey
threadkey(int64_t pid, int64_t tid)
{
	return (struct mapkey){ (uint64_t)pid, (uint64_t)tid };
}

static void
insideaddrange(struct inside *in, const struct event *ev)
{
	int64_t end = evisopen(ev) ? INT64_MAX : evend(ev);
	struct insidethread *t;
	uint32_t *number;
	bool fresh;

	number =
	    mapput(&in->threads, threadkey(evnumber(ev, KEY_PID), evnumber(ev, KEY_TID)), &fresh);
	if (fresh) {
		*number = (uint32_t)in->threads.used - 1;
		GROW(in->p, in->room, in->threads.used);
		in->p[*number] = (struct insidethread){ 0 };
	}
	t = &in->p[*number];
	if (t->count > 0 && t->p[t->count - 1].latest > end)
		end = t->p[t->count - 1].latest;
	GROW(t->p, t->room, t->count + 1);
	t->p[t->count++] = (struct interval){ ev->number[KEY_TS], end };
}

/* Returns true if an interval on a thread is within one of the ranges, bounds included. */
static bool
encloses(const struct inside *in, int64_t pid, int64_t tid, int64_t ts, int64_t end)
{
	const uint32_t *number = mapget(&in->threads, threadkey(pid, tid));
	const struct insidethread *t = number ? &in->p[*number] : NULL;
	size_t low = 0, high = t ? t->count : 0;

	while (low < high) { /* binary search for the number of ranges that start at or before ts */
		size_t middle = low + (high - low) / 2;

		if (t->p[middle].ts <= ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && t->p[low - 1].latest >= end;
}

/* Returns true if a projected range belongs to a range inside. */
static bool
isprojectedinside(const struct inside *in, const struct event *ev)
{
	struct span range = evarg(ev, "range");
	int64_t ts, dur = 0;

	if (!jsonint(jsonmember(range, "ts", ev->stack), &ts))
		return false;
	jsonint(jsonmember(range, "dur", ev->stack), &dur);
	return encloses(in, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID), ts, addsat(ts, dur));
}

/* Returns true if a range of a thread that waited for the launch is one of the named ranges: those
 * come first in "nvtx". */
static bool
isinheritedinside(struct inside *in, const struct event *ev)
{
	int64_t left = evnumber(ev, KEY_INHERITED);
	struct span name;
	struct json j;

	if (left <= 0 || !evhas(ev, KEY_NVTX) || *ev->value[KEY_NVTX].p != '[')
		return false;
	jsonopen(&j, ev->value[KEY_NVTX].p, ev->stack);
	for (; left > 0 && jsonitem(&j, &name) > 0; left--)
		if (jsonisstring(name) &&
		    patternmatch(&in->pattern, jsontext(name, &in->scratch)))
			return true;
	return false;
}

/* Returns true if an event without a thread was launched inside: by its key "launch", or by the
 * correlation id of its call. */
static bool
islaunchedinside(struct inside *in, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID);
	struct mapkey id;
	struct launch l;
	bool fresh;

	if (isinheritedinside(in, ev))
		return true;
	if (evlaunch(ev, &l) && l.hastid)
		return encloses(in, pid, l.tid, l.ts, addsat(l.ts, l.dur < 0 ? 0 : l.dur));
	if (evnumber(ev, KEY_CORR) == 0)
		return false;
	id = (struct mapkey){ (uint64_t)pid, (uint64_t)ev->number[KEY_CORR] };
	if (mapget(&in->calls, id))
		return true;
	mapput(&in->early, id, &fresh);
	return false;
}

/* Adds a call inside. GPU events before it with its correlation id were dropped. */
static void
insideaddcall(struct inside *in, int64_t pid, int64_t corr)
{
	struct mapkey id = { (uint64_t)pid, (uint64_t)corr };
	bool fresh;

	mapput(&in->calls, id, &fresh);
	if (fresh && mapget(&in->early, id))
		in->missed++;
}

/* Returns true if an event is one of the named ranges. */
static bool
isnamedrange(struct inside *in, const struct event *ev)
{
	if (ev->type != TYPE_NVTX || !evhas(ev, KEY_NAME))
		return false;
	return patternmatch(&in->pattern, jsontext(ev->value[KEY_NAME], &in->scratch));
}

bool
insideevent(struct inside *in, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), end = evisopen(ev) ? INT64_MAX : evend(ev);

	if (isnamedrange(in, ev)) {
		insideaddrange(in, ev);
		return (in->matched = true);
	}
	if (ev->type == TYPE_NVTX_KERNEL || ev->type == TYPE_CALL_KERNEL)
		return isprojectedinside(in, ev);
	if (!evhas(ev, KEY_TID))
		return islaunchedinside(in, ev);
	if (!encloses(in, pid, evnumber(ev, KEY_TID), ev->number[KEY_TS], end))
		return false;
	if (ev->type == TYPE_CUDA_API && evnumber(ev, KEY_CORR) != 0)
		insideaddcall(in, pid, ev->number[KEY_CORR]);
	return true;
}

void
insidefree(struct inside *in)
{
	for (size_t i = 0; i < in->threads.used; i++)
		free(in->p[i].p);
	free(in->p);
	mapfree(&in->threads);
	mapfree(&in->calls);
	mapfree(&in->early);
	if (in->pattern.code)
		patternfree(&in->pattern);
	free(in->scratch.p);
}
