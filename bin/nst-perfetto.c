/* SPDX-License-Identifier: MIT */
/* nst-perfetto: events to Perfetto's own trace format, smaller than JSON and quicker to load. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "draw/draw.h"
#include "event.h"
#include "perfetto/idle.h"
#include "out.h"
#include "perfetto/packet.h"
#include "stream.h"

static const char usage[] =
    "usage: nst-perfetto [--min-activity PERCENT] [--no-flows] [--partial] [FILE]\n";

enum { OPT_MIN_ACTIVITY = OPT_OWN, OPT_NO_FLOWS, OPT_PARTIAL };

static const struct option options[] = {
	{ "min-activity", required_argument, NULL, OPT_MIN_ACTIVITY },
	{ "no-flows", no_argument, NULL, OPT_NO_FLOWS },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

/*
 * A slice is two events: its begin, written when it comes, and its end, written when something
 * comes on its lane at that time or later. So on a lane all is in order of time, which at equal
 * times is the order of the file, and all that is kept is one time for each open slice.
 */
struct lane {
	struct sequence sequence;
	int64_t *ends; /* of the open slices, ns, the outermost first */
	size_t depth, room;
};

static bool noflows;
static bool counting; /* the item at hand is a counter, and its value no argument */
static struct idle idle;  /* tracks that are hidden */
static struct map hidden; /* arrows that leave from them */
static struct packets packets;
static struct lane *lanes; /* by track; those of no events have not begun */
static size_t lanesroom, lanecount;
static struct buf used;           /* for each group, whether something is drawn in it */
static struct names counternames; /* group and name of each counter */
static struct sequence *counters;
static size_t countersroom;

/* Uuids are those of sequences, odd for lanes and even for counters, and above 32 bits those of
 * groups. */
static uint64_t
groupuuid(uint32_t group)
{
	return UINT64_C(1) << 32 | group;
}

/* Takes note that something is drawn in a group. */
static void
usegroup(uint32_t group)
{
	while (used.n <= group)
		bufchar(&used, false);
	used.p[group] = true;
}

/* The lane of a track. */
static struct lane *
laneof(const struct layout *l, uint32_t track)
{
	GROW(lanes, lanesroom, track + (size_t)1);
	while (lanecount <= track) {
		lanes[lanecount] = (struct lane){ .sequence.id = (uint32_t)lanecount * 2 + 1 };
		lanecount++;
	}
	if (!lanes[track].sequence.begun)
		usegroup(l->tracks[track].group);
	return &lanes[track];
}

/* The sequence of a counter, which is its group's. Perfetto asks for its descriptor before its
 * first value. */
static struct sequence *
counterof(const struct layout *l, const struct item *item)
{
	uint32_t group = l->tracks[item->track].group, number;
	size_t before = counternames.used;
	struct buf key = { 0 };

	bufmem(&key, (const char *)&group, sizeof(group));
	bufspan(&key, item->name);
	number = nameput(&counternames, bufall(&key));
	free(key.p);
	if (counternames.used > before) {
		struct descriptor d = { .uuid = number * UINT64_C(2) + 2,
			.parent = groupuuid(group),
			.name = item->name };

		GROW(counters, countersroom, counternames.used);
		counters[number] = (struct sequence){ .id = (uint32_t)d.uuid };
		usegroup(group);
		packetdescriptor(&packets, &d);
	}
	return &counters[number];
}

/* Ends the slices of a lane that end at ts or before. */
static void
endslices(struct lane *lane, int64_t ts)
{
	while (lane->depth > 0 && lane->ends[lane->depth - 1] <= ts) {
		packetevent(&packets, &lane->sequence, EVENT_END, lane->ends[--lane->depth]);
		packetend(&packets);
	}
}

static void
putarg(struct draw *d, const char *name, struct span value)
{
	(void)d;
	if (!counting || strcmp(name, "value") != 0)
		packetarg(&packets, spanof(name), value);
}

static void
putargs(struct draw *d, const struct item *item)
{
	const struct event *ev = item->ev;

	if (evhas(ev, KEY_ARGS) && ev->value[KEY_ARGS].p[0] == '{')
		packetargs(&packets, ev->value[KEY_ARGS]);
	drawargs(d, item, putarg);
}

static void
putslice(struct draw *d, const struct item *item)
{
	struct lane *lane = laneof(&d->layout, item->track);

	endslices(lane, item->ts);
	packetevent(&packets, &lane->sequence, item->shape == SLICE ? EVENT_BEGIN : EVENT_INSTANT,
	    item->ts);
	if (item->shape == SLICE) {
		GROW(lane->ends, lane->room, lane->depth + 1);
		lane->ends[lane->depth++] = item->dur < 0 ? INT64_MAX : addsat(item->ts, item->dur);
	}
	packettext(&packets, TEXT_CATEGORY, item->category);
	packettext(&packets, TEXT_NAME, item->name);
	if (item->flow && !noflows &&
	    (item->leaves || !mapget(&hidden, (struct mapkey){ item->flow, 0 })))
		packetflow(&packets, item->flow, item->leaves);
}

/* Takes note of what is missing with an item of a hidden track. */
static void
hide(const struct item *item)
{
	bool fresh;

	if (item->flow && item->leaves)
		mapput(&hidden, (struct mapkey){ item->flow, 0 }, &fresh);
}

static void
put(struct draw *d, const struct item *item)
{
	if (item->shape != COUNTER && idletrack(&idle, &d->layout, item->track)) {
		hide(item);
		return;
	}
	counting = item->shape == COUNTER;
	if (counting) {
		packetevent(&packets, counterof(&d->layout, item), EVENT_COUNTER, item->ts);
		packetvalue(&packets, item->ev->value[KEY_VALUE]);
	} else {
		putslice(d, item);
	}
	putargs(d, item);
	packetend(&packets);
	outcheck(packets.out);
}

static void
whole(struct buf *out)
{
	(void)out;
	packetwhole(&packets);
}

static void
event(struct stream *s, const struct event *ev)
{
	drawevent(s->arg, ev);
}

/* Writes the names and the order of processes and threads, known only now: Perfetto takes no order
 * that comes behind a name. */
static void
putdescriptors(const struct layout *l)
{
	static const struct descriptor none = { .uuid = 1, .pid = 1, .name = { "no events", 9 } };

	for (uint32_t i = 0; i < used.n; i++) {
		const struct group *g = &l->groups[i];
		struct descriptor d = { .uuid = groupuuid(i),
			.pid = g->pid,
			.name = { g->name.p, g->name.n },
			.rank = g->order };

		if (used.p[i])
			packetdescriptor(&packets, &d);
	}
	for (uint32_t i = 0; i < lanecount; i++) {
		const struct track *t = &l->tracks[i];
		struct descriptor d = {
			.uuid = lanes[i].sequence.id,
			.parent = groupuuid(t->group),
			.pid = l->groups[t->group].pid,
			.tid = t->tid,
			.name = { t->name.p, t->name.n },
			.rank = t->order,
		};

		if (lanes[i].sequence.begun)
			packetdescriptor(&packets, &d);
	}
	if (used.n == 0) /* an empty file is no trace */
		packetdescriptor(&packets, &none);
}

static void
finish(struct stream *s)
{
	struct draw *d = s->arg;
	int64_t end;

	drawfinish(d);
	end = subsat(d->end, d->base);
	for (size_t i = 0; i < lanecount; i++) {
		endslices(&lanes[i], end);
		for (; lanes[i].depth > 0; lanes[i].depth--) { /* never closed */
			packetevent(&packets, &lanes[i].sequence, EVENT_END, end);
			packetend(&packets);
		}
		outcheck(packets.out);
	}
	putdescriptors(&d->layout);
}

int
main(int argc, char *argv[])
{
	struct stage stage = {
		.want = DRAW_KEYS, .event = event, .finish = finish, .whole = whole
	};
	struct stream stream = { 0 };
	struct draw draw = { .put = put, .early = true, .stack = &stream.stack };
	const char *path;
	enum status status;
	int opt;

	cliinit("nst-perfetto", usage);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		if (opt == OPT_MIN_ACTIVITY)
			idle.share = clipercent("min-activity", optarg);
		noflows = noflows || opt == OPT_NO_FLOWS;
		stage.partial = stage.partial || opt == OPT_PARTIAL;
	}
	if (argc - optind > 1)
		dieusage("more than one stream named");

	path = argv[optind];
	if (idle.share > 0)
		path = idleread(&idle, path);
	stream.arg = &draw;
	packets.out = &stream.out;
	packets.stack = draw.stack;
	packetbegin(&packets);
	status = streamrun(&stream, &stage, path);
	if (status == DONE && idle.failed) {
		warn("%s: it could not be read twice", stream.path);
		status = FAILED;
	}
	drawfree(&draw);
	idlefree(&idle);
	mapfree(&hidden);
	packetsfree(&packets);
	return outend(&stream.out) ? status : FAILED;
}
