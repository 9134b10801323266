/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "draw/countertrack.h"
#include "draw/tracklabel.h"
#include "io/out.h"
#include "perfetto.h"
#include "preparation.h"

/*
 * A slice is two events: its begin is written when it arrives, and its end when an item arrives on
 * its lane at the end or later. So the events of a lane are in order of time, ties in the order of
 * the file, and memory holds one time for each open slice.
 */
struct packetlane {
	struct sequence sequence;
	bool used;
	int64_t *ends; /* ends of the open slices, ns, the outermost first */
	size_t depth, room;
};

/* The most threads that prepare items: with more, they would wait for each other to write. */
enum { PREPARERS = 2 };

/* Counters rank behind tracks. */
enum { COUNTERS = 1 << 24 };

/* Uuids below 2^32 are ids of sequences, odd for lanes and even for counters. Those of groups,
 * branches and threads have one of these above bit 32. */
enum { UUID_GROUP = 1, UUID_BRANCH, UUID_THREAD, UUID_FILLER, UUID_IDLE };

/* The sequences without a track; no lane has such a number. */
enum { SEQUENCE_STACKED = (1u << 31) - 1, SEQUENCE_RENDER = (1u << 31) - 3 };

static uint64_t
uuidof(unsigned kind, uint32_t number)
{
	return (uint64_t)kind << 32 | number;
}

/* Marks a group as drawn. */
static void
usegroup(struct perfetto *p, uint32_t group)
{
	while (p->used.n <= group)
		bufchar(&p->used, false);
	p->used.p[group] = true;
}

/* Returns the lane of a track, which is not used yet. */
static struct packetlane *
uselane(struct perfetto *p, uint32_t track)
{
	GROW(p->lanes, p->lanesroom, track + (size_t)1);
	while (p->lanecount <= track) {
		p->lanes[p->lanecount] =
		    (struct packetlane){ .sequence.id = (uint32_t)p->lanecount * 2 + 1 };
		p->lanecount++;
	}
	usegroup(p, p->draw.layout.tracks[track].group);
	p->lanes[track].used = true;
	return &p->lanes[track];
}

/* Returns the lane of a track. */
static inline struct packetlane *
laneof(struct perfetto *p, uint32_t track)
{
	if (track < p->lanecount && p->lanes[track].used)
		return &p->lanes[track];
	return uselane(p, track);
}

/* The sequence of a counter. Perfetto needs its descriptor before its first value, and ignores a
 * later one. */
static struct sequence *
counterof(struct perfetto *p, uint32_t number)
{
	const struct countertrack *s = &p->draw.layout.counters[number];

	GROW(p->counters, p->countersroom, number + (size_t)1);
	while (p->countercount <= number)
		p->counters[p->countercount++] = (struct sequence){ .id = 0 };
	if (p->counters[number].id == 0) {
		struct descriptor d = {
			.uuid = number * UINT64_C(2) + 2,
			.parent = uuidof(UUID_GROUP, s->group),
			.kind = DESCRIBES_COUNTER,
			.name = countertracklabel(&p->draw.layout, s),
			.rank = (int)(COUNTERS + ((unsigned)s->rowtype << 16) + (number & 0xFFFF)),
			.bytes = s->unit == UNIT_BYTES,
			.unit = countertrackunit(&p->draw.layout, s),
		};

		if (s->unit == UNIT_PERCENT)
			d.scale = spanof("%");
		p->counters[number].id = (uint32_t)d.uuid;
		usegroup(p, s->group);
		packetdescriptor(&p->packets, &d);
	}
	return &p->counters[number];
}

/* Ends the slices of a lane that end at ts or before. */
static void
endslices(struct perfetto *p, struct packetlane *lane, int64_t ts)
{
	while (lane->depth > 0 && lane->ends[lane->depth - 1] <= ts)
		packetendslice(&p->packets, &lane->sequence, lane->ends[--lane->depth]);
}

static void
perfettoputarg(struct itemformatter *f, struct span name, struct span value)
{
	struct perfetto *p = f->draw->arg;

	if (!p->counting || !spanis(name, "value"))
		packetarg(&p->packets, name, value);
}

/* Writes the args of a prepared item and ends its event. None of the others is typed. */
static void
putprepared(struct packets *k, struct prepared *r)
{
	struct span name, value;

	if (r->object.n > 0)
		packetargs(k, r->object);
	while (preparednext(r, &name, &value))
		packetarg(k, name, value);
	packetendtyped(k, r->encoded);
}

/* Writes the args of an item and ends its event; r is NULL if it is not prepared. */
static inline void
perfettoputargs(struct itemformatter *f, const struct item *item, struct prepared *r, bool arrow)
{
	struct perfetto *p = f->draw->arg;

	if (r) {
		putprepared(&p->packets, r);
		return;
	}
	if (item->args.n > 2)
		packetargs(&p->packets, item->args);
	itemargs(f, item, arrow, perfettoputarg);
	packetend(&p->packets);
}

/* Begins the event of a slice or an instant. All events with call stacks share a sequence, so that
 * each frame is written once. */
static void
beginevent(struct perfetto *p, struct packetlane *lane, const struct item *item,
    enum packet_event what, struct span stack)
{
	if (stack.n <= sizeof("[]") - 1) {
		packetevent(&p->packets, &lane->sequence, what, item->ts);
		return;
	}
	packetevent(&p->packets, &p->stacked, what, item->ts);
	packettrack(&p->packets, lane->sequence.id);
	packetstack(&p->packets, &p->stacks, stack);
}

/* Returns true if an arrow begins on a hidden item. */
static bool
hides(struct perfetto *p, uint64_t flow)
{
	const unsigned char *byte = bitsetbyte(&p->hidden, 0, flow, false);

	return byte && (*byte & bitsetbit(flow));
}

/* Writes the arrow of an item; false if it has none, or arrows are not drawn. */
static bool
putarrow(struct perfetto *p, const struct item *item)
{
	if (!item->flow || p->noflows || (!item->flowsource && hides(p, item->flow)))
		return false;
	if (item->flowsource && p->renders)
		packetlaunches(&p->packets, item->flow);
	else
		packetflow(&p->packets, item->flow, item->flowsource);
	return true;
}

/* Passes the output on once it is a block. */
static void
perfettocheck(struct perfetto *p)
{
	if (!p->drain)
		outcheck(&p->out);
	else if (p->out.n >= OUT_BLOCK)
		p->drain(&p->out, p->drainarg);
}

static void
putslice(struct itemformatter *f, const struct item *item, struct prepared *r)
{
	struct perfetto *p = f->draw->arg;
	struct packetlane *lane = laneof(p, item->track);
	bool slice = item->shape == SHAPE_SLICE;

	endslices(p, lane, item->ts);
	beginevent(p, lane, item, slice ? EVENT_BEGIN : EVENT_INSTANT,
	    r ? r->stack : f->sliceargs.stack);
	if (slice) {
		GROW(lane->ends, lane->room, lane->depth + 1);
		lane->ends[lane->depth++] =
		    item->dur < 0 ? INT64_MAX : addsat(item->ts, item->dur);
	}
	packetplain(&p->packets, TEXT_CATEGORY, item->category);
	packetplain(&p->packets, TEXT_NAME, item->name);
	perfettoputargs(f, item, r, putarrow(p, item));
}

static void
perfettoputcounter(struct itemformatter *f, const struct item *item, struct prepared *r)
{
	struct perfetto *p = f->draw->arg;

	packetevent(&p->packets, counterof(p, item->counter), EVENT_COUNTER, item->ts);
	packetvalue(&p->packets, r ? r->value : item->ev->value[KEY_VALUE]);
	p->counting = true;
	perfettoputargs(f, item, r, false);
	p->counting = false;
}

/* Remembers that the arrows of a hidden item have no begin. */
static void
hide(struct perfetto *p, const struct item *item)
{
	if (item->flow && item->flowsource)
		*bitsetbyte(&p->hidden, 0, item->flow, true) |= bitsetbit(item->flow);
}

/* Writes a number as an arg of a group. */
static void
putgrouparg(struct perfetto *p, const char *name, int64_t v)
{
	p->grouptext.n = 0;
	bufint(&p->grouptext, v);
	jsonpad(&p->grouptext);
	packetarg(&p->packets, spanof(name), bufall(&p->grouptext));
}

/* Begins the slice of a group; its name has the number of items. */
static void
putgroup(struct perfetto *p, const struct item *item, const struct coarsegroup *g)
{
	struct packetlane *lane = laneof(p, item->track);
	const char *what = g->slices == g->count ? " slices" : g->slices ? " events" : " instants";

	endslices(p, lane, item->ts);
	packetevent(&p->packets, &lane->sequence, EVENT_BEGIN, item->ts);
	GROW(lane->ends, lane->room, lane->depth + 1);
	lane->ends[lane->depth++] = g->end;
	packetplain(&p->packets, TEXT_CATEGORY, g->mixed ? spanof("merged") : item->category);
	p->grouptext.n = 0;
	bufuint(&p->grouptext, g->count);
	bufstr(&p->grouptext, what);
	packetplain(&p->packets, TEXT_NAME, bufall(&p->grouptext));
	putgrouparg(p, "count", (int64_t)g->count);
	putgrouparg(p, "time_ns", g->time);
	packetend(&p->packets);
}

/* Returns true if an item is drawn itself. If it is the first one of a group, writes the group's
 * slice instead. */
static bool
coarsely(struct perfetto *p, const struct item *item)
{
	struct coarsegroup group;
	enum coarse_kind kind = coarsenext(p->coarse, &group);

	if (kind == COARSE_KEPT || (kind == COARSE_FIRST_OF && group.count == 1))
		return true;
	if (kind == COARSE_FIRST_OF)
		putgroup(p, item, &group);
	hide(p, item);
	return false;
}

/* Writes an item; r is NULL if it is not prepared. */
static void
perfettowrite(struct itemformatter *f, const struct item *item, struct prepared *r)
{
	struct draw *d = f->draw;
	struct perfetto *p = d->arg;
	size_t before = p->out.n;

	if (p->coarse && !coarsely(p, item)) {
		perfettocheck(p);
		return;
	}
	if (item->shape == SHAPE_COUNTER)
		perfettoputcounter(f, item, r);
	else if (p->idle && idletrack(p->idle, &d->layout, item->track))
		hide(p, item);
	else if (p->renders && renders(d, item))
		renderput(&p->render, f, item);
	else
		putslice(f, item, r);
	if (p->gauge)
		gaugetake(p->gauge, item, p->out.n - before);
	perfettocheck(p);
}

static void
perfettoput(struct itemformatter *f, const struct item *item)
{
	if (f->own)
		prepare(f->own, f, item);
	else
		perfettowrite(f, item, NULL);
}

/* Lets another thread prepare its items. */
static void
perfettoformatterbegin(struct itemformatter *f)
{
	struct perfetto *p = f->draw->arg;
	struct preparation *r;

	if (!p->prepares)
		return;
	r = xzalloc(1, sizeof(*r));
	r->typed = &p->packets.index;
	r->noflows = p->noflows;
	f->own = r;
}

static void
perfettoformatterdeliver(struct itemformatter *f)
{
	struct preparation *r = f->own;
	struct prepared one;
	size_t at = 0;

	if (!r)
		return; /* it wrote the items itself */
	preparationready(r);
	while (preparationnext(r, &at, &one))
		perfettowrite(f, &one.item, &one);
	preparationclear(r);
}

static void
perfettoformatterend(struct itemformatter *f)
{
	if (f->own)
		preparationfree(f->own);
	free(f->own);
}

static const struct itemdelivery perfettodelivery = {
	.opens = NULL, /* names of tracks are written at the end */
	.begin = perfettoformatterbegin,
	.deliver = perfettoformatterdeliver,
	.end = perfettoformatterend,
};

static void
perfettoheader(struct stage *stage, struct event *ev)
{
	struct perfetto *p = (struct perfetto *)stage;
	struct packets *k = &p->packets;

	itemqueuesettle(&p->draw);
	if (!k->hasutc)
		k->hasutc = jsonint(jsonmember(ev->line, "utc", ev->stack), &k->utc);
	drawheader(&p->draw, ev);
}

/* Returns true if an event has exactly one item, which is given to perfettoput at once, is left out
 * and has a track that depends on neither its name nor its args. */
static bool
leavesout(struct perfetto *p, const struct event *ev)
{
	return p->coarse && p->draw.originset && !p->draw.named && !evhas(ev, KEY_VALUE) &&
	    evfamily(ev->type) != FAMILY_CONTROL && ev->type != TYPE_SCHED &&
	    coarseleavesout(p->coarse);
}

/* Draws an event. One that is left out gets its place in the layout, but no texts. */
static void
perfettoevent(struct stage *stage, struct event *ev)
{
	struct perfetto *p = (struct perfetto *)stage;
	unsigned has = ev->has;

	if (leavesout(p, ev))
		ev->has &= ~(EVKEY(KEY_NAME) | EVKEY(KEY_ARGS) | EVKEY(KEY_CNAME));
	drawevent(&p->draw, ev);
	ev->has = has;
}

/* Cuts off a packet that is incomplete. */
static void
perfettocut(struct buf *out, void *arg)
{
	struct perfetto *p = arg;

	(void)out;
	itemqueuecut(&p->draw);
	packetwhole(&p->packets);
}

static void
perfettobegin(struct stage *stage)
{
	struct perfetto *p = (struct perfetto *)stage;

	p->draw.put = perfettoput;
	p->draw.arg = p;
	p->packets.out = &p->out;
	p->packets.stack = &p->scanner;
	p->draw.formatter.sliceargs.separatestack = true;
	p->stacked = (struct sequence){ .id = SEQUENCE_STACKED, .shared = true };
	p->render.sequence = (struct sequence){ .id = SEQUENCE_RENDER, .shared = true };
	p->render.packets = &p->packets;
	p->render.draw = &p->draw;
	if (!p->drain)
		outsetpending(&p->out, perfettocut, p);
	p->prepares = itemqueuethreads() > 1 && !p->idle && !p->renders;
	if (p->parallel)
		itemqueueallow(&p->draw, &perfettodelivery, p->prepares ? PREPARERS : 1);
	packetbegin(&p->packets);
}

/*
 * Perfetto's UI gives processes the 50th place among the top-level tracks. Any other group gets its
 * place by name among all tracks without a parent in SQL, which includes those of threads. Empty
 * tracks are hidden but count. So enough empty tracks, whose names sort before that of the last
 * group, make the UI draw that group below the processes. Perfetto knows a track once a slice ends
 * on it.
 */
enum { PLACES = 50 };

static void
putfillers(struct perfetto *p, int rank)
{
	int64_t end = subsat(p->draw.end, p->draw.origin);
	struct buf name = { 0 };

	for (uint32_t i = 0; i < PLACES; i++) {
		struct descriptor d = { .uuid = uuidof(UUID_FILLER, i), .kind = DESCRIBES_TRACK,
			.rank = rank };

		name.n = 0;
		bufprintf(&name, "Sort %02lu", (unsigned long)i);
		d.name = bufall(&name);
		packetdescriptor(&p->packets, &d);
		packetevent(&p->packets, &p->stacked, EVENT_END, end);
		packettrack(&p->packets, d.uuid);
		packetend(&p->packets);
	}
	free(name.p);
}

/* Returns true if the UI would draw the GPUs below the processes, since the names of PLACES groups
 * and threads may sort before those of the GPUs. */
static bool
crowded(const struct layout *l)
{
	size_t before = l->groupkeys.used;

	for (size_t i = 0; i < l->branchkeys.used; i++) {
		const struct buf *label = &l->branches[i].label;

		before += label->n > 0 && (unsigned char)label->p[0] <= 'G';
	}
	return before >= PLACES;
}

/* Writes the name of a GPU's group. The UI sorts groups by name, so numbers are padded with blanks,
 * which HTML collapses, to the width of the largest. */
static void
perfettoputgpu(struct perfetto *p, struct descriptor *d, const struct trackgroup *g)
{
	static const char lead[] = "GPU ";
	const struct layout *l = &p->draw.layout;
	int64_t most = 0, unit = 1; /* unit: 10^(digits - 1) of the largest number */
	struct buf name = { 0 };

	for (size_t i = 0; i < l->groupkeys.used; i++)
		if (l->groups[i].kind == GROUP_GPU && l->groups[i].id < INT64_MAX &&
		    l->groups[i].id > most)
			most = l->groups[i].id;
	if (crowded(l))
		bufchar(&name, ' ');
	bufspan(&name, (struct span){ g->label.p, g->label.n < 4 ? g->label.n : 4 });
	while (unit <= g->id / 10)
		unit *= 10;
	for (; unit <= most / 10; unit *= 10)
		bufchar(&name, ' ');
	if (g->label.n > sizeof(lead) - 1)
		bufmem(&name, g->label.p + 4, g->label.n - 4);
	d->kind = DESCRIBES_GROUP;
	d->name = bufall(&name);
	packetdescriptor(&p->packets, d);
	free(name.p);
}

static void
putgroups(struct perfetto *p)
{
	const struct layout *l = &p->draw.layout;

	for (uint32_t i = 0; i < p->used.n; i++) {
		const struct trackgroup *g = &l->groups[i];
		struct descriptor d = { .uuid = uuidof(UUID_GROUP, i), .kind = DESCRIBES_PROCESS,
			.pid = g->pid, .name = bufall(&g->label), .rank = g->order };

		if (!p->used.p[i])
			continue;
		if (g->kind == GROUP_GPU) {
			perfettoputgpu(p, &d, g);
			continue;
		}
		if (g->kind == GROUP_SYSTEM) {
			if (g->id == SYSTEM_MACHINE)
				putfillers(p, g->order);
			d.kind = DESCRIBES_GROUP;
		}
		packetdescriptor(&p->packets, &d);
	}
}

/* Returns true if the branch can be described as a thread: the format uses tid 0 for the idle
 * thread. */
static bool
isthread(const struct layout *l, const struct branch *b)
{
	return !b->profiler && b->parent == NO_BRANCH && b->tid > 0 &&
	    l->groups[b->group].pid == l->groups[b->group].id;
}

/* Writes a branch as a child of its group. A thread has a track of its process between, so that SQL
 * knows the thread and the UI sorts it. */
static void
putbranch(struct perfetto *p, uint32_t number)
{
	const struct layout *l = &p->draw.layout;
	const struct branch *b = &l->branches[number];
	int64_t pid = l->groups[b->group].id;
	struct span name = metadatathread(&l->metadata, pid, b->tid);
	struct descriptor thread = {
		.uuid = uuidof(UUID_THREAD, number),
		.parent = uuidof(UUID_GROUP, b->group),
		.kind = DESCRIBES_THREAD,
		.pid = pid,
		.tid = b->tid,
		.name = name.n > 0 ? name : bufall(&b->label),
		.rank = b->order,
	}, group = {
		.uuid = uuidof(UUID_BRANCH, number),
		.parent = b->parent == NO_BRANCH ? thread.parent : uuidof(UUID_BRANCH, b->parent),
		.kind = DESCRIBES_GROUP,
		.name = bufall(&b->label),
		.rank = b->order,
	};

	if (isthread(l, b)) {
		packetdescriptor(&p->packets, &thread);
		group.parent = thread.uuid;
	}
	packetdescriptor(&p->packets, &group);
}

/* Writes the branches with events. */
static void
putbranches(struct perfetto *p)
{
	const struct layout *l = &p->draw.layout;
	size_t count = l->branchkeys.used;
	bool *used = xzalloc(count + 1, sizeof(*used));

	for (uint32_t i = 0; i < p->lanecount; i++)
		for (uint32_t b = l->tracks[i].branch; p->lanes[i].used && b != NO_BRANCH;
		     b = l->branches[b].parent)
			used[b] = true;
	for (uint32_t i = 0; i < count; i++)
		if (used[i])
			putbranch(p, i);
	free(used);
}

/* The idle streams of a group that share a folder, and the order of the first. */
struct idlestreams {
	uint32_t streams;
	int rank;
};

/* Writes a folder in the group of each GPU that has several idle streams. The result has a member
 * for each group. */
static struct idlestreams *
putidlestreams(struct perfetto *p)
{
	const struct layout *l = &p->draw.layout;
	struct idlestreams *idle = xzalloc(l->groupkeys.used + 1, sizeof(*idle));
	struct buf name = { 0 };

	for (uint32_t i = 0; i < p->lanecount && p->folds; i++) {
		const struct track *t = &l->tracks[i];
		struct idlestreams *s = &idle[t->group];

		if (!p->lanes[i].used || !t->idle || t->lane > 0)
			continue;
		if (s->streams == 0 || t->order < s->rank)
			s->rank = t->order;
		s->streams++;
	}
	for (uint32_t i = 0; i < l->groupkeys.used; i++) {
		struct descriptor d = {
			.uuid = uuidof(UUID_IDLE, i),
			.parent = uuidof(UUID_GROUP, i),
			.kind = DESCRIBES_GROUP,
			.rank = idle[i].rank,
		};

		if (idle[i].streams < 2)
			continue;
		p->folded += idle[i].streams;
		name.n = 0;
		bufprintf(&name, "%lu streams under 1 %% of time", (unsigned long)idle[i].streams);
		d.name = bufall(&name);
		packetdescriptor(&p->packets, &d);
	}
	free(name.p);
	return idle;
}

static void
puttracks(struct perfetto *p)
{
	const struct layout *l = &p->draw.layout;
	struct idlestreams *idle = putidlestreams(p);
	struct buf about = { 0 };

	for (uint32_t i = 0; i < p->lanecount; i++) {
		const struct track *t = &l->tracks[i];
		struct descriptor d = {
			.uuid = p->lanes[i].sequence.id,
			.parent = t->branch == NO_BRANCH ? uuidof(UUID_GROUP, t->group)
			                                 : uuidof(UUID_BRANCH, t->branch),
			.kind = DESCRIBES_TRACK,
			.name = bufall(&t->label),
			.rank = t->order,
		};

		if (!p->lanes[i].used)
			continue;
		if (t->idle && idle[t->group].streams > 1)
			d.parent = uuidof(UUID_IDLE, t->group);
		about.n = 0;
		tracklabeldescribe(l, t, &about);
		d.about = bufall(&about);
		packetdescriptor(&p->packets, &d);
	}
	free(about.p);
	free(idle);
}

/* Writes the tree of tracks at the end: Perfetto ignores an order that arrives after a track's
 * name. */
static void
putdescriptors(struct perfetto *p)
{
	static const struct descriptor none = {
		.uuid = 1, .kind = DESCRIBES_PROCESS, .pid = 1, .name = { "no events", 9 }
	};

	putgroups(p);
	putbranches(p);
	puttracks(p);
	renderfinish(&p->render);
	if (p->used.n == 0 && p->render.gpus.n == 0) /* a file without a packet is not a trace */
		packetdescriptor(&p->packets, &none);
}

/* Draws pending items and ends all open slices. */
static void
endall(struct perfetto *p)
{
	int64_t end;

	drawfinish(&p->draw);
	end = subsat(p->draw.end, p->draw.origin);
	for (size_t i = 0; i < p->lanecount; i++) {
		struct packetlane *lane = &p->lanes[i];

		endslices(p, lane, end);
		for (; lane->depth > 0; lane->depth--) /* ranges that were never closed */
			packetendslice(&p->packets, &lane->sequence, end);
		perfettocheck(p);
	}
}

static bool
perfettohasevents(const struct perfetto *p)
{
	return p->used.n > 0 || p->render.gpus.n > 0;
}

static void
perfettofinish(struct stage *stage)
{
	struct perfetto *p = (struct perfetto *)stage;

	endall(p);
	p->empty = !perfettohasevents(p);
	putdescriptors(p);
}

/* Writes no trace without an event if the input failed. */
static void
perfettostop(struct stage *stage)
{
	struct perfetto *p = (struct perfetto *)stage;

	endall(p);
	if (perfettohasevents(p))
		putdescriptors(p);
	else
		p->out.n = 0;
}

void
perfettoinit(struct perfetto *p)
{
	*p = (struct perfetto){
		.stage = {
			.want = DRAW_KEYS,
			.valuesonly = true,
			.begin = perfettobegin,
			.header = perfettoheader,
			.event = perfettoevent,
			.finish = perfettofinish,
			.stop = perfettostop,
		},
		.draw.openfirst = true,
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
	free(p->scanner.p);
	free(p->grouptext.p);
	bitsetfree(&p->hidden);
	stacksfree(&p->stacks);
	renderfree(&p->render);
}
