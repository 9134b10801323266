/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "kernexec.h"
#include "nsysnames.h"

/* The times, in the order of the columns: of call and kernel, of the call, in the queue, of the
 * kernel. */
enum { TOTAL, CALL, QUEUE, KERNEL, TIMES };

struct execgroup {
	int64_t pid, tid, device;
	uint32_t call, kernel; /* texts */
	struct durations times[TIMES];
	struct stats stats[TIMES];
	wide medians[TIMES];   /* ns / PERCENTS */
	size_t place;          /* the order in which they came */
};

struct exec {
	struct collector collector;
	struct collectorargs ask;
	struct stringtable names, ids; /* an id is all that tells a group, in bytes */
	struct execgroup *groups;
	size_t count, room;
	struct buf scratch, text;
	uint64_t alone; /* kernels whose launch is not known */
};

/* The group of a kernel. */
static struct execgroup *
groupof(struct exec *x, const struct event *ev, const struct launch *launch)
{
	struct execgroup group = { .pid = evnumber(ev, KEY_PID),
		.tid = launch->threaded ? launch->tid : 0,
		.device = evnumber(ev, KEY_DEVICE) };
	struct span name = { "", 0 };
	uint32_t id;

	if (jsonisstring(launch->name))
		name = nsysnamescall(ev, jsontext(launch->name, &x->scratch), &x->text);
	group.call = stringintern(&x->names, name);
	name = (struct span){ "", 0 };
	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &x->scratch);
	if (x->ask.ranged)
		name = nsysnamesranged(ev, name, &x->text);
	group.kernel = stringintern(&x->names, name);
	x->text.n = 0;
	bufmem(&x->text, (const char *)&group, offsetof(struct execgroup, times));
	id = stringintern(&x->ids, bufall(&x->text));
	if (id == x->count) {
		GROW(x->groups, x->room, x->count + 1);
		group.place = x->count;
		x->groups[x->count++] = group;
	}
	return &x->groups[id];
}

static void
execevent(struct collector *e, const struct event *ev)
{
	struct exec *x = (struct exec *)e;
	int64_t ts = ev->number[KEY_TS], end = evend(ev), call;
	struct execgroup *g;
	struct launch launch;

	if (!evhas(ev, KEY_DUR) || !collectortouches(&x->ask, ev))
		return;
	if (!evlaunch(ev, &launch)) {
		x->alone++;
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

/* The largest total first, those that are equal as they came. */
static int
bytotal(const void *a, const void *b)
{
	const struct execgroup *x = a, *y = b;
	wide s = x->stats[TOTAL].total, t = y->stats[TOTAL].total;

	if (s != t)
		return s < t ? 1 : -1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Columns are numbers below; times have five, from FIRST on. */
enum { PID, TID, DEVICE, COUNT, QUEUED, FIRST, API = FIRST + 5 * TIMES, NAME };
enum { AVERAGE, MEDIAN, LEAST, MOST, STDDEV };

static struct tablecell
timeentry(const struct execgroup *g, int what)
{
	const struct stats *s = &g->stats[what / 5];

	if (s->count == 0)
		return (struct tablecell){ 0 };
	switch (what % 5) {
	case AVERAGE:
		return cellratio(s->total, (wide)s->count);
	case MEDIAN:
		return cellratio(g->medians[what / 5], PERCENT_SCALE);
	case LEAST:
		return cellwhole(s->min);
	case MOST:
		return cellwhole(s->max);
	}
	return cellreal(s->stddev);
}

static struct tablecell
execentry(const void *arg, size_t row, const struct column *column)
{
	const struct exec *x = arg;
	const struct execgroup *g = &x->groups[row];

	switch (column->what) {
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
	return timeentry(g, column->what - FIRST);
}

#define FIVE(letter, first) \
	{ letter "Avg (ns)", COLUMN_MEAN_TIME, execentry, (first) + AVERAGE, 0 }, \
	{ letter "Med (ns)", COLUMN_MEAN_TIME, execentry, (first) + MEDIAN, 0 }, \
	{ letter "Min (ns)", COLUMN_TIME, execentry, (first) + LEAST, 0 }, \
	{ letter "Max (ns)", COLUMN_TIME, execentry, (first) + MOST, 0 }, \
	{ letter "StdDev (ns)", COLUMN_MEAN_TIME, execentry, (first) + STDDEV, 0 }

static const struct column columns[] = {
	{ "PID", COLUMN_INTEGER, execentry, PID, 0 },
	{ "TID", COLUMN_INTEGER, execentry, TID, 0 },
	{ "DevId", COLUMN_INTEGER, execentry, DEVICE, 0 },
	{ "Count", COLUMN_INTEGER, execentry, COUNT, 0 },
	{ "QCount", COLUMN_INTEGER, execentry, QUEUED, 0 },
	FIVE("T", FIRST + 5 * TOTAL),
	FIVE("A", FIRST + 5 * CALL),
	FIVE("Q", FIRST + 5 * QUEUE),
	FIVE("K", FIRST + 5 * KERNEL),
	{ "API Name", COLUMN_TEXT, execentry, API, 0 },
	{ "Kernel Name", COLUMN_TEXT, execentry, NAME, 0 },
};

#undef FIVE

static size_t
execwriterows(struct collector *e)
{
	static const uint32_t median[] = { PERCENT_SCALE / 2 };
	struct exec *x = (struct exec *)e;

	for (size_t i = 0; i < x->count; i++)
		for (int j = 0; j < TIMES; j++) {
			struct execgroup *g = &x->groups[i];

			g->stats[j] = durationsstats(&g->times[j]);
			durationspercentiles(&g->times[j], median, 1, &g->medians[j]);
		}
	if (x->count > 0)
		qsort(x->groups, x->count, sizeof(*x->groups), bytotal);
	return collectorwrite(&x->ask, columns, sizeof(columns) / sizeof(*columns), x->count, 0, x);
}

static void
execsay(const struct collector *e)
{
	const struct exec *x = (const struct exec *)e;

	if (x->alone > 0)
		warn("kernels that no call is known to have launched, and are left out: %llu",
		    (unsigned long long)x->alone);
}

static void
execrelease(struct collector *e)
{
	struct exec *x = (struct exec *)e;

	for (size_t i = 0; i < x->count; i++)
		for (int j = 0; j < TIMES; j++)
			durationsfree(&x->groups[i].times[j]);
	free(x->groups);
	stringtablefree(&x->names);
	stringtablefree(&x->ids);
	free(x->scratch.p);
	free(x->text.p);
	free(x);
}

struct collector *
kernexecsum(const struct collectorargs *ask)
{
	struct exec *x = xzalloc(1, sizeof(*x));

	x->ask = *ask;
	x->collector = (struct collector){ .event = execevent,
		.write = execwriterows,
		.say = execsay,
		.free = execrelease,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_DEVICE) };
	return &x->collector;
}
