/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "gaplabel.h"
#include "idle.h"

/* An operation on a device, overhead of the profiler in a process, or an idle state of a device. */
struct interval {
	int64_t pid, device, context;
	int64_t from, to; /* ns */
	uint32_t label;   /* in idle.labels, with args.around */
};

struct intervals {
	struct interval *p;
	size_t count, room;
};

/* A row of the table: a time on a device. */
struct idlerow {
	int64_t pid, device, context;
	int64_t from, to; /* ns */
	wide busy;        /* ns; sum of the operations in it */
	uint32_t before, after; /* labels of the events around a gap */
};

enum { NO_CONTEXT = -1 };

struct idle {
	struct collector collector;
	struct collectorargs args;
	struct intervals operations, overheads;
	struct intervals states; /* idle times, as nst-state found them; with args.around */
	struct gaplabels labels;
	struct idlerow *rows;
	size_t count, room;
};

static void
idleaddinterval(struct idle *x, struct intervals *w, const struct event *ev)
{
	GROW(w->p, w->room, w->count + 1);
	w->p[w->count++] = (struct interval){
		.pid = evnumber(ev, KEY_PID),
		.device = evnumber(ev, KEY_DEVICE),
		.context = evhas(ev, KEY_CONTEXT) ? ev->number[KEY_CONTEXT] : NO_CONTEXT,
		.from = ev->number[KEY_TS],
		.to = evend(ev),
		.label = x->args.around ? gaplabeladd(&x->labels, ev) : 0,
	};
}

static void
idleevent(struct collector *e, const struct event *ev)
{
	struct idle *x = (struct idle *)e;

	if (!evhas(ev, KEY_DUR) || !collectortouches(&x->args, ev))
		return;
	if (ev->type == TYPE_OVERHEAD)
		idleaddinterval(x, &x->overheads, ev);
	else if (evfamily(ev->type) == FAMILY_GPU)
		idleaddinterval(x, &x->operations, ev);
	else if (x->args.around && evhas(ev, KEY_NAME) &&
	    spanis(ev->value[KEY_NAME], "\"idle\""))
		idleaddinterval(x, &x->states, ev);
}

/* By process, device and start. Overheads have no device. */
static int
bydevicestart(const void *a, const void *b)
{
	const struct interval *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

static void
sortintervals(struct intervals *w)
{
	if (w->count > 0)
		qsort(w->p, w->count, sizeof(*w->p), bydevicestart);
}

/* The operations of a process on a device. span is from the first to the last of them; its context
 * is that of all of them, or NO_CONTEXT if they differ. */
struct devicework {
	const struct interval *p;
	size_t count;
	struct idlerow span;
};

/* Sets *devicework to the next device and process; its count must be 0 at first. Returns false
 * after the last. */
static bool
nextdevice(const struct intervals *w, struct devicework *devicework)
{
	const struct interval *p = devicework->p ? devicework->p + devicework->count : w->p;
	const struct interval *end = w->p + w->count;

	if (p == end)
		return false;
	*devicework = (struct devicework){ .p = p,
		.span = { .pid = p->pid,
			.device = p->device,
			.context = p->context,
			.from = p->from,
			.to = p->to } };
	for (; p + devicework->count < end; devicework->count++) {
		const struct interval *one = p + devicework->count;

		if (one->pid != p->pid || one->device != p->device)
			break;
		if (one->context != p->context)
			devicework->span.context = NO_CONTEXT;
		devicework->span.to = one->to > devicework->span.to ? one->to : devicework->span.to;
	}
	return true;
}

static void
addrow(struct idle *x, const struct idlerow *row)
{
	GROW(x->rows, x->room, x->count + 1);
	x->rows[x->count++] = *row;
}

/* Returns the index of the first overhead of a process, by binary search; they are sorted. */
static size_t
findoverheads(const struct intervals *w, int64_t pid)
{
	size_t low = 0, high = w->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (w->p[middle].pid < pid)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Finds the gaps, by merging the sorted operations and overheads. */
static void
findgaps(struct idle *x, const struct devicework *devicework)
{
	const struct intervals *o = &x->overheads;
	size_t i = 0, j = findoverheads(o, devicework->span.pid);
	struct idlerow gap = devicework->span;
	int64_t upto = devicework->span.from;
	uint32_t before = devicework->p->label;

	while (i < devicework->count) {
		bool overhead = j < o->count && o->p[j].pid == devicework->span.pid &&
		    o->p[j].from < devicework->p[i].from;
		const struct interval *next = overhead ? &o->p[j++] : &devicework->p[i++];

		gap.from = upto;
		gap.to = next->from;
		gap.before = before;
		gap.after = next->label;
		if (subsat(gap.to, gap.from) > x->args.gap)
			addrow(x, &gap);
		if (next->to > upto) {
			upto = next->to;
			before = next->label;
		}
	}
}

/* Adds the duration of an operation to the chunks that it overlaps. A chunk has length ns; the
 * first begins with the span. */
static void
addtochunks(wide *chunks, const struct idlerow *span, wide length, const struct interval *work)
{
	wide from = work->from > span->from ? (wide)work->from - span->from : 0;
	wide to = (wide)(work->to < span->to ? work->to : span->to) - span->from;

	while (from < to) {
		wide end = (from / length + 1) * length;

		chunks[from / length] += (end < to ? end : to) - from;
		from = end;
	}
}

/* Finds the chunks that are busy for less than the threshold, and joins adjacent ones. */
static void
findchunks(struct idle *x, const struct devicework *devicework)
{
	wide span = (wide)devicework->span.to - devicework->span.from, parts = (wide)x->args.chunks;
	wide length = (span + parts - 1) / parts;
	size_t count = length > 0 ? (size_t)((span + length - 1) / length) : 0;
	wide *chunks = xzalloc(count + 1, sizeof(*chunks));
	const struct intervals *o = &x->overheads;
	bool open = false;

	for (size_t i = 0; i < devicework->count; i++)
		addtochunks(chunks, &devicework->span, length, &devicework->p[i]);
	for (size_t i = findoverheads(o, devicework->span.pid); count > 0 && i < o->count; i++) {
		if (o->p[i].pid != devicework->span.pid)
			break;
		addtochunks(chunks, &devicework->span, length, &o->p[i]);
	}
	for (size_t i = 0; i < count; i++) {
		struct idlerow row = devicework->span;

		if (chunks[i] * 100 >= length * x->args.threshold) {
			open = false;
			continue;
		}
		row.from = (int64_t)(devicework->span.from + length * (wide)i);
		row.to = row.from + length < INT64_MAX ? (int64_t)(row.from + length) : INT64_MAX;
		row.busy = chunks[i];
		if (open) {
			x->rows[x->count - 1].to = row.to;
			x->rows[x->count - 1].busy += row.busy;
		} else {
			addrow(x, &row);
		}
		open = true;
	}
	free(chunks);
}

/* The least busy first, then the longest, then by process, device and start. */
static int
byrow(const void *a, const void *b)
{
	const struct idlerow *x = a, *y = b;
	wide m = (wide)x->to - x->from, n = (wide)y->to - y->from;
	long double s = (long double)x->busy / (long double)m;
	long double t = (long double)y->busy / (long double)n;

	if (s != t)
		return s < t ? -1 : 1;
	if (m != n)
		return m > n ? -1 : 1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

enum { ROW, USE, DURATION, START, PID, DEVICE, CONTEXT };

static struct tablecell
idlecell(const void *arg, size_t row, const struct column *column)
{
	const struct idle *x = arg;
	const struct idlerow *r = &x->rows[row];

	switch (column->id) {
	case ROW:
		return cellwhole((wide)row + 1);
	case USE:
		return cellratio(r->busy * 100, (wide)r->to - r->from);
	case DURATION:
		return cellwhole((wide)r->to - r->from);
	case START:
		return cellwhole(r->from);
	case PID:
		return cellwhole(r->pid);
	case DEVICE:
		return cellwhole(r->device);
	}
	if (r->context == NO_CONTEXT)
		return (struct tablecell){ 0 };
	return cellwhole(r->context);
}

/* Compares the device and the start of a gap with an interval, as bydevicestart does. Returns true
 * if the interval is before the gap. */
static bool
isbeforegap(const struct interval *p, const struct idlerow *gap)
{
	if (p->pid != gap->pid)
		return p->pid < gap->pid;
	if (p->device != gap->device)
		return p->device < gap->device;
	return p->to <= gap->from;
}

/* Returns the state in which the device is idle for the largest part of a gap; NULL if there is
 * none. The states of a device are sorted, and do not overlap. */
static const struct interval *
idlestateof(const struct intervals *w, const struct idlerow *gap)
{
	const struct interval *best = NULL;
	int64_t most = 0;
	size_t low = 0, high = w->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (isbeforegap(&w->p[middle], gap))
			low = middle + 1;
		else
			high = middle;
	}
	for (const struct interval *p = w->p + low; p < w->p + w->count; p++) {
		int64_t from = p->from > gap->from ? p->from : gap->from;
		int64_t to = p->to < gap->to ? p->to : gap->to;

		if (p->pid != gap->pid || p->device != gap->device || p->from >= gap->to)
			break;
		if (subsat(to, from) > most) {
			most = subsat(to, from);
			best = p;
		}
	}
	return best;
}

enum { BEFORE, AFTER, CALL, RANGES, CAUSE, KIND, BLAME };

/* Returns a cell about the events around a gap. */
static struct tablecell
gapcell(const void *arg, size_t row, const struct column *column)
{
	static const enum gaptext texts[] = { GAPTEXT_NAME, GAPTEXT_NAME, GAPTEXT_CALL,
		GAPTEXT_RANGES, GAPTEXT_CAUSE, GAPTEXT_KIND, GAPTEXT_BLAME };
	const struct idle *x = arg;
	const struct idlerow *gap = &x->rows[row];
	uint32_t label = column->id == BEFORE ? gap->before : gap->after;
	struct span text;

	if (column->id >= CAUSE) {
		const struct interval *state = idlestateof(&x->states, gap);

		if (!state)
			return (struct tablecell){ 0 };
		label = state->label;
	}
	text = gaplabeltext(&x->labels, label, texts[column->id]);
	return text.n > 0 ? celltext(text) : (struct tablecell){ 0 };
}

#define PLACE \
	{ "Duration (ns)", COLUMN_TIME, idlecell, DURATION, 0 }, \
	{ "Start (ns)", COLUMN_TIME, idlecell, START, 0 }, \
	{ "PID", COLUMN_INTEGER, idlecell, PID, 0 }, \
	{ "Device ID", COLUMN_INTEGER, idlecell, DEVICE, 0 }, \
	{ "Context ID", COLUMN_INTEGER, idlecell, CONTEXT, 0 }

static const struct column gapcolumns[] = { { "Row#", COLUMN_INTEGER, idlecell, ROW, 0 }, PLACE,
	{ "Before", COLUMN_TEXT, gapcell, BEFORE, 0 }, { "After", COLUMN_TEXT, gapcell, AFTER, 0 },
	{ "Call", COLUMN_TEXT, gapcell, CALL, 0 }, { "Ranges", COLUMN_TEXT, gapcell, RANGES, 0 },
	{ "Cause", COLUMN_TEXT, gapcell, CAUSE, 0 }, { "Kind", COLUMN_TEXT, gapcell, KIND, 0 },
	{ "Blame", COLUMN_TEXT, gapcell, BLAME, 0 } };
static const struct column chunkcolumns[] = { { "Row#", COLUMN_INTEGER, idlecell, ROW, 0 },
	{ "In-Use (%)", COLUMN_PERCENT, idlecell, USE, 0 }, PLACE };

#undef PLACE

/* GAPCOLUMNS are those of gpu_gaps; the others are there with args.around. */
enum { RULE_ROWS = 50, GAPCOLUMNS = 6 };

static size_t
idlewrite(struct idle *x, void (*find)(struct idle *, const struct devicework *),
    const struct column *columns, size_t count)
{
	struct devicework devicework = { 0 };

	sortintervals(&x->operations);
	for (size_t i = 0; i < x->overheads.count; i++)
		x->overheads.p[i].device = 0;
	sortintervals(&x->overheads);
	sortintervals(&x->states);
	while (nextdevice(&x->operations, &devicework))
		find(x, &devicework);
	if (x->count > 0)
		qsort(x->rows, x->count, sizeof(*x->rows), byrow);
	return collectorwrite(&x->args, columns, count, x->count, RULE_ROWS, x);
}

static size_t
writegaps(struct collector *e)
{
	struct idle *x = (struct idle *)e;

	return idlewrite(x, findgaps, gapcolumns,
	    x->args.around ? sizeof(gapcolumns) / sizeof(*gapcolumns) : GAPCOLUMNS);
}

static size_t
writechunks(struct collector *e)
{
	return idlewrite((struct idle *)e, findchunks, chunkcolumns,
	    sizeof(chunkcolumns) / sizeof(*chunkcolumns));
}

static void
idlefree(struct collector *e)
{
	struct idle *x = (struct idle *)e;

	free(x->operations.p);
	free(x->overheads.p);
	free(x->states.p);
	gaplabelsfree(&x->labels);
	free(x->rows);
	free(x);
}

static struct collector *
idlemake(const struct collectorargs *args, size_t (*write)(struct collector *))
{
	struct idle *x = xzalloc(1, sizeof(*x));

	x->args = *args;
	x->collector = (struct collector){ .event = idleevent,
		.write = write,
		.free = idlefree,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT) };
	return &x->collector;
}

struct collector *
idlegaps(const struct collectorargs *args)
{
	return idlemake(args, writegaps);
}

struct collector *
idlechunks(const struct collectorargs *args)
{
	return idlemake(args, writechunks);
}
