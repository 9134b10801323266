/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "out.h"
#include "perfetto.h"

/*
 * A slice is two events: its begin, written when it comes, and its end, written when something
 * comes on its lane at that time or later. So on a lane all is in order of time, which at equal
 * times is the order of the file, and all that is kept is one time for each open slice.
 */
struct packetlane {
	struct sequence sequence;
	int64_t *ends; /* of the open slices, ns, the outermost first */
	size_t depth, room;
};

/* Uuids are those of sequences, odd for lanes and even for counters, and above 32 bits those of
 * groups. */
static uint64_t
groupuuid(uint32_t group)
{
	return UINT64_C(1) << 32 | group;
}

/* Takes note that something is drawn in a group. */
static void
usegroup(struct perfetto *p, uint32_t group)
{
	while (p->used.n <= group)
		bufchar(&p->used, false);
	p->used.p[group] = true;
}

/* The lane of a track. */
static struct packetlane *
laneof(struct perfetto *p, uint32_t track)
{
	GROW(p->lanes, p->lanesroom, track + (size_t)1);
	while (p->lanecount <= track) {
		p->lanes[p->lanecount] =
		    (struct packetlane){ .sequence.id = (uint32_t)p->lanecount * 2 + 1 };
		p->lanecount++;
	}
	if (!p->lanes[track].sequence.begun)
		usegroup(p, p->draw.layout.tracks[track].group);
	return &p->lanes[track];
}

/* The sequence of a counter, which is its group's. Perfetto asks for its descriptor before its first
 * value. */
static struct sequence *
counterof(struct perfetto *p, const struct item *item)
{
	uint32_t group = p->draw.layout.tracks[item->track].group, number;
	size_t before = p->counternames.used;
	struct buf key = { 0 };

	bufmem(&key, (const char *)&group, sizeof(group));
	bufspan(&key, item->name);
	number = nameput(&p->counternames, bufall(&key));
	free(key.p);
	if (p->counternames.used > before) {
		struct descriptor d = {
			.uuid = number * UINT64_C(2) + 2,
			.parent = groupuuid(group),
			.name = item->name,
		};

		GROW(p->counters, p->countersroom, p->counternames.used);
		p->counters[number] = (struct sequence){ .id = (uint32_t)d.uuid };
		usegroup(p, group);
		packetdescriptor(&p->packets, &d);
	}
	return &p->counters[number];
}

/* Ends the slices of a lane that end at ts or before. */
static void
endslices(struct perfetto *p, struct packetlane *lane, int64_t ts)
{
	while (lane->depth > 0 && lane->ends[lane->depth - 1] <= ts) {
		packetevent(&p->packets, &lane->sequence, EVENT_END, lane->ends[--lane->depth]);
		packetend(&p->packets);
	}
}

static void
putarg(struct draw *d, const char *name, struct span value)
{
	struct perfetto *p = d->arg;

	if (!p->counting || strcmp(name, "value") != 0)
		packetarg(&p->packets, spanof(name), value);
}

static void
putargs(struct perfetto *p, const struct item *item)
{
	const struct event *ev = item->ev;

	if (evhas(ev, KEY_ARGS) && ev->value[KEY_ARGS].p[0] == '{')
		packetargs(&p->packets, ev->value[KEY_ARGS]);
	drawargs(&p->draw, item, putarg);
}

static void
putslice(struct perfetto *p, const struct item *item)
{
	struct packetlane *lane = laneof(p, item->track);
	bool slice = item->shape == SHAPE_SLICE;

	endslices(p, lane, item->ts);
	packetevent(&p->packets, &lane->sequence, slice ? EVENT_BEGIN : EVENT_INSTANT, item->ts);
	if (slice) {
		GROW(lane->ends, lane->room, lane->depth + 1);
		lane->ends[lane->depth++] =
		    item->dur < 0 ? INT64_MAX : addsat(item->ts, item->dur);
	}
	packettext(&p->packets, TEXT_CATEGORY, item->category);
	packettext(&p->packets, TEXT_NAME, item->name);
	if (item->flow && !p->noflows &&
	    (item->leaves || !mapget(&p->hidden, (struct mapkey){ item->flow, 0 })))
		packetflow(&p->packets, item->flow, item->leaves);
}

/* Takes note of what is missing with an item of a hidden track. */
static void
hide(struct perfetto *p, const struct item *item)
{
	bool fresh;

	if (item->flow && item->leaves)
		mapput(&p->hidden, (struct mapkey){ item->flow, 0 }, &fresh);
}

static void
put(struct draw *d, const struct item *item)
{
	struct perfetto *p = d->arg;

	if (item->shape != SHAPE_COUNTER && p->idle && idletrack(p->idle, &d->layout, item->track)) {
		hide(p, item);
		return;
	}
	p->counting = item->shape == SHAPE_COUNTER;
	if (p->counting) {
		packetevent(&p->packets, counterof(p, item), EVENT_COUNTER, item->ts);
		packetvalue(&p->packets, item->ev->value[KEY_VALUE]);
	} else {
		putslice(p, item);
	}
	putargs(p, item);
	packetend(&p->packets);
	outcheck(&p->out);
}

static void
event(struct stage *stage, struct event *ev)
{
	struct perfetto *p = (struct perfetto *)stage;

	drawevent(&p->draw, ev);
}

/* Cuts off the packet that is not whole yet. */
static void
cut(struct buf *out, void *arg)
{
	struct perfetto *p = arg;

	(void)out;
	packetwhole(&p->packets);
}

static void
begin(struct stage *stage)
{
	struct perfetto *p = (struct perfetto *)stage;

	p->draw.put = put;
	p->draw.arg = p;
	p->packets.out = &p->out;
	p->packets.stack = &p->draw.stack;
	outpending(&p->out, cut, p);
	packetbegin(&p->packets);
}

/* Writes the names and the order of processes and threads, known only now: Perfetto takes no order
 * that comes behind a name. */
static void
putdescriptors(struct perfetto *p)
{
	static const struct descriptor none = { .uuid = 1, .pid = 1, .name = { "no events", 9 } };
	const struct layout *l = &p->draw.layout;

	for (uint32_t i = 0; i < p->used.n; i++) {
		const struct trackgroup *g = &l->groups[i];
		struct descriptor d = {
			.uuid = groupuuid(i), .pid = g->pid, .name = bufall(&g->name), .rank = g->order,
		};

		if (p->used.p[i])
			packetdescriptor(&p->packets, &d);
	}
	for (uint32_t i = 0; i < p->lanecount; i++) {
		const struct track *t = &l->tracks[i];
		struct descriptor d = {
			.uuid = p->lanes[i].sequence.id,
			.parent = groupuuid(t->group),
			.pid = l->groups[t->group].pid,
			.tid = t->tid,
			.name = bufall(&t->name),
			.rank = t->order,
		};

		if (p->lanes[i].sequence.begun)
			packetdescriptor(&p->packets, &d);
	}
	if (p->used.n == 0) /* an empty file is no trace */
		packetdescriptor(&p->packets, &none);
}

static void
finish(struct stage *stage)
{
	struct perfetto *p = (struct perfetto *)stage;
	int64_t end;

	drawfinish(&p->draw);
	end = subsat(p->draw.end, p->draw.base);
	for (size_t i = 0; i < p->lanecount; i++) {
		struct packetlane *lane = &p->lanes[i];

		endslices(p, lane, end);
		for (; lane->depth > 0; lane->depth--) { /* never closed */
			packetevent(&p->packets, &lane->sequence, EVENT_END, end);
			packetend(&p->packets);
		}
		outcheck(&p->out);
	}
	putdescriptors(p);
}

/* A trace without an event is not written when the input went wrong. */
static void
stop(struct stage *stage)
{
	struct perfetto *p = (struct perfetto *)stage;

	if (p->used.n > 0)
		finish(stage);
	else
		p->out.n = 0;
}

void
perfettoinit(struct perfetto *p)
{
	*p = (struct perfetto){
		.stage = {
			.want = DRAW_KEYS,
			.begin = begin,
			.event = event,
			.finish = finish,
			.stop = stop,
		},
		.draw.early = true,
	};
}

void
perfettofree(struct perfetto *p)
{
	drawfree(&p->draw);
	packetsfree(&p->packets);
	for (size_t i = 0; i < p->lanecount; i++)
		free(p->lanes[i].ends);
	free(p->lanes);
	free(p->counters);
	free(p->used.p);
	mapfree(&p->hidden);
	namesfree(&p->counternames);
}
