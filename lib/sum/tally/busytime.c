/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "busytime.h"

/* Covered time, ns. */
struct interval {
	int64_t from, to;
};

/* Returns the GPU of an event; makes it if it is new. */
static struct busygpu *
gpuof(struct busytime *b, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	uint32_t *byid, *gpu;
	bool fresh;

	byid = mapput(&b->byid, (struct mapkey){ (uint64_t)pid, (uint64_t)device }, &fresh);
	if (!fresh)
		return &b->gpus[*byid];
	gpu = mapput(&b->byidentity,
	    (struct mapkey){ (uint64_t)identitygpu(b->identitytable, pid, device), 0 }, &fresh);
	if (fresh) {
		struct span none = { "", 0 }, host = identityhost(b->identitytable, pid);
		uint32_t unknown = stringintern(&b->names, none);

		*gpu = (uint32_t)b->count;
		GROW(b->gpus, b->room, b->count + 1);
		b->gpus[b->count++] = (struct busygpu){ .device = device,
			.number = INT64_MAX,
			.host = stringintern(&b->hosts, host.n > 0 ? host : none),
			.id = unknown,
			.name = unknown };
	}
	return &b->gpus[*byid = *gpu];
}

/* Sets a text of a GPU, unless it is set. */
static void
busytimelearn(struct busytime *b, uint32_t *text, struct span quoted)
{
	struct buf scratch = { 0 };

	if (jsonisstring(quoted) && stringat(&b->names, *text).n == 0)
		*text = stringintern(&b->names, jsontext(quoted, &scratch));
	free(scratch.p);
}

void
busytimemeta(struct busytime *b, const struct event *ev)
{
	struct span uuid = evarg(ev, "uuid");
	struct busygpu *gpu;
	int64_t number;

	if (!evhas(ev, KEY_DEVICE) || !spanis(ev->value[KEY_NAME], "\"device\"") ||
	    !jsonisstring(uuid))
		return;
	gpu = gpuof(b, ev);
	busytimelearn(b, &gpu->id, uuid);
	busytimelearn(b, &gpu->name, evarg(ev, "name"));
	if (jsonint(evarg(ev, "gpu"), &number))
		gpu->number = number;
}

/* Adds an interval, which must not begin before the previous one. */
static void
busyunionadd(struct busyunion *t, int64_t from, int64_t to, bool keep)
{
	struct interval *last = t->count > 0 ? &t->intervals[t->count - 1] : NULL;

	if (!keep) {
		intervalsadd(&t->length, from, to);
	} else if (last && from <= last->to) {
		last->to = to > last->to ? to : last->to;
	} else if (to > from) {
		GROW(t->intervals, t->room, t->count + 1);
		t->intervals[t->count++] = (struct interval){ from, to };
	}
}

wide
busytimeunion(const struct busyunion *t, int64_t from, int64_t to)
{
	wide time = t->length.time;
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->intervals[middle].to <= from)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < t->count && t->intervals[low].from < to; low++)
		time += (wide)(t->intervals[low].to < to ? t->intervals[low].to : to) -
		    (t->intervals[low].from > from ? t->intervals[low].from : from);
	return time;
}

/* Returns the number of intervals that begin before a time, ns. */
static size_t
countbefore(const struct busyunion *t, int64_t time)
{
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->intervals[middle].from < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the time from the first to the last work of a GPU in the window, extended by what its
 * states tell. */
static struct timespan
workof(const struct busytime *b, const struct busygpu *g)
{
	const struct busyunion *t = &g->unions[UNION_ALL];
	struct timespan work = g->stated;
	size_t first, end;

	if (!b->clip->narrow || !b->keepintervals) {
		if (g->work.begun)
			timespanadd(&work, g->work.first, g->work.last);
		return work;
	}
	end = countbefore(t, clipto(b->clip));
	first = countbefore(t, clipfrom(b->clip));
	first -= first > 0 && t->intervals[first - 1].to > clipfrom(b->clip);
	if (first < end)
		timespanadd(&work, t->intervals[first].from, t->intervals[end - 1].to);
	return work;
}

struct busyrest
busytimerest(const struct busytime *b, const struct busygpu *g, int64_t from, int64_t to)
{
	struct timespan work = workof(b, g);
	int64_t first = !work.begun || work.first > to ? to : work.first;
	int64_t last = work.last < first ? first : work.last;
	struct busyrest r = { .before = first > from ? (wide)first - from : 0 };

	last = last < from ? from : last;
	r.after = work.begun && last < to ? (wide)to - last : 0;
	r.idle = (wide)to - from - r.before - r.after -
	    busytimeunion(&g->unions[UNION_ALL], from, to);
	return r;
}

/* Returns the unions that a kind of work belongs to, as bits. */
static unsigned
unionsof(enum work work)
{
	static const unsigned unions[] = {
		[WORK_COMPUTE] =
		    1u << UNION_COMPUTE | 1u << UNION_COMPUTE_COMM | 1u << UNION_COMPUTE_COPY,
		[WORK_COMM] = 1u << UNION_COMM | 1u << UNION_COMPUTE_COMM,
		[WORK_COPY] = 1u << UNION_COPY | 1u << UNION_COMPUTE_COPY,
	};

	return 1u << UNION_ALL | unions[work];
}

/* Reads a state of a GPU: it worked at the begin and at the end of a time of work or of idle time,
 * and at the edge of the time before and after its work. */
static void
busytimestate(struct busytime *b, const struct event *ev)
{
	struct timespan *stated = &gpuof(b, ev)->stated;
	int64_t ts = ev->number[KEY_TS], end = evend(ev);
	struct span name = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof("");

	if (spanis(name, "\"before\""))
		timespanadd(stated, end, end);
	else if (spanis(name, "\"after\""))
		timespanadd(stated, ts, ts);
	else
		timespanadd(stated, ts, end);
}

void
busytimeevent(struct busytime *b, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);
	struct busygpu *gpu;
	unsigned unions;

	if (ev->type == TYPE_GPU_STATE)
		busytimestate(b, ev);
	if (evfamily(ev->type) != FAMILY_GPU)
		return;
	if (b->begun)
		evchecksorted(ev, b->latest);
	else
		b->keepintervals |= b->clip->narrow;
	b->begun = true;
	b->latest = ts;
	gpu = gpuof(b, ev);
	timespanadd(&gpu->work, ts, end);
	unions = unionsof(workclassify(b->workclassifier, ev));
	for (int i = 0; i < UNION_COUNT; i++)
		if (unions & 1u << i)
			busyunionadd(&gpu->unions[i], ts, end, b->keepintervals);
}

void
busytimefree(struct busytime *b)
{
	for (size_t i = 0; i < b->count; i++)
		for (int j = 0; j < UNION_COUNT; j++)
			free(b->gpus[i].unions[j].intervals);
	stringtablefree(&b->names);
	stringtablefree(&b->hosts);
	mapfree(&b->byid);
	mapfree(&b->byidentity);
	free(b->gpus);
	*b = (struct busytime){ 0 };
}
