/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "countertrack.h"
#include "draw.h"
#include "stream/record.h"
#include "tracksort.h"

/* Viewers of Chrome JSON read times as floating-point microseconds, which are exact to the
 * nanosecond up to about this many ns (28 hours). */
#define EXACT_NS INT64_C(100000000000000)

/* The most bytes of an unordered stream that are kept in search of the earliest event, which
 * sets the origin. */
enum { PENDING_MAX = 1 << 20 };

static void
putitem(struct draw *d, struct item *item)
{
	item->ts = subsat(item->ts, d->origin);
	itemqueueputwhole(d, item);
}

/* Draws the time during which a thread had a CPU, when it ends. line is the sched-in event; by
 * is the event that ended the time, or NULL. */
static void
putoncpu(struct draw *d, struct buf *line, int64_t end, const struct event *by)
{
	struct event ev;
	struct parseerror error;
	struct item item = { .ev = &ev, .shape = SHAPE_SLICE, .name = spanof("Running"),
		.color = "thread_state_running" };

	evparse(&ev, bufall(line), DRAW_KEYS, &d->stack, &error);
	item.ts = ev.number[KEY_TS];
	if (end < item.ts)
		end = item.ts; /* the input is out of order */
	item.dur = subsat(end, item.ts);
	item.track = layoutslice(&d->layout, &ev, item.ts, end);
	if (by) {
		item.state = evarg(by, "state");
		item.block = evarg(by, "block");
		item.extra = true;
	}
	putitem(d, &item);
	line->n = 0;
}

static bool
getscpu(const struct event *ev)
{
	return evhas(ev, KEY_NAME) && spanis(ev->value[KEY_NAME], "\"sched-in\"");
}

/* Handles a scheduling event: a thread gets a CPU, or loses the one it has. */
static void
drawsched(struct draw *d, const struct event *ev)
{
	bool fresh;
	uint32_t *thread = mapput(&d->schedthreads,
	    (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_TID) },
	    &fresh);
	struct buf *line;

	if (fresh) {
		*thread = (uint32_t)d->schedthreads.used - 1;
		GROW(d->schedlines, d->schedlinesroom, d->schedthreads.used);
		d->schedlines[*thread] = (struct buf){ 0 };
	}
	line = &d->schedlines[*thread];
	if (line->n > 0)
		putoncpu(d, line, ev->number[KEY_TS], getscpu(ev) ? NULL : ev);
	if (!getscpu(ev))
		return;
	recordkeep(line, ev);
	line->n--;
	jsonpad(line);
}

/* The header of an entry in draw.unclosed; a line follows. */
struct unclosed {
	uint64_t flow;
	uint32_t track;
	bool flowsource;
};

/* Draws a range that was never closed, or keeps it until the end of the stream. Its lane is
 * occupied until then. */
static void
drawunclosed(struct draw *d, const struct event *ev, struct queueditem *found,
    const struct event *place)
{
	struct unclosed range = { .flow = found->flow,
		.track = layoutslice(&d->layout, place, ev->number[KEY_TS], INT64_MAX),
		.flowsource = found->flowsource };

	if (d->openfirst) {
		found->shape = SHAPE_SLICE;
		found->track = range.track;
		found->dur = -1;
		itemqueueput(d, ev, found);
		return;
	}
	bufmem(&d->unclosed, (const char *)&range, sizeof(range));
	recordkeep(&d->unclosed, ev);
}

static void
putunclosed(struct draw *d)
{
	struct event ev;
	struct parseerror error;
	struct unclosed range;

	jsonpad(&d->unclosed);
	for (size_t at = 0; at < d->unclosed.n; at += sizeof(range) + ev.line.n + 1) {
		struct item item = { .ev = &ev, .shape = SHAPE_SLICE };

		memcpy(&range, d->unclosed.p + at, sizeof(range));
		evparse(
		    &ev, spanof(d->unclosed.p + at + sizeof(range)), DRAW_KEYS, &d->stack, &error);
		item.track = range.track;
		item.flow = range.flow;
		item.flowsource = range.flowsource;
		item.ts = ev.number[KEY_TS];
		item.dur = subsat(d->end, item.ts);
		putitem(d, &item);
	}
}

/* Returns true if a counter's value is a finite number. Viewers hang or show nonsense for
 * others. */
static bool
countable(struct span value)
{
	char text[64];

	if (value.n == 0 || value.n >= sizeof(text) || !strchr("-0123456789", value.p[0]))
		return false;
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	return isfinite(strtod(text, NULL));
}

/* Draws and prints which time of the profile is 0 in the trace. */
static void
putorigin(struct draw *d)
{
	struct event ev;
	struct item item = { .ev = &ev, .shape = SHAPE_INSTANT, .category = spanof("clock") };
	struct buf text = { 0 }, args = { 0 };
	const char *sign = d->origin < 0 ? "-" : "";
	uint64_t ns = d->origin < 0 ? 0 - (uint64_t)d->origin : (uint64_t)d->origin;

	if (!d->quiet)
		errnote("the trace starts at %s%llu.%09llu s of the profile: "
			"its times are %s by that", sign, (unsigned long long)(ns / 1000000000),
		    (unsigned long long)(ns % 1000000000), d->origin < 0 ? "later" : "earlier");
	bufprintf(&text, "0 here is %s%llu.%09llu s in the profile", sign,
	    (unsigned long long)(ns / 1000000000), (unsigned long long)(ns % 1000000000));
	bufprintf(&args, "{\"zero_ns\":%lld}", (long long)d->origin);
	jsonpad(&args);
	evmake(&ev, TYPE_DIAGNOSTIC, d->origin, &d->stack);
	evset(&ev, KEY_ARGS, bufall(&args));
	item.name = bufall(&text);
	item.ts = d->origin;
	item.track = layouttrack(&d->layout, &ev);
	itemqueuesettle(d); /* text and args do not live longer */
	putitem(d, &item);
	free(text.p);
	free(args.p);
}

/* Sets the origin from the time of the earliest event. */
static void
setorigin(struct draw *d, int64_t first)
{
	d->originset = true;
	d->origin = first < 0 || (d->floatmicros && first >= EXACT_NS) ? first : 0;
	if (d->origin != 0)
		putorigin(d);
}

/* Draws an event without an end on the track of another one, or its own. */
static void
drawpoint(struct draw *d, const struct event *ev, struct queueditem *found,
    const struct event *place)
{
	if (evhas(ev, KEY_VALUE) && countable(ev->value[KEY_VALUE])) {
		found->shape = SHAPE_COUNTER;
		found->counter = countertrackof(&d->layout, place);
	} else {
		found->shape = SHAPE_INSTANT;
		found->track = layouttrack(&d->layout, place);
	}
	itemqueueput(d, ev, found);
}

/* Draws an event on the track of another one, or its own. */
static void
drawitem(struct draw *d, const struct event *ev, const struct event *place)
{
	bool call = ev->type == TYPE_CUDA_API;
	struct queueditem found = { .ts = subsat(ev->number[KEY_TS], d->origin),
		.dur = evnumber(ev, KEY_DUR), .flow = flowid(&d->flows, ev, call),
		.flowsource = call };

	if (call)
		flowcall(&d->flows, ev);
	if (evisopen(ev)) {
		drawunclosed(d, ev, &found, place);
		return;
	}
	if (!evhas(ev, KEY_DUR)) {
		drawpoint(d, ev, &found, place);
		return;
	}
	found.shape = SHAPE_SLICE;
	found.track = layoutslice(&d->layout, place, ev->number[KEY_TS], evend(ev));
	itemqueueput(d, ev, &found);
}

/* Draws a wait for the GPU on the thread of the call that waits, if that call is open. */
static void
drawwait(struct draw *d, const struct event *ev)
{
	struct event onthread = *ev;
	int64_t tid;

	if (flowthread(&d->flows, ev, &tid)) {
		onthread.has |= EVKEY(KEY_TID);
		onthread.number[KEY_TID] = tid;
		drawitem(d, ev, &onthread);
		return;
	}
	drawitem(d, ev, ev);
}

/* Extends the trace to the end of an event, and checks that it is not before the origin. */
static void
marktime(struct draw *d, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);

	if (!d->begun || end > d->end)
		d->end = end;
	d->begun = true;
	if (!d->originset)
		setorigin(d, ts);
	if (ts < d->origin)
		evdie(ev, "ts %lld comes before the trace's clock starts, at %lld: "
		    "put the stream in order first",
		    (long long)ts, (long long)d->origin);
}

static void
drawordered(struct draw *d, const struct event *ev)
{
	if (ev->type == TYPE_META) {
		layoutmeta(&d->layout, ev);
		return;
	}
	marktime(d, ev);
	if (ev->type == TYPE_SCHED && !evhas(ev, KEY_DUR) && !evhas(ev, KEY_VALUE))
		drawsched(d, ev);
	else if (ev->type == TYPE_CUDA_SYNC && !evhas(ev, KEY_TID))
		drawwait(d, ev);
	else
		drawitem(d, ev, ev);
}

/* Sets the origin by the earliest of the pending events and the next one (NULL for none), and
 * draws the pending events. */
static void
drawpending(struct draw *d, const struct event *next)
{
	struct event ev = { 0 };
	struct parseerror error;
	int64_t first = next && next->type != TYPE_META ? next->number[KEY_TS] : INT64_MAX;

	jsonpad(&d->pending);
	for (size_t at = 0; at < d->pending.n; at += ev.line.n + 1) {
		evparse(&ev, spanof(d->pending.p + at), DRAW_KEYS, &d->stack, &error);
		if (ev.type != TYPE_META && ev.number[KEY_TS] < first)
			first = ev.number[KEY_TS];
	}
	if (first < INT64_MAX)
		setorigin(d, first);
	for (size_t at = 0; at < d->pending.n; at += ev.line.n + 1) {
		evparse(&ev, spanof(d->pending.p + at), DRAW_KEYS, &d->stack, &error);
		drawordered(d, &ev);
	}
	free(d->pending.p);
	d->pending = (struct buf){ 0 };
}

void
drawnames(struct draw *d, const char *style)
{
	d->named = true;
	d->formatter.namer.style = namestyleread("names", style);
}

void
drawheader(struct draw *d, const struct event *ev)
{
	itemqueueheader(d, ev);
	if (!d->originset)
		drawpending(d, NULL);
	d->ordered = true;
}

void
drawevent(struct draw *d, const struct event *ev)
{
	if (ev->type == TYPE_FINDING)
		return; /* it is about the stream */
	if (!d->originset && !d->ordered) {
		if (d->pending.n + ev->line.n < PENDING_MAX) {
			recordkeep(&d->pending, ev);
			return;
		}
		drawpending(d, ev);
	}
	drawordered(d, ev);
}

void
drawfinish(struct draw *d)
{
	drawpending(d, NULL);
	itemqueueend(d);
	for (size_t i = 0; i < d->schedthreads.used; i++)
		if (d->schedlines[i].n > 0)
			putoncpu(d, &d->schedlines[i], d->end, NULL);
	putunclosed(d);
	tracksort(&d->layout);
}

void
drawfree(struct draw *d)
{
	for (size_t i = 0; i < d->schedthreads.used; i++)
		free(d->schedlines[i].p);
	free(d->schedlines);
	free(d->pending.p);
	free(d->stack.p);
	free(d->unclosed.p);
	mapfree(&d->schedthreads);
	flowsfree(&d->flows);
	formatterfree(&d->formatter);
	layoutfree(&d->layout);
}
