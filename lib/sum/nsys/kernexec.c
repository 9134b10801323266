/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "kernexec.h"
#include "nsysnames.h"

/* The durations, in the order of the columns: from the start of the call to the end of the kernel,
 * of the call, in the queue, and of the kernel. */
enum { TOTAL, CALL, QUEUE, KERNEL, TIMES };

struct kernexecgroup {
	int64_t pid, tid, device;
	uint32_t call, kernel; /* numbers in names */
	struct durations times[TIMES];
	struct stats stats[TIMES];
	wide medians[TIMES]; /* ns / PERCENT_SCALE */
	size_t order;        /* the order in which groups were made */
};

struct kernexec {
	struct collector collector;
	struct collectorargs args;
	struct stringtable names,
	    groupids; /* groupids: the first members of kernexecgroup, as bytes */
	struct kernexecgroup *groups;
	size_t count, room;
	struct buf scratch, text;
	uint64_t unlinked; /* number of kernels of unknown launch */
};

/* Returns the group of a kernel; makes it if it is new. */
static struct kernexecgroup *
groupof(struct kernexec *x, const struct event *ev, const struct launch *launch)
{
	struct kernexecgroup group = { .pid = evnumber(ev, KEY_PID),
		.tid = launch->hastid ? launch->tid : 0,
		.device = evnumber(ev, KEY_DEVICE) };
	struct span name = { "", 0 };
	uint32_t id;

	if (jsonisstring(launch->name))
		name = nsysnamescall(ev, jsontext(launch->name, &x->scratch), &x->text);
	group.call = stringintern(&x->names, name);
	name = (struct span){ "", 0 };
	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &x->scratch);
	if (x->args.ranged)
		name = nsysnamesranged(ev, name, &x->text);
	group.kernel = stringintern(&x->names, name);
	x->text.n = 0;
	bufmem(&x->text, (const char *)&group, offsetof(struct kernexecgroup, times));
	id = stringintern(&x->groupids, bufall(&x->text));
	if (id == x->count) {
		GROW(x->groups, x->room, x->count + 1);
		group.order = x->count;
		x->groups[x->count++] = group;
	}
	return &x->groups[id];
}

static void
kernexecevent(struct collector *e, const struct event *ev)
{
	struct kernexec *x = (struct kernexec *)e;
	int64_t ts = ev->number[KEY_TS], end = evend(ev), call;
	struct kernexecgroup *g;
	struct launch launch;

	if (!evhas(ev, KEY_DUR) || !collectortouches(&x->args, ev))
		return;
	if (!evlaunch(ev, &launch)) {
		x->unlinked++;
		return;
	}
	g = groupof(x, ev, &launch);
	call = addsat(launch.ts, launch.dur > 0 ? launch.dur : 0);
	if (call > launch.ts || launch.dur == 0)
		durationsadd(&g->times[CALL], subsat(call, launch.ts));
	if (launch.dur >= 0 && ts >= call)
		durationsadd(&g->times[QUEUE], subsat(ts, call));
	durationsadd(&g->times[KERNEL], subsat(end, ts));
	end = subsat(end > call ? end : call, launch.ts);
	durationsadd(&g->times[TOTAL], end > 0 ? end : 0);
}

/* The largest total first, equal ones in the order of their first kernels. */
static int
bytotal(const void *a, const void *b)
{
	const struct kernexecgroup *x = a, *y = b;
	wide s = x->stats[TOTAL].total, t = y->stats[TOTAL].total;

	if (s != t)
		return s < t ? 1 : -1;
	return (x->order > y->order) - (x->order < y->order);
}

/* Ids of columns. From FIRST on, each duration has five. */
enum { PID, TID, DEVICE, COUNT, QUEUED, FIRST, API = FIRST + 5 * TIMES, NAME };
enum { AVERAGE, MEDIAN, LEAST, MOST, STDDEV };

static struct tablecell
timecell(const struct kernexecgroup *g, int id)
{
	const struct stats *s = &g->stats[id / 5];

	if (s->count == 0)
		return (struct tablecell){ 0 };
	switch (id % 5) {
	case AVERAGE:
		return cellratio(s->total, (wide)s->count);
	case MEDIAN:
		return cellratio(g->medians[id / 5], PERCENT_SCALE);
	case LEAST:
		return cellwhole(s->min);
	case MOST:
		return cellwhole(s->max);
	}
	return cellreal(s->stddev);
}

static struct tablecell
kernexeccell(const void *arg, size_t row, const struct column *column)
{
	const struct kernexec *x = arg;
	const struct kernexecgroup *g = &x->groups[row];

	switch (column->id) {
	case PID:
		return cellwhole(g->pid);
	case TID:
		return cellwhole(g->tid);
	case DEVICE:
		return cellwhole(g->device);
	case COUNT:
		return cellwhole((wide)g->stats[TOTAL].count);
	case QUEUED:
		return cellwhole((wide)g->stats[QUEUE].count);
	case API:
		return celltext(stringat(&x->names, g->call));
	case NAME:
		return celltext(stringat(&x->names, g->kernel));
	}
	return timecell(g, column->id - FIRST);
}

#define FIVE(letter, first) \
	{ letter "Avg (ns)", COLUMN_MEAN_TIME, kernexeccell, (first) + AVERAGE, 0 }, \
	{ letter "Med (ns)", COLUMN_MEAN_TIME, kernexeccell, (first) + MEDIAN, 0 }, \
	{ letter "Min (ns)", COLUMN_TIME, kernexeccell, (first) + LEAST, 0 }, \
	{ letter "Max (ns)", COLUMN_TIME, kernexeccell, (first) + MOST, 0 }, \
	{ letter "StdDev (ns)", COLUMN_MEAN_TIME, kernexeccell, (first) + STDDEV, 0 }

static const struct column columns[] = {
	{ "PID", COLUMN_INTEGER, kernexeccell, PID, 0 },
	{ "TID", COLUMN_INTEGER, kernexeccell, TID, 0 },
	{ "DevId", COLUMN_INTEGER, kernexeccell, DEVICE, 0 },
	{ "Count", COLUMN_INTEGER, kernexeccell, COUNT, 0 },
	{ "QCount", COLUMN_INTEGER, kernexeccell, QUEUED, 0 },
	FIVE("T", FIRST + 5 * TOTAL),
	FIVE("A", FIRST + 5 * CALL),
	FIVE("Q", FIRST + 5 * QUEUE),
	FIVE("K", FIRST + 5 * KERNEL),
	{ "API Name", COLUMN_TEXT, kernexeccell, API, 0 },
	{ "Kernel Name", COLUMN_TEXT, kernexeccell, NAME, 0 },
};

#undef FIVE

static size_t
kernexecwrite(struct collector *e)
{
	static const uint32_t median[] = { PERCENT_SCALE / 2 };
	struct kernexec *x = (struct kernexec *)e;

	for (size_t i = 0; i < x->count; i++)
		for (int j = 0; j < TIMES; j++) {
			struct kernexecgroup *g = &x->groups[i];

			g->stats[j] = durationsstats(&g->times[j]);
			durationspercentiles(&g->times[j], median, 1, &g->medians[j]);
		}
	if (x->count > 0)
		qsort(x->groups, x->count, sizeof(*x->groups), bytotal);
	return collectorwrite(
	    &x->args, columns, sizeof(columns) / sizeof(*columns), x->count, 0, x);
}

static void
kernexecwarn(const struct collector *e)
{
	const struct kernexec *x = (const struct kernexec *)e;

	if (x->unlinked > 0)
		warn("left out %llu kernels whose launch is unknown",
		    (unsigned long long)x->unlinked);
}

static void
kernexecfree(struct collector *e)
{
	struct kernexec *x = (struct kernexec *)e;

	for (size_t i = 0; i < x->count; i++)
		for (int j = 0; j < TIMES; j++)
			durationsfree(&x->groups[i].times[j]);
	free(x->groups);
	stringtablefree(&x->names);
	stringtablefree(&x->groupids);
	free(x->scratch.p);
	free(x->text.p);
	free(x);
}

struct collector *
kernexecsum(const struct collectorargs *args)
{
	struct kernexec *x = xzalloc(1, sizeof(*x));

	x->args = *args;
	x->collector = (struct collector){ .event = kernexecevent,
		.write = kernexecwrite,
		.warn = kernexecwarn,
		.free = kernexecfree,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_DEVICE) };
	return &x->collector;
}
