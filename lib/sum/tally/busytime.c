/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "busytime.h"

/* Time that is covered, ns. */
struct interval {
	int64_t from, to;
};

/* The GPU that an event is of; made when it is new. */
static struct busygpu *
gpuof(struct busytime *b, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	uint32_t *known, *gpu;
	bool fresh;

	known = mapput(&b->known, (struct mapkey){ (uint64_t)pid, (uint64_t)device }, &fresh);
	if (!fresh)
		return &b->gpus[*known];
	gpu = mapput(&b->numbers,
	    (struct mapkey){ (uint64_t)identitygpu(b->ids, pid, device), 0 }, &fresh);
	if (fresh) {
		struct span none = { "", 0 }, host = identityhost(b->ids, pid);
		uint32_t unknown = stringintern(&b->names, none);

		*gpu = (uint32_t)b->count;
		GROW(b->gpus, b->room, b->count + 1);
		b->gpus[b->count++] = (struct busygpu){ .device = device,
			.number = INT64_MAX,
			.host = stringintern(&b->hosts, host.n > 0 ? host : none),
			.id = unknown,
			.name = unknown };
	}
	return &b->gpus[*known = *gpu];
}

/* Keeps a text of a GPU that has none. */
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

/* Adds an interval, which begins no earlier than those before. */
static void
trackadd(struct busytrack *t, int64_t from, int64_t to, bool keep)
{
	struct interval *last = t->count > 0 ? &t->p[t->count - 1] : NULL;

	if (!keep) {
		intervalsadd(&t->joined, from, to);
	} else if (last && from <= last->to) {
		last->to = to > last->to ? to : last->to;
	} else if (to > from) {
		GROW(t->p, t->room, t->count + 1);
		t->p[t->count++] = (struct interval){ from, to };
	}
}

wide
busytimeunion(const struct busytrack *t, int64_t from, int64_t to)
{
	wide time = t->joined.time;
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->p[middle].to <= from)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < t->count && t->p[low].from < to; low++)
		time += (wide)(t->p[low].to < to ? t->p[low].to : to) -
		    (t->p[low].from > from ? t->p[low].from : from);
	return time;
}

/* The tracks that a work is on, a bit for each. */
static unsigned
tracksof(enum work work)
{
	static const unsigned tracks[] = {
		[WORK_COMPUTE] =
		    1u << TRACK_COMPUTE | 1u << TRACK_COMPUTE_COMM | 1u << TRACK_COMPUTE_COPY,
		[WORK_COMM] = 1u << TRACK_COMM | 1u << TRACK_COMPUTE_COMM,
		[WORK_COPY] = 1u << TRACK_COPY | 1u << TRACK_COMPUTE_COPY,
	};

	return 1u << TRACK_ALL | tracks[work];
}

void
busytimeevent(struct busytime *b, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);
	struct busygpu *gpu;
	unsigned tracks;

	if (evfamily(ev->type) != FAMILY_GPU)
		return;
	if (b->begun)
		evchecksorted(ev, b->latest);
	else
		b->parts |= b->clip->narrow;
	b->begun = true;
	b->latest = ts;
	gpu = gpuof(b, ev);
	tracks = tracksof(workclassify(b->workclassifier, ev));
	for (int i = 0; i < TRACK_COUNT; i++)
		if (tracks & 1u << i)
			trackadd(&gpu->tracks[i], ts, end, b->parts);
}

void
busytimefree(struct busytime *b)
{
	for (size_t i = 0; i < b->count; i++)
		for (int j = 0; j < TRACK_COUNT; j++)
			free(b->gpus[i].tracks[j].p);
	stringtablefree(&b->names);
	stringtablefree(&b->hosts);
	mapfree(&b->known);
	mapfree(&b->numbers);
	free(b->gpus);
	*b = (struct busytime){ 0 };
}
