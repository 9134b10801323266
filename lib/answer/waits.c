/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "table/format.h"
#include "waits.h"

static uint32_t
waittext(struct waits *w, struct span quoted, enum event_type type, const struct event *ev)
{
	struct span text = { "", 0 };

	if (jsonisstring(quoted))
		text = jsontext(quoted, &w->scratch);
	if (type == TYPE_OTHER)
		text = groupnametext(w->namer, text);
	else
		text = groupname(w->namer, type, text, ev);
	return stringintern(&w->texts, text);
}

static struct waitdevice *
waitdeviceof(struct waits *w, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);

	for (size_t i = 0; i < w->devicecount; i++)
		if (w->devices[i].pid == pid && w->devices[i].device == device)
			return &w->devices[i];
	GROW(w->devices, w->deviceroom, w->devicecount + 1);
	w->devices[w->devicecount] = (struct waitdevice){
		.pid = pid,
		.device = device,
		.first = INT64_MAX,
		.end = INT64_MIN,
		.name = stringintern(&w->texts, spanof("")),
	};
	return &w->devices[w->devicecount++];
}

/* Completes the waits that end where the work begins. */
static void
waitsended(struct waits *w, struct waitdevice *d, int64_t ts, uint32_t name)
{
	for (size_t i = 0; i < w->count && d->expecting > 0; i++) {
		struct wait *one = &w->p[i];

		if (one->pid != d->pid || one->device != d->device ||
		    addsat(one->ts, one->dur) != ts)
			continue;
		one->after = name;
		d->expecting--;
	}
	d->expecting = 0;
}

/* Inserts a wait behind all longer waits, and drops the shortest one of too many. */
static void
waitsadd(struct waits *w, const struct wait *one)
{
	size_t at = w->count;

	while (at > 0 && w->p[at - 1].dur < one->dur)
		at--;
	if (w->count < w->most) {
		GROW(w->p, w->room, w->count + 1);
		w->count++;
	}
	memmove(&w->p[at + 1], &w->p[at], (w->count - at - 1) * sizeof(*w->p));
	w->p[at] = *one;
}

/* Reads a state, unless the GPU worked. */
static void
waitsstate(struct waits *w, const struct event *ev)
{
	struct span name = evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof("\"\"");
	struct waitdevice *d = waitdeviceof(w, ev);
	int64_t from = clipfrom(w->clip), to = clipto(w->clip), end = evend(ev);
	struct span args[GAP_ARGS];
	struct wait one = {
		.ts = ev->number[KEY_TS] > from ? ev->number[KEY_TS] : from,
		.pid = d->pid,
		.device = d->device,
	};

	if (!spanis(name, "\"idle\"") && !spanis(name, "\"before\"") && !spanis(name, "\"after\""))
		return;
	end = end < to ? end : to;
	if (end <= one.ts)
		return;
	one.dur = subsat(end, one.ts);
	w->all++;
	if (w->count == w->most && w->p[w->count - 1].dur >= one.dur)
		return; /* too short */
	evargs(ev, gapargs, args, GAP_ARGS);
	one.cause = waittext(w, args[GAP_CAUSE], TYPE_OTHER, NULL);
	one.kind = waittext(w, args[GAP_KIND], TYPE_OTHER, NULL);
	one.blame = waittext(w, args[GAP_BLAME], TYPE_OTHER, NULL);
	one.before = spanis(name, "\"before\"") ? stringintern(&w->texts, spanof("")) : d->name;
	one.after = stringintern(&w->texts, spanof(""));
	if (d->first == end) /* nst-state writes the time before the first work at the end */
		one.after = d->firstname;
	waitsadd(w, &one);
	if (!spanis(name, "\"after\"") && d->first != end)
		d->expecting++;
}

void
waitsevent(struct waits *w, const struct event *ev)
{
	struct waitdevice *d;
	uint32_t name;

	if (w->most == 0 || !evhas(ev, KEY_DUR))
		return;
	if (ev->type == TYPE_GPU_STATE) {
		waitsstate(w, ev);
		return;
	}
	if (!w->neighbours || evfamily(ev->type) != FAMILY_GPU)
		return;
	d = waitdeviceof(w, ev);
	if (d->expecting == 0 && evend(ev) <= d->end)
		return;
	name = waittext(
	    w, evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof(""), ev->type, ev);
	if (d->first == INT64_MAX) {
		d->first = ev->number[KEY_TS];
		d->firstname = name;
	}
	if (d->expecting > 0)
		waitsended(w, d, ev->number[KEY_TS], name);
	if (evend(ev) > d->end) {
		d->end = evend(ev);
		d->name = name;
	}
}

/* Returns a time as --from takes it: after the start of the stream. */
static struct span
waitmoment(struct waits *w, int64_t ts)
{
	w->scratch.n = 0;
	bufchar(&w->scratch, '+');
	formatdecimals(&w->scratch, (wide)ts - clipstart(w->clip), 6, false);
	bufstr(&w->scratch, "ms");
	return bufall(&w->scratch);
}

/* The characters that names of work keep: two of them share a line. */
enum { NAME_LEAST = 18 };

enum { AT, LENGTH, GPU, CAUSE, KIND, BLAME, BEFORE, AFTER };

static struct tablecell
waitcell(const void *arg, size_t row, const struct column *column)
{
	struct waits *w = (struct waits *)arg;
	const struct wait *one = &w->p[row];
	const uint32_t texts[] = { [CAUSE] = one->cause, [KIND] = one->kind, [BLAME] = one->blame,
		[BEFORE] = one->before, [AFTER] = one->after };
	struct span text;

	if (column->id == AT && column->kind == COLUMN_TEXT)
		return celltext(waitmoment(w, one->ts));
	if (column->id == AT)
		return cellwhole(one->ts);
	if (column->id == LENGTH)
		return cellwhole(one->dur);
	if (column->id == GPU)
		return cellwhole(identitygpu(w->ids, one->pid, one->device));
	text = stringat(&w->texts, texts[column->id]);
	return text.n > 0 ? celltext(text) : (struct tablecell){ 0 };
}

static const struct column waitcolumns[] = {
	{ "length", COLUMN_TIME, waitcell, LENGTH, 0 },
	{ "at", COLUMN_TEXT, waitcell, AT, 0 },
	{ "ts", COLUMN_TIME, waitcell, AT, 0 },
	{ "gpu", COLUMN_INTEGER, waitcell, GPU, 0 },
	{ "cause", COLUMN_TEXT, waitcell, CAUSE, 0 },
	{ "kind", COLUMN_TEXT, waitcell, KIND, 1 },
	{ "blame", COLUMN_TEXT, waitcell, BLAME, 0 },
};

static const struct column gapcolumns[] = {
	{ "length", COLUMN_TIME, waitcell, LENGTH, 0 },
	{ "at", COLUMN_TEXT, waitcell, AT, 0 },
	{ "ts", COLUMN_TIME, waitcell, AT, 0 },
	{ "gpu", COLUMN_INTEGER, waitcell, GPU, 0 },
	{ "cause", COLUMN_TEXT, waitcell, CAUSE, 0 },
	{ "before", COLUMN_TEXT, waitcell, BEFORE, 0 },
	{ "after", COLUMN_TEXT, waitcell, AFTER, 0 },
	{ "kind", COLUMN_TEXT, waitcell, KIND, 1 },
	{ "blame", COLUMN_TEXT, waitcell, BLAME, 2 },
};

void
waitswrite(struct waits *w, const struct tableview *s, size_t rows, struct buf *out)
{
	const struct column *all = w->neighbours ? gapcolumns : waitcolumns;
	size_t count = w->neighbours ? sizeof(gapcolumns) / sizeof(*gapcolumns) :
	                               sizeof(waitcolumns) / sizeof(*waitcolumns);
	const char *unwanted = s->format == TABLE_TEXT ? "ts" : "at";
	struct column columns[sizeof(gapcolumns) / sizeof(*gapcolumns)];
	struct tableview view = *s;

	if (w->neighbours)
		view.least = NAME_LEAST;

	for (size_t i = 0; i < count; i++)
		if (strcmp(all[i].title, unwanted) != 0)
			columns[view.count++] = all[i];
	view.columns = columns;
	view.rows = rows < w->count ? rows : w->count;
	view.arg = w;
	if (view.rows > 0)
		tableviewwrite(&view, out);
}

void
waitsfree(struct waits *w)
{
	stringtablefree(&w->texts);
	free(w->p);
	free(w->devices);
	free(w->scratch.p);
}
