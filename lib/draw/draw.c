/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "draw.h"
#include "gpu/color.h"
#include "rank.h"
#include "series.h"
#include "stream/record.h"

/* Perfetto reads times as floating-point microseconds, exact to about this many ns. */
#define EXACT INT64_C(100000000000000)

/* So many bytes of a stream that promises no order are looked at before the trace's clock is
 * set. */
enum { HELD = 1 << 20 };

/* The chip of an event's GPU; no bytes where it is not known. */
static struct span
chipof(struct draw *d, const struct event *ev)
{
	struct known *known = &d->layout.known;

	if (ev->type != TYPE_KERNEL)
		return (struct span){ NULL, 0 };
	return nameget(&known->text, known->machine[knowngpu(known, ev, true)].chip);
}

/* A member of the event's args that few have, by its name with quotes and colon. */
static struct span
rarearg(const struct event *ev, const char *name, const char *quoted)
{
	struct span args = ev->value[KEY_ARGS];

	if (!evhas(ev, KEY_ARGS) || !memmem(args.p, args.n, quoted, strlen(quoted)))
		return (struct span){ NULL, 0 };
	return evarg(ev, name);
}

/* Sets the colour: one given for viewers, else the nearest to what the program annotated. */
static void
setcolor(struct draw *d, struct item *item)
{
	const struct event *ev = item->ev;
	struct span color;
	unsigned rgb;

	if (evhas(ev, KEY_CNAME) && jsonisstring(ev->value[KEY_CNAME]))
		item->color = colorknown(jsontext(ev->value[KEY_CNAME], &d->scratch));
	if (item->color || evfamily(ev->type) != FAMILY_NVTX)
		return;
	color = rarearg(ev, "color", "\"color\":");
	if (color.n != sizeof("\"#rrggbb\"") - 1 || color.p[1] != '#')
		return;
	for (size_t i = 2; i < color.n - 1; i++)
		if (!isxdigit((unsigned char)color.p[i]))
			return;
	rgb = (unsigned)strtoul(color.p + 2, NULL, 16);
	item->color = colornearest((int)(rgb >> 16 & 255), (int)(rgb >> 8 & 255), (int)(rgb & 255));
}

/* A JSON string without its quotes. */
static struct span
inside(struct span quoted)
{
	return (struct span){ quoted.p + 1, quoted.n - 2 };
}

/* Labels a kernel by its demangled name, where that is known. */
static void
namekernel(struct draw *d, struct item *item)
{
	struct span full = d->details.demangled;

	if (!jsonisstring(full) || full.n < 3) {
		full = item->ev->value[KEY_NAME];
		if (!memchr(full.p, '(', full.n) && !memchr(full.p, '<', full.n))
			return;
		item->demangled = full;
		item->more = true;
	}
	item->name = labelkernel(&d->kernels, inside(full));
	if (spansame(item->name, inside(full)))
		item->demangled.n = 0;
}

/* Sets the name, the one for people where there is one. */
static void
setlabel(struct draw *d, struct item *item)
{
	const struct event *ev = item->ev;
	struct operator o;

	if (!evhas(ev, KEY_NAME)) {
		item->name = spanof(evhas(ev, KEY_TYPE) ? "(no name)" : "event");
		return;
	}
	item->name = inside(ev->value[KEY_NAME]);
	if (ev->type == TYPE_KERNEL) {
		namekernel(d, item);
	} else if ((ev->type == TYPE_NVTX || ev->type == TYPE_NVTX_KERNEL) &&
	    labeloperator(&o, item->name)) {
		item->name = o.name;
		item->seq = o.seq;
		item->id = o.id;
		item->more = true;
	}
}

static void
putitem(struct draw *d, struct item *item)
{
	const struct event *ev = item->ev;

	item->ts = subsat(item->ts, d->base);
	item->own = detailown(&d->details, ev, chipof(d, ev));
	if (!item->name.p)
		setlabel(d, item);
	if (!item->category.p)
		item->category =
		    evhas(ev, KEY_TYPE) ? inside(ev->value[KEY_TYPE]) : spanof("event");
	if (!item->color)
		setcolor(d, item);
	d->put(d, item);
}

/* Draws the time that a thread had a CPU, now that it ends. */
static void
putrunning(struct draw *d, struct buf *line, int64_t end, const struct event *by)
{
	struct event ev;
	struct everror error;
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
		item.more = true;
	}
	putitem(d, &item);
	line->n = 0;
}

static bool
getscpu(const struct event *ev)
{
	return evhas(ev, KEY_NAME) && spanis(ev->value[KEY_NAME], "\"sched-in\"");
}

/* Takes a scheduling event: a thread gets a CPU, or loses the one it has. */
static void
schedule(struct draw *d, const struct event *ev)
{
	bool fresh;
	uint32_t *thread = mapput(&d->sched,
	    (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_TID) },
	    &fresh);
	struct buf *line;

	if (fresh) {
		*thread = (uint32_t)d->sched.used - 1;
		GROW(d->lines, d->linesroom, d->sched.used);
		d->lines[*thread] = (struct buf){ 0 };
	}
	line = &d->lines[*thread];
	if (line->n > 0)
		putrunning(d, line, ev->number[KEY_TS], getscpu(ev) ? NULL : ev);
	if (!getscpu(ev))
		return;
	recordkeep(line, ev);
	line->n--;
	jsonpad(line);
}

/* What is known of a range when it opens, before its line in draw.unclosed. */
struct unclosed {
	uint64_t flow;
	uint32_t track;
	bool leaves;
};

/* Keeps a range that was never closed, with the lane that it takes until the end. */
static void
keepopen(struct draw *d, struct item *item)
{
	const struct event *ev = item->ev;
	struct unclosed known = { .flow = item->flow,
		.track = layoutslice(&d->layout, ev, ev->number[KEY_TS], INT64_MAX),
		.leaves = item->leaves };

	if (d->early) {
		item->track = known.track;
		item->ts = ev->number[KEY_TS];
		item->dur = -1;
		putitem(d, item);
		return;
	}
	bufmem(&d->unclosed, (const char *)&known, sizeof(known));
	recordkeep(&d->unclosed, ev);
}

static void
putunclosed(struct draw *d)
{
	struct event ev;
	struct everror error;
	struct unclosed known;

	jsonpad(&d->unclosed);
	for (size_t at = 0; at < d->unclosed.n; at += sizeof(known) + ev.line.n + 1) {
		struct item item = { .ev = &ev, .shape = SHAPE_SLICE };

		memcpy(&known, d->unclosed.p + at, sizeof(known));
		evparse(
		    &ev, spanof(d->unclosed.p + at + sizeof(known)), DRAW_KEYS, &d->stack, &error);
		item.track = known.track;
		item.flow = known.flow;
		item.leaves = known.leaves;
		item.ts = ev.number[KEY_TS];
		item.dur = subsat(d->end, item.ts);
		putitem(d, &item);
	}
}

/* Whether a counter's value is a finite number: others hang or confuse viewers. */
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

/* Draws where 0 of the stream is, where that is not 0 of the trace, and says so. */
static void
putclock(struct draw *d)
{
	struct event ev;
	struct item item = { .ev = &ev, .shape = SHAPE_INSTANT, .category = spanof("clock") };
	struct buf text = { 0 }, args = { 0 };
	const char *sign = d->base < 0 ? "-" : "";
	uint64_t ns = d->base < 0 ? 0 - (uint64_t)d->base : (uint64_t)d->base;

	if (!d->quiet)
		warn("the trace starts at %s%llu.%09llu s of the profile: its times are %s by that",
		    sign, (unsigned long long)(ns / 1000000000),
		    (unsigned long long)(ns % 1000000000), d->base < 0 ? "later" : "earlier");
	bufprintf(&text, "0 here is %s%llu.%09llu s in the profile", sign,
	    (unsigned long long)(ns / 1000000000), (unsigned long long)(ns % 1000000000));
	bufprintf(&args, "{\"zero_ns\":%lld}", (long long)d->base);
	jsonpad(&args);
	evmake(&ev, TYPE_DIAGNOSTIC, d->base, &d->stack);
	evset(&ev, KEY_ARGS, bufall(&args));
	item.name = bufall(&text);
	item.ts = d->base;
	item.track = layouttrack(&d->layout, &ev);
	putitem(d, &item);
	free(text.p);
	free(args.p);
}

/* Sets the trace's clock, by the earliest event. */
static void
drawsettle(struct draw *d, int64_t first)
{
	d->settled = true;
	d->base = first < 0 || (d->micros && first >= EXACT) ? first : 0;
	if (d->base != 0)
		putclock(d);
}

/* Draws an event on its track. */
static void
drawitem(struct draw *d, const struct event *ev)
{
	struct item item = { .ev = ev, .shape = SHAPE_INSTANT, .ts = ev->number[KEY_TS] };

	if (evhas(ev, KEY_DUR))
		item.shape = SHAPE_SLICE;
	else if (evhas(ev, KEY_VALUE) && countable(ev->value[KEY_VALUE]))
		item.shape = SHAPE_COUNTER;
	item.leaves = ev->type == TYPE_CUDA_API;
	item.flow = arrowof(&d->arrows, ev, item.leaves);
	if (item.leaves)
		arrowopen(&d->arrows, ev);
	if (evopen(ev)) {
		item.shape = SHAPE_SLICE;
		keepopen(d, &item);
		return;
	}
	item.dur = evnumber(ev, KEY_DUR);
	if (item.shape == SHAPE_SLICE)
		item.track = layoutslice(&d->layout, ev, item.ts, evend(ev));
	else if (item.shape == SHAPE_COUNTER)
		item.series = seriesof(&d->layout, ev);
	else
		item.track = layouttrack(&d->layout, ev);
	putitem(d, &item);
}

/* Draws a wait inside of a call on the thread of that. */
static void
drawwait(struct draw *d, const struct event *ev)
{
	struct event onthread = *ev;
	int64_t tid;

	if (arrowthread(&d->arrows, ev, &tid)) {
		onthread.has |= EVKEY(KEY_TID);
		onthread.number[KEY_TID] = tid;
		ev = &onthread;
	}
	drawitem(d, ev);
}

/* Takes note of the time of an event that will be drawn. */
static void
marktime(struct draw *d, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);

	if (!d->begun || end > d->end)
		d->end = end;
	d->begun = true;
	if (!d->settled)
		drawsettle(d, ts);
	if (ts < d->base)
		evdie(ev, "ts %lld comes before the trace's clock starts, at %lld: "
		    "put the stream in order first",
		    (long long)ts, (long long)d->base);
}

static void
drawsettled(struct draw *d, const struct event *ev)
{
	if (ev->type == TYPE_META) {
		layoutmeta(&d->layout, ev);
		return;
	}
	marktime(d, ev);
	if (ev->type == TYPE_SCHED && !evhas(ev, KEY_DUR) && !evhas(ev, KEY_VALUE))
		schedule(d, ev);
	else if (ev->type == TYPE_CUDA_SYNC && !evhas(ev, KEY_TID))
		drawwait(d, ev);
	else
		drawitem(d, ev);
}

/* Draws the events that were held back until the earliest of them and of the next, NULL for none,
 * was known. */
static void
drawrelease(struct draw *d, const struct event *next)
{
	struct event ev = { 0 };
	struct everror error;
	int64_t first = next && next->type != TYPE_META ? next->number[KEY_TS] : INT64_MAX;

	jsonpad(&d->held);
	for (size_t at = 0; at < d->held.n; at += ev.line.n + 1) {
		evparse(&ev, spanof(d->held.p + at), DRAW_KEYS, &d->stack, &error);
		if (ev.type != TYPE_META && ev.number[KEY_TS] < first)
			first = ev.number[KEY_TS];
	}
	if (first < INT64_MAX)
		drawsettle(d, first);
	for (size_t at = 0; at < d->held.n; at += ev.line.n + 1) {
		evparse(&ev, spanof(d->held.p + at), DRAW_KEYS, &d->stack, &error);
		drawsettled(d, &ev);
	}
	free(d->held.p);
	d->held = (struct buf){ 0 };
}

void
drawheader(struct draw *d)
{
	if (!d->settled)
		drawrelease(d, NULL);
	d->ordered = true;
}

void
drawevent(struct draw *d, const struct event *ev)
{
	if (!d->settled && !d->ordered) {
		if (d->held.n + ev->line.n < HELD) {
			recordkeep(&d->held, ev);
			return;
		}
		drawrelease(d, ev);
	}
	drawsettled(d, ev);
}

bool
drawplain(const struct item *item)
{
	return !item->ev->set && !item->state.p && !item->block.p && jsonplain(item->ev->line);
}

/* Gives put ns as an argument in µs. */
static void
drawputmicros(struct draw *d, struct span name, int64_t ns,
    void (*put)(struct draw *, struct span name, struct span value))
{
	d->scratch.n = 0;
	detailmicros(&d->scratch, ns);
	jsonpad(&d->scratch);
	put(d, name, bufall(&d->scratch));
}

/* What the launching call tells about an event. */
static void
putlaunch(struct draw *d, const struct item *item, bool arrow,
    void (*put)(struct draw *, struct span name, struct span value))
{
	struct launch launch;
	int64_t latency;

	if (!evlaunch(item->ev, &launch)) {
		if (evhas(item->ev, KEY_LAUNCH))
			put(d, spanof("launch"), item->ev->value[KEY_LAUNCH]);
		return;
	}
	latency = subsat(item->ev->number[KEY_TS], launch.ts);
	drawputmicros(d, spanof("latency_us"), latency, put);
	if (launch.dur >= 0)
		drawputmicros(d, spanof("queued_us"), subsat(latency, launch.dur), put);
	if (launch.name.n > 0)
		put(d, spanof("launch"), launch.name);
	if (launch.threaded && !arrow) {
		d->scratch.n = 0;
		bufint(&d->scratch, launch.tid);
		jsonpad(&d->scratch);
		put(d, spanof("launch_tid"), bufall(&d->scratch));
	}
}

/* The rate of a copy or a set. */
static void
putrate(struct draw *d, const struct item *item,
    void (*put)(struct draw *, struct span name, struct span value))
{
	const struct event *ev = item->ev;
	int64_t bytes, scaled;

	if ((ev->type != TYPE_MEMCPY && ev->type != TYPE_MEMSET) || item->dur <= 0 ||
	    !jsonint(evarg(ev, "bytes"), &bytes) || bytes < 0 ||
	    __builtin_mul_overflow(bytes, 1000, &scaled))
		return;
	drawputmicros(d, spanof("GB/s"), scaled / item->dur, put); /* bytes in a ns are GB/s */
}

/* Gives put the ranges around a call as a path. */
static void
putpath(struct draw *d, const struct event *ev, struct span name, enum event_key key,
    void (*put)(struct draw *, struct span name, struct span value))
{
	if (ev->value[key].p[0] != '[') {
		put(d, name, ev->value[key]);
		return;
	}
	d->scratch.n = 0;
	detailpath(&d->scratch, ev, ev->value[key]);
	jsonpad(&d->scratch);
	put(d, name, bufall(&d->scratch));
}

/* What only few items have. */
static void
putmore(struct draw *d, const struct item *item,
    void (*put)(struct draw *, struct span name, struct span value))
{
	if (item->seq.n > 0)
		put(d, spanof("seq"), item->seq);
	if (item->id.n > 0)
		put(d, spanof("op_id"), item->id);
	if (item->state.n > 0)
		put(d, spanof("then"), item->state);
	if (item->block.n > 0)
		put(d, spanof("blocked"), item->block);
	if (item->demangled.n > 0)
		put(d, spanof("demangled"), item->demangled);
}

void
drawargs(struct draw *d, const struct item *item, bool arrow,
    void (*put)(struct draw *, struct span name, struct span value))
{
	const struct event *ev = item->ev;

	if (evhas(ev, KEY_ARGS) && ev->value[KEY_ARGS].p[0] != '{')
		put(d, spanof("args"), ev->value[KEY_ARGS]);
	if (item->more)
		putmore(d, item, put);
	putrate(d, item, put);
	if (evhas(ev, KEY_VALUE))
		put(d, spanof("value"), ev->value[KEY_VALUE]);
	if (evhas(ev, KEY_CORR) && (!arrow || item->leaves))
		put(d, spanof("corr"), ev->value[KEY_CORR]);
	if (evhas(ev, KEY_DOMAIN))
		put(d, spanof("domain"), ev->value[KEY_DOMAIN]);
	if (evhas(ev, KEY_OPEN))
		put(d, spanof("open"), ev->value[KEY_OPEN]);
	if (evhas(ev, KEY_LAUNCH))
		putlaunch(d, item, arrow, put);
	if (evhas(ev, KEY_NVTX))
		putpath(d, ev, spanof("nvtx"), KEY_NVTX, put);
	if (evhas(ev, KEY_INHERITED))
		put(d, spanof("inherited"), ev->value[KEY_INHERITED]);
	if (evhas(ev, KEY_CAPTURED))
		putpath(d, ev, spanof("captured"), KEY_CAPTURED, put);
	if (evhas(ev, KEY_STEP))
		put(d, spanof("step"), ev->value[KEY_STEP]);
}

void
drawfinish(struct draw *d)
{
	drawrelease(d, NULL);
	for (size_t i = 0; i < d->sched.used; i++)
		if (d->lines[i].n > 0)
			putrunning(d, &d->lines[i], d->end, NULL);
	putunclosed(d);
	rankall(&d->layout);
}

void
drawfree(struct draw *d)
{
	for (size_t i = 0; i < d->sched.used; i++)
		free(d->lines[i].p);
	free(d->lines);
	free(d->held.p);
	free(d->stack.p);
	free(d->scratch.p);
	free(d->unclosed.p);
	mapfree(&d->sched);
	arrowsfree(&d->arrows);
	kernelsfree(&d->kernels);
	detailsfree(&d->details);
	layoutfree(&d->layout);
}
