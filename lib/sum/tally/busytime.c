/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "busytime.h"

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

/* Returns how long a union is before a time, ns. */
static wide
unionbefore(const struct busytime *b, const struct busyunion *t, int64_t time)
{
	struct intervalplace place = intervallogbefore(&t->intervals, &b->intervals, time);
	int64_t to = place.interval.to < time ? place.interval.to : time;

	return place.number > 0 ? place.before + to - place.interval.from : 0;
}

wide
busytimeunion(const struct busytime *b, const struct busyunion *t, int64_t from, int64_t to)
{
	wide time = t->length.time;

	if (t->intervals.count > 0 && from < to)
		time += unionbefore(b, t, to) - unionbefore(b, t, from);
	return time;
}

/* Returns the time from the first to the last work of a GPU in the window, extended by what its
 * states tell. */
static struct timespan
workof(const struct busytime *b, const struct busygpu *g)
{
	const struct intervallog *t = &g->unions[UNION_ALL].intervals;
	struct timespan work = g->stated;
	int64_t from = clipfrom(b->clip);
	struct intervalplace first, last;
	bool inside;

	if (!b->clip->narrow || !b->keepintervals) {
		if (g->work.begun)
			timespanadd(&work, g->work.first, g->work.last);
		return work;
	}
	last = intervallogbefore(t, &b->intervals, clipto(b->clip));
	first = intervallogbefore(t, &b->intervals, from);
	inside = first.number > 0 && first.interval.to > from;
	if (first.number - inside < last.number)
		timespanadd(&work, inside ? first.interval.from : first.next, last.interval.to);
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
	    busytimeunion(b, &g->unions[UNION_ALL], from, to);
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
		if (unions & 1u << i && b->keepintervals)
			intervallogadd(&gpu->unions[i].intervals, &b->intervals, ts, end);
		else if (unions & 1u << i)
			intervalsadd(&gpu->unions[i].length, ts, end);
}

void
busytimefree(struct busytime *b)
{
	for (size_t i = 0; i < b->count; i++)
		for (int j = 0; j < UNION_COUNT; j++)
			intervallogfree(&b->gpus[i].unions[j].intervals);
	bytelogfree(&b->intervals);
	stringtablefree(&b->names);
	stringtablefree(&b->hosts);
	mapfree(&b->byid);
	mapfree(&b->byidentity);
	free(b->gpus);
	*b = (struct busytime){ 0 };
}
