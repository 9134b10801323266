/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "nsysnames.h"
#include "rangekernels.h"

/* A range that begins and ends on one thread. */
struct range {
	int64_t pid, tid, ts, end; /* times in ns */
	uint32_t name;             /* number in names */
	bool startend;
};

/* A kernel with its launch. */
struct launchedkernel {
	int64_t pid, tid, ts, end; /* of the launch, ns */
	int64_t from, to;          /* of the kernel, ns */
	uint32_t name;             /* number in names */
};

struct rangekernels {
	struct collector collector;
	struct collectorargs args;
	struct stringtable names;
	struct range *ranges;
	size_t rangecount, rangeroom;
	struct launchedkernel *kernels;
	size_t kernelcount, kernelroom;
	struct buf scratch, text;
	uint64_t unlinked; /* number of kernels of unknown launch */
};

static uint32_t
rangekernelsname(struct rangekernels *x, const struct event *ev)
{
	struct span name = { "", 0 };

	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &x->scratch);
	if (ev->type == TYPE_NVTX)
		name = nsysnamesrange(ev, name, &x->text);
	return stringintern(&x->names, name);
}

static void
rangekernelsaddrange(struct rangekernels *x, const struct event *ev)
{
	if (evhas(ev, KEY_ENDTID) && ev->number[KEY_ENDTID] != evnumber(ev, KEY_TID))
		return;
	GROW(x->ranges, x->rangeroom, x->rangecount + 1);
	x->ranges[x->rangecount++] = (struct range){ .pid = evnumber(ev, KEY_PID),
		.tid = evnumber(ev, KEY_TID),
		.ts = ev->number[KEY_TS],
		.end = evend(ev),
		.name = rangekernelsname(x, ev),
		.startend = evisstartend(ev) };
}

static void
rangekernelsevent(struct collector *e, const struct event *ev)
{
	struct rangekernels *x = (struct rangekernels *)e;
	struct launch launch;

	if (!evhas(ev, KEY_DUR))
		return;
	if (ev->type == TYPE_NVTX) {
		rangekernelsaddrange(x, ev);
		return;
	}
	if (ev->type != TYPE_KERNEL || !collectortouches(&x->args, ev))
		return;
	if (!evlaunch(ev, &launch) || !launch.hastid) {
		x->unlinked++;
		return;
	}
	GROW(x->kernels, x->kernelroom, x->kernelcount + 1);
	x->kernels[x->kernelcount++] = (struct launchedkernel){ .pid = evnumber(ev, KEY_PID),
		.tid = launch.tid,
		.ts = launch.ts,
		.end = addsat(launch.ts, launch.dur > 0 ? launch.dur : 0),
		.from = ev->number[KEY_TS],
		.to = evend(ev),
		.name = rangekernelsname(x, ev) };
}

static int
comparestarts(int64_t pid, int64_t tid, int64_t ts, int64_t otherpid, int64_t othertid,
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

	return comparestarts(x->pid, x->tid, x->ts, y->pid, y->tid, y->ts);
}

static int
comparekernels(const void *a, const void *b)
{
	const struct launchedkernel *x = a, *y = b;

	return comparestarts(x->pid, x->tid, x->ts, y->pid, y->tid, y->ts);
}

/* Indices of the open ranges of the current thread. */
struct open {
	size_t *p;
	size_t count, room;
};

/* Adds a kernel to the group of a range, if it touches the window. */
static void
rangekernelsadd(struct rangekernels *x, struct groups *g, struct map *known, size_t at,
    const struct launchedkernel *launchedkernel)
{
	const struct range *range = &x->ranges[at];
	int64_t from = clipfrom(x->args.clip), to = clipto(x->args.clip);
	struct value values[BY_COUNT] = { 0 };
	uint32_t group;
	bool fresh;

	if (from >= to || !evoverlaps(launchedkernel->from, launchedkernel->to, from, to))
		return;
	from = launchedkernel->from > from ? launchedkernel->from : from;
	to = launchedkernel->to < to ? launchedkernel->to : to;
	values[BY_LABEL1] = keytext(g, stringat(&x->names, range->name));
	values[BY_STYLE] = keytext(g, spanof(range->startend ? "StartEnd" : "PushPop"));
	values[BY_PID] = (struct value){ true, range->pid };
	values[BY_TID] = (struct value){ true, range->tid };
	values[BY_NAME] = keytext(g, stringat(&x->names, launchedkernel->name));
	group = groupsfind(g, values);
	mapput(known, (struct mapkey){ at, group }, &fresh);
	groupsumsadd(&g->sums, groupsrecord(g, group, SUM_PROJECTED), SUM_RANGES, fresh);
	groupsadd(g, group, subsat(to, from));
}

static void
rangekernelstogroups(struct collector *e, struct groups *g)
{
	struct rangekernels *x = (struct rangekernels *)e;
	struct map known = { 0 };
	struct open open = { 0 };
	size_t next = 0;

	if (x->rangecount > 0)
		qsort(x->ranges, x->rangecount, sizeof(*x->ranges), compareranges);
	if (x->kernelcount > 0)
		qsort(x->kernels, x->kernelcount, sizeof(*x->kernels), comparekernels);
	for (size_t i = 0; i < x->kernelcount; i++) {
		const struct launchedkernel *s = &x->kernels[i];
		size_t kept = 0;

		for (; next < x->rangecount; next++) {
			const struct range *r = &x->ranges[next];

			if (comparestarts(r->pid, r->tid, r->ts, s->pid, s->tid, s->ts) > 0)
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
				rangekernelsadd(x, g, &known, open.p[j], s);
		}
		open.count = kept;
	}
	mapfree(&known);
	free(open.p);
}

static void
rangekernelswarn(const struct collector *e)
{
	const struct rangekernels *x = (const struct rangekernels *)e;

	if (x->unlinked > 0)
		warn("left out %llu kernels whose launch is unknown",
		    (unsigned long long)x->unlinked);
}

static void
rangekernelsfree(struct collector *e)
{
	struct rangekernels *x = (struct rangekernels *)e;

	stringtablefree(&x->names);
	free(x->ranges);
	free(x->kernels);
	free(x->scratch.p);
	free(x->text.p);
	free(x);
}

struct collector *
rangekernelssum(const struct collectorargs *args)
{
	struct rangekernels *x = xzalloc(1, sizeof(*x));

	x->args = *args;
	x->collector = (struct collector){ .event = rangekernelsevent,
		.togroups = rangekernelstogroups,
		.warn = rangekernelswarn,
		.free = rangekernelsfree,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID) | EVKEY(KEY_DEVICE) };
	return &x->collector;
}
