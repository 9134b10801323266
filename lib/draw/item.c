/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/scan.h"
#include "draw.h"
#include "gpu/color.h"

/* Returns the chip of a kernel's GPU, or nothing if it is unknown or the event is no kernel. */
static struct span
chipof(struct itemformatter *f, const struct event *ev)
{
	struct metadata *metadata = &f->draw->layout.metadata;

	if (ev->type != TYPE_KERNEL)
		return (struct span){ NULL, 0 };
	return stringat(&metadata->strings, metadata->gpus[metadatagpu(metadata, ev, true)].chip);
}

/* Returns an arg that few events with args have. quoted is the name with its quotes and colon: a
 * search for these bytes is faster than parsing args that lack it. */
static struct span
rarearg(const struct event *ev, const char *name, const char *quoted)
{
	struct span args = ev->value[KEY_ARGS];

	if (!scanhas(args.p, args.p + args.n, quoted))
		return (struct span){ NULL, 0 };
	return evarg(ev, name);
}

/* Sets the color: one that the stream names, else the nearest to the one of an NVTX
 * annotation. */
static void
setcolor(struct itemformatter *f, struct item *item)
{
	const struct event *ev = item->ev;
	struct span color;
	unsigned rgb;

	if (evhas(ev, KEY_CNAME) && jsonisstring(ev->value[KEY_CNAME]))
		item->color = colorfind(jsontext(ev->value[KEY_CNAME], &f->scratch));
	if (item->color || !evhas(ev, KEY_ARGS) || f->sliceargs.projected ||
	    evfamily(ev->type) != FAMILY_NVTX)
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

static struct span
unquote(struct span quoted)
{
	return (struct span){ quoted.p + 1, quoted.n - 2 };
}

/* Sets the spans of an item that few items have to nothing. */
static void
addextra(struct item *item)
{
	const struct span none = { NULL, 0 };

	if (!item->extra)
		item->demangled = item->seq = item->id = item->state = item->block = none;
	item->extra = true;
}

/* Labels a kernel by its demangled name, if that is known. */
static void
namekernel(struct itemformatter *f, struct item *item)
{
	struct span full = f->sliceargs.demangled;

	if (!jsonisstring(full) || full.n < 3) {
		full = item->ev->value[KEY_NAME];
		if (!memchr(full.p, '(', full.n))
			return;
		addextra(item);
		item->demangled = full;
	}
	item->name = labelkernel(&f->kernellabels, unquote(full));
	if (spansame(item->name, unquote(full)))
		item->demangled.n = 0;
}

/* Labels an item as a group of such events is called. */
static void
namegroup(struct itemformatter *f, struct item *item)
{
	const struct event *ev = item->ev;
	struct span own = ev->value[KEY_NAME];

	item->name = unquote(groupnamequoted(&f->namer, ev->type, own, ev));
	if (ev->type == TYPE_KERNEL && memchr(own.p, '(', own.n)) {
		addextra(item);
		item->demangled = own;
	}
	if (spansame(item->name, unquote(own)))
		item->demangled.n = 0;
}

/* Sets the label of an item. */
static void
setlabel(struct itemformatter *f, struct item *item)
{
	const struct event *ev = item->ev;
	struct operator o;

	if (!evhas(ev, KEY_NAME)) {
		struct span kind = evarg(ev, "kind");

		if (ev->type == TYPE_PATH && jsonisstring(kind))
			item->name = unquote(kind);
		else
			item->name = spanof(evhas(ev, KEY_TYPE) ? "(no name)" : "event");
		return;
	}
	item->name = unquote(ev->value[KEY_NAME]);
	if (ev->type == TYPE_KERNEL && !f->draw->named) {
		namekernel(f, item);
	} else if ((ev->type == TYPE_NVTX || ev->type == TYPE_NVTX_KERNEL) &&
	    labeloperator(&o, item->name)) {
		addextra(item);
		item->name = o.name;
		item->seq = o.seq;
		item->id = o.id;
	}
	if (f->draw->named)
		namegroup(f, item);
}

void
itemcomplete(struct itemformatter *f, struct item *item)
{
	const struct event *ev = item->ev;

	item->args = sliceargsformat(&f->sliceargs, ev, chipof(f, ev));
	if (!item->name.p)
		setlabel(f, item);
	if (!item->category.p)
		item->category =
		    evhas(ev, KEY_TYPE) ? unquote(ev->value[KEY_TYPE]) : spanof("event");
	if (!item->color)
		setcolor(f, item);
}

bool
itemplain(const struct item *item)
{
	const struct event *ev = item->ev;

	if ((item->extra && (item->state.p || item->block.p)) || !jsonplain(ev->line))
		return false;
	for (unsigned set = ev->set & ev->has & ~(unsigned)EVENT_INTEGERS; set; set &= set - 1)
		if (!jsonplain(ev->value[__builtin_ctz(set)]))
			return false;
	return true;
}

/* Calls put with a time, converted from ns to µs. */
static void
itemputmicros(struct itemformatter *f, struct span name, int64_t ns,
    void (*put)(struct itemformatter *, struct span name, struct span value))
{
	f->scratch.n = 0;
	sliceargsmicros(&f->scratch, ns);
	jsonpad(&f->scratch);
	put(f, name, bufall(&f->scratch));
}

/* Puts the arguments that the launching call explains: latency, time in the queue, its name. */
static void
putlaunch(struct itemformatter *f, const struct item *item, bool flowdrawn,
    void (*put)(struct itemformatter *, struct span name, struct span value))
{
	struct launch launch;
	int64_t latency;

	if (!evlaunch(item->ev, &launch)) {
		if (evhas(item->ev, KEY_LAUNCH))
			put(f, spanof("launch"), item->ev->value[KEY_LAUNCH]);
		return;
	}
	latency = subsat(item->ev->number[KEY_TS], launch.ts);
	itemputmicros(f, spanof("latency_us"), latency, put);
	if (launch.dur >= 0)
		itemputmicros(f, spanof("queued_us"), subsat(latency, launch.dur), put);
	if (launch.name.n > 0)
		put(f, spanof("launch"), launch.name);
	if (launch.hastid && !flowdrawn) {
		f->scratch.n = 0;
		bufint(&f->scratch, launch.tid);
		jsonpad(&f->scratch);
		put(f, spanof("launch_tid"), bufall(&f->scratch));
	}
}

/* Puts the bandwidth of a copy or a memset. */
static void
putrate(struct itemformatter *f, const struct item *item,
    void (*put)(struct itemformatter *, struct span name, struct span value))
{
	int64_t bytes = f->sliceargs.bytes, scaled;

	if (item->dur <= 0 || bytes < 0 || __builtin_mul_overflow(bytes, 1000, &scaled))
		return;
	itemputmicros(f, spanof("GB/s"), scaled / item->dur, put); /* bytes per ns are GB/s */
}

/* Puts the ranges around a call as one path. */
static void
putpath(struct itemformatter *f, const struct event *ev, struct span name, enum event_key key,
    void (*put)(struct itemformatter *, struct span name, struct span value))
{
	if (ev->value[key].p[0] != '[') {
		put(f, name, ev->value[key]);
		return;
	}
	f->scratch.n = 0;
	sliceargspath(&f->scratch, ev, ev->value[key]);
	jsonpad(&f->scratch);
	put(f, name, bufall(&f->scratch));
}

/* Puts the arguments that only few items have. */
static void
putmore(struct itemformatter *f, const struct item *item,
    void (*put)(struct itemformatter *, struct span name, struct span value))
{
	if (item->seq.n > 0)
		put(f, spanof("seq"), item->seq);
	if (item->id.n > 0)
		put(f, spanof("op_id"), item->id);
	if (item->state.n > 0)
		put(f, spanof("then"), item->state);
	if (item->block.n > 0)
		put(f, spanof("blocked"), item->block);
	if (item->demangled.n > 0)
		put(f, spanof("demangled"), item->demangled);
}

void
itemargs(struct itemformatter *f, const struct item *item, bool flowdrawn,
    void (*put)(struct itemformatter *, struct span name, struct span value))
{
	static const unsigned rare = EVKEY(KEY_DOMAIN) | EVKEY(KEY_OPEN) | EVKEY(KEY_LAUNCH) |
	    EVKEY(KEY_NVTX) | EVKEY(KEY_INHERITED) | EVKEY(KEY_CAPTURED) | EVKEY(KEY_STEP);
	const struct event *ev = item->ev;

	if (evhas(ev, KEY_ARGS) && ev->value[KEY_ARGS].p[0] != '{')
		put(f, spanof("args"), ev->value[KEY_ARGS]);
	if (item->extra)
		putmore(f, item, put);
	if (ev->type == TYPE_MEMCPY || ev->type == TYPE_MEMSET)
		putrate(f, item, put);
	if (evhas(ev, KEY_VALUE))
		put(f, spanof("value"), ev->value[KEY_VALUE]);
	if (evhas(ev, KEY_CORR) && (!flowdrawn || item->flowsource))
		put(f, spanof("corr"), ev->value[KEY_CORR]);
	if (!(ev->has & rare))
		return;
	if (evhas(ev, KEY_DOMAIN))
		put(f, spanof("domain"), ev->value[KEY_DOMAIN]);
	if (evhas(ev, KEY_OPEN))
		put(f, spanof("open"), ev->value[KEY_OPEN]);
	if (evhas(ev, KEY_LAUNCH))
		putlaunch(f, item, flowdrawn, put);
	if (evhas(ev, KEY_NVTX))
		putpath(f, ev, spanof("nvtx"), KEY_NVTX, put);
	if (evhas(ev, KEY_INHERITED))
		put(f, spanof("inherited"), ev->value[KEY_INHERITED]);
	if (evhas(ev, KEY_CAPTURED))
		putpath(f, ev, spanof("captured"), KEY_CAPTURED, put);
	if (evhas(ev, KEY_STEP))
		put(f, spanof("step"), ev->value[KEY_STEP]);
}

int64_t
itemend(const struct item *item)
{
	if (item->shape != SHAPE_SLICE)
		return item->ts;
	return item->dur < 0 ? INT64_MAX : addsat(item->ts, item->dur);
}
