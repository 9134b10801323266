/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "nsysnames.h"
#include "rangekernels.h"

/* A range, which begins and ends on its thread. */
struct range {
	int64_t pid, tid, ts, end; /* times in ns */
	uint32_t name;             /* a text */
	bool startend;
};

/* A kernel, with its launch. */
struct shot {
	int64_t pid, tid, ts, end; /* of the launch, ns */
	int64_t from, to;          /* of the kernel, ns */
	uint32_t name;             /* a text */
};

struct inside {
	struct collector collector;
	struct collectorargs ask;
	struct stringtable names;
	struct range *ranges;
	size_t rangecount, rangeroom;
	struct shot *shots;
	size_t shotcount, shotroom;
	struct buf scratch, text;
	uint64_t alone; /* kernels whose launch is not known */
};

static uint32_t
insidenameof(struct inside *x, const struct event *ev)
{
	struct span name = { "", 0 };

	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &x->scratch);
	if (ev->type == TYPE_NVTX)
		name = nsysnamesrange(ev, name, &x->text);
	return stringintern(&x->names, name);
}

static void
insideaddrange(struct inside *x, const struct event *ev)
{
	if (evhas(ev, KEY_ENDTID) && ev->number[KEY_ENDTID] != evnumber(ev, KEY_TID))
		return;
	GROW(x->ranges, x->rangeroom, x->rangecount + 1);
	x->ranges[x->rangecount++] = (struct range){ .pid = evnumber(ev, KEY_PID),
		.tid = evnumber(ev, KEY_TID),
		.ts = ev->number[KEY_TS],
		.end = evend(ev),
		.name = insidenameof(x, ev),
		.startend = evisstartend(ev) };
}

static void
event(struct collector *e, const struct event *ev)
{
	struct inside *x = (struct inside *)e;
	struct launch launch;

	if (!evhas(ev, KEY_DUR))
		return;
	if (ev->type == TYPE_NVTX) {
		insideaddrange(x, ev);
		return;
	}
	if (ev->type != TYPE_KERNEL || !collectortouches(&x->ask, ev))
		return;
	if (!evlaunch(ev, &launch) || !launch.threaded) {
		x->alone++;
		return;
	}
	GROW(x->shots, x->shotroom, x->shotcount + 1);
	x->shots[x->shotcount++] = (struct shot){ .pid = evnumber(ev, KEY_PID),
		.tid = launch.tid,
		.ts = launch.ts,
		.end = addsat(launch.ts, launch.dur > 0 ? launch.dur : 0),
		.from = ev->number[KEY_TS],
		.to = evend(ev),
		.name = insidenameof(x, ev) };
}

static int
insidebyplace(int64_t pid, int64_t tid, int64_t ts, int64_t otherpid, int64_t othertid,
    int64_t otherts)
{
	if (pid != otherpid)
		return pid < otherpid ? -1 : 1;
	if (tid != othertid)
		return tid < othertid ? -1 : 1;
	return (ts > otherts) - (ts < otherts);
}

static int
compareranges(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return insidebyplace(x->pid, x->tid, x->ts, y->pid, y->tid, y->ts);
}

static int
compareshots(const void *a, const void *b)
{
	const struct shot *x = a, *y = b;

	return insidebyplace(x->pid, x->tid, x->ts, y->pid, y->tid, y->ts);
}

/* The ranges open on the thread at hand, by their places. */
struct open {
	size_t *p;
	size_t count, room;
};

/* Adds a kernel to the groups of a range, unless none of it is in the window. */
static void
insideadd(struct inside *x, struct groups *g, struct map *known, size_t at, const struct shot *shot)
{
	const struct range *range = &x->ranges[at];
	int64_t from = clipfrom(x->ask.clip), to = clipto(x->ask.clip);
	struct value values[BY_COUNT] = { 0 };
	uint32_t group;
	bool fresh;

	if (from >= to || !evoverlaps(shot->from, shot->to, from, to))
		return;
	from = shot->from > from ? shot->from : from;
	to = shot->to < to ? shot->to : to;
	values[BY_LABEL1] = keytext(g, stringat(&x->names, range->name));
	values[BY_STYLE] = keytext(g, spanof(range->startend ? "StartEnd" : "PushPop"));
	values[BY_PID] = (struct value){ true, range->pid };
	values[BY_TID] = (struct value){ true, range->tid };
	values[BY_NAME] = keytext(g, stringat(&x->names, shot->name));
	group = groupsfind(g, values);
	mapput(known, (struct mapkey){ at, group }, &fresh);
	groupsumsadd(&g->sums, groupsrecord(g, group, SUM_PROJECTED), SUM_RANGES, fresh);
	groupsadd(g, group, subsat(to, from));
}

static void
insidefold(struct collector *e, struct groups *g)
{
	struct inside *x = (struct inside *)e;
	struct map known = { 0 };
	struct open open = { 0 };
	size_t next = 0;

	if (x->rangecount > 0)
		qsort(x->ranges, x->rangecount, sizeof(*x->ranges), compareranges);
	if (x->shotcount > 0)
		qsort(x->shots, x->shotcount, sizeof(*x->shots), compareshots);
	for (size_t i = 0; i < x->shotcount; i++) {
		const struct shot *s = &x->shots[i];
		size_t kept = 0;

		for (; next < x->rangecount; next++) {
			const struct range *r = &x->ranges[next];

			if (insidebyplace(r->pid, r->tid, r->ts, s->pid, s->tid, s->ts) > 0)
				break;
			GROW(open.p, open.room, open.count + 1);
			open.p[open.count++] = next;
		}
		for (size_t j = 0; j < open.count; j++) {
			const struct range *r = &x->ranges[open.p[j]];

			if (r->pid != s->pid || r->tid != s->tid || r->end < s->ts)
				continue;
			open.p[kept++] = open.p[j];
			if (r->end >= s->end)
				insideadd(x, g, &known, open.p[j], s);
		}
		open.count = kept;
	}
	mapfree(&known);
	free(open.p);
}

static void
insidesay(const struct collector *e)
{
	const struct inside *x = (const struct inside *)e;

	if (x->alone > 0)
		warn("kernels that no call is known to have launched, and are left out: %llu",
		    (unsigned long long)x->alone);
}

static void
insiderelease(struct collector *e)
{
	struct inside *x = (struct inside *)e;

	stringtablefree(&x->names);
	free(x->ranges);
	free(x->shots);
	free(x->scratch.p);
	free(x->text.p);
	free(x);
}

struct collector *
rangekernelssum(const struct collectorargs *ask)
{
	struct inside *x = xzalloc(1, sizeof(*x));

	x->ask = *ask;
	x->collector = (struct collector){ .event = event,
		.fold = insidefold,
		.say = insidesay,
		.free = insiderelease,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID) | EVKEY(KEY_DEVICE) };
	return &x->collector;
}
