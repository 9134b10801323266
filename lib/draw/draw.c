/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "color.h"
#include "draw.h"
#include "json.h"
#include "record.h"

/* Bits of a page of draw.called. */
enum { PAGE = 4096 };

/* Perfetto reads times as floating-point microseconds, exact to about this many ns, and drops
 * negative ones. */
#define EXACT INT64_C(100000000000000)

/* Ids of arrows from here on are numbers given to calls; viewers read ids as doubles, exact below
 * twice this. */
#define OWN_FLOWS (UINT64_C(1) << 52)

uint32_t
drawprocess(struct draw *d, const struct event *ev)
{
	bool fresh;
	uint32_t *id =
	    mapput(&d->processes, (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), 0 }, &fresh);

	if (fresh)
		*id = (uint32_t)d->processes.used - 1;
	return *id;
}

/* The bit that says whether a call with the event's correlation id was drawn; NULL when no such
 * call can have been and make is false. */
static unsigned char *
calledbyte(struct draw *d, uint32_t process, uint64_t corr, bool make)
{
	struct mapkey key = { process, corr / PAGE };
	uint32_t *page = mapget(&d->called, key);
	bool fresh;

	if (!page && !make)
		return NULL;
	if (!page) {
		page = mapput(&d->called, key, &fresh);
		*page = (uint32_t)(d->pages.n / (PAGE / 8));
		memset(bufroom(&d->pages, PAGE / 8), 0, PAGE / 8);
		d->pages.n += PAGE / 8;
	}
	return (unsigned char *)d->pages.p + *page * (size_t)(PAGE / 8) + corr % PAGE / 8;
}

/* Sets the arrow of an item. A call and what it launched have one id: process and correlation id,
 * or, where that was used before or is too large, a number given to the call. */
static void
setflow(struct draw *d, struct item *item)
{
	const struct event *ev = item->ev;
	uint64_t corr = (uint64_t)evnumber(ev, KEY_CORR);
	uint32_t process, *number;
	unsigned char *byte, bit = (unsigned char)(1u << corr % 8);
	bool fresh;

	item->leaves = ev->type == TYPE_CUDA_API;
	if (corr == 0 || item->shape != SHAPE_SLICE || (!item->leaves && !evhas(ev, KEY_LAUNCH)))
		return;
	process = drawprocess(d, ev);
	byte = calledbyte(d, process, corr, item->leaves);
	if (!byte || (!item->leaves && !(*byte & bit)))
		return; /* its call is not in the stream */
	if (item->leaves && ((*byte & bit) || corr > UINT32_MAX || process >= OWN_FLOWS >> 32))
		*mapput(&d->again, (struct mapkey){ process, corr }, &fresh) = d->numbers++;
	*byte |= bit;
	number = mapget(&d->again, (struct mapkey){ process, corr });
	item->flow = number ? OWN_FLOWS + *number : (uint64_t)process << 32 | corr;
}

/* Sets what the launching call tells about an event. */
static void
setlaunch(struct item *item)
{
	struct launch launch;

	item->launched = evlaunch(item->ev, &launch);
	if (!item->launched)
		return;
	item->latency = subsat(item->ev->number[KEY_TS], launch.ts);
	item->queued = subsat(item->latency, launch.dur < 0 ? 0 : launch.dur);
}

/* Sets the rate of a copy. */
static void
setrate(struct item *item)
{
	int64_t bytes, scaled;

	item->rate = -1;
	if ((item->ev->type == TYPE_MEMCPY || item->ev->type == TYPE_MEMSET) && item->dur > 0 &&
	    jsonint(evarg(item->ev, "bytes"), &bytes) && bytes >= 0 &&
	    !__builtin_mul_overflow(bytes, 1000, &scaled))
		item->rate = scaled / item->dur; /* bytes in a ns are GB/s */
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
	color = evarg(ev, "color");
	if (color.n != sizeof("\"#rrggbb\"") - 1 || color.p[1] != '#')
		return;
	for (size_t i = 2; i < color.n - 1; i++)
		if (!isxdigit((unsigned char)color.p[i]))
			return;
	rgb = (unsigned)strtoul(color.p + 2, NULL, 16);
	item->color = colornearest((int)(rgb >> 16 & 255), (int)(rgb >> 8 & 255), (int)(rgb & 255));
}

static void
putitem(struct draw *d, struct item *item)
{
	const struct event *ev = item->ev;

	item->ts = subsat(item->ts, d->base);
	if (!item->name.p)
		item->name = evhas(ev, KEY_NAME)
		    ? ev->value[KEY_NAME]
		    : spanof(evhas(ev, KEY_TYPE) ? "\"(no name)\"" : "\"event\"");
	item->category = evhas(ev, KEY_TYPE) ? ev->value[KEY_TYPE] : spanof("\"event\"");
	setlaunch(item);
	setrate(item);
	if (!item->color)
		setcolor(d, item);
	d->put(d, item);
}

/* Draws the state that a scheduling event began on its thread, now that it ends. */
static void
putstate(struct draw *d, const struct buf *line, int64_t end)
{
	struct event ev;
	struct everror error;
	struct item item = { .ev = &ev, .shape = SHAPE_SLICE };
	struct span state, block;

	evparse(&ev, bufall(line), DRAW_KEYS, &d->stack, &error);
	state = evarg(&ev, "state");
	block = evarg(&ev, "block");
	item.ts = ev.number[KEY_TS];
	if (end < item.ts)
		end = item.ts; /* the input is out of order */
	item.dur = subsat(end, item.ts);
	if (evhas(&ev, KEY_NAME) && spanis(ev.value[KEY_NAME], "\"sched-in\"")) {
		item.name = spanof("\"Running\"");
		item.color = "thread_state_running";
	} else {
		item.name = jsonisstring(state) ? state
		    : jsonisstring(block)       ? block
		                                : spanof("\"Off CPU\"");
		item.color = spanis(item.name, "\"Uninterruptible\"")
		    ? "thread_state_uninterruptible"
		    : "thread_state_sleeping";
	}
	item.track = layoutslice(&d->layout, &ev, item.ts, end);
	putitem(d, &item);
}

/* Takes a scheduling event: it begins a state that lasts to the next one on its thread. */
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
	if (!fresh)
		putstate(d, line, ev->number[KEY_TS]);
	line->n = 0;
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
keepopen(struct draw *d, const struct event *ev)
{
	struct item item = { .ev = ev, .shape = SHAPE_SLICE };
	struct unclosed known = { .track =
		                      layoutslice(&d->layout, ev, ev->number[KEY_TS], INT64_MAX) };

	setflow(d, &item);
	if (d->early) {
		item.track = known.track;
		item.ts = ev->number[KEY_TS];
		item.dur = -1;
		putitem(d, &item);
		return;
	}
	known.flow = item.flow;
	known.leaves = item.leaves;
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

void
drawtime(struct draw *d, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);

	if (!d->begun) {
		d->begun = true;
		d->base = ts < 0 || ts >= EXACT ? ts : 0;
		d->end = end;
	}
	if (end > d->end)
		d->end = end;
}

void
drawevent(struct draw *d, const struct event *ev)
{
	struct item item = { .ev = ev, .shape = SHAPE_INSTANT };

	if (evhas(ev, KEY_DUR))
		item.shape = SHAPE_SLICE;
	else if (evhas(ev, KEY_VALUE) && countable(ev->value[KEY_VALUE]))
		item.shape = SHAPE_COUNTER;
	if (ev->type == TYPE_META) {
		layoutmeta(&d->layout, ev);
		return;
	}
	drawtime(d, ev);
	if (ev->type == TYPE_SCHED && item.shape == SHAPE_INSTANT) {
		schedule(d, ev);
	} else if (evopen(ev)) {
		keepopen(d, ev);
	} else {
		item.ts = ev->number[KEY_TS];
		item.dur = evnumber(ev, KEY_DUR);
		item.track = item.shape == SHAPE_SLICE ? layoutslice(&d->layout, ev, item.ts, evend(ev))
		                                 : layouttrack(&d->layout, ev);
		setflow(d, &item);
		if (item.shape == SHAPE_COUNTER && evfamily(ev->type) == FAMILY_COUNTER) {
			d->series.n = 0;
			layoutseries(&d->layout, ev, &d->series);
			item.name = bufall(&d->series);
		}
		putitem(d, &item);
	}
}

/* Gives put a number as an argument: v thousandths with three decimals, or v as it is. */
static void
putnumber(struct draw *d, const char *name, int64_t v, bool thousandths,
    void (*put)(struct draw *, const char *name, struct span value))
{
	struct buf *text = &d->scratch;

	text->n = 0;
	bufint(text, thousandths ? v / 1000 : v);
	if (thousandths) {
		bufuint(text, 1000 + (uint64_t)v % 1000);
		text->p[text->n - 4] = '.';
	}
	jsonpad(text);
	put(d, name, bufall(text));
}

void
drawargs(struct draw *d, const struct item *item,
    void (*put)(struct draw *, const char *name, struct span value))
{
	const struct event *ev = item->ev;

	if (evhas(ev, KEY_ARGS) && ev->value[KEY_ARGS].p[0] != '{')
		put(d, "args", ev->value[KEY_ARGS]);
	if (item->rate >= 0)
		putnumber(d, "GB/s", item->rate, true, put);
	if (evhas(ev, KEY_VALUE))
		put(d, "value", ev->value[KEY_VALUE]);
	if (evhas(ev, KEY_CORR))
		put(d, "corr", ev->value[KEY_CORR]);
	if (evhas(ev, KEY_DOMAIN))
		put(d, "domain", ev->value[KEY_DOMAIN]);
	if (evhas(ev, KEY_OPEN))
		put(d, "open", ev->value[KEY_OPEN]);
	if (item->launched) {
		putnumber(d, "latency", item->latency, false, put);
		putnumber(d, "queued", item->queued, false, put);
	}
	if (evhas(ev, KEY_LAUNCH))
		put(d, "launch", ev->value[KEY_LAUNCH]);
	if (evhas(ev, KEY_NVTX))
		put(d, "nvtx", ev->value[KEY_NVTX]);
}

void
drawfinish(struct draw *d)
{
	for (size_t i = 0; i < d->sched.used; i++)
		putstate(d, &d->lines[i], d->end);
	putunclosed(d);
	layoutrank(&d->layout);
}

void
drawfree(struct draw *d)
{
	for (size_t i = 0; i < d->sched.used; i++)
		free(d->lines[i].p);
	free(d->lines);
	free(d->pages.p);
	free(d->stack.p);
	free(d->scratch.p);
	free(d->series.p);
	free(d->unclosed.p);
	mapfree(&d->processes);
	mapfree(&d->called);
	mapfree(&d->again);
	mapfree(&d->sched);
	layoutfree(&d->layout);
}
