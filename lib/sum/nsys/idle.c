/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "idle.h"

/* A stint: an operation on a device, or time that the profiler took from a process. */
struct stint {
	int64_t pid, device, context;
	int64_t from, to; /* ns */
};

struct stints {
	struct stint *p;
	size_t count, room;
};

/* A row: a time on a device, and how much of it was worked. */
struct idlerow {
	int64_t pid, device, context;
	int64_t from, to; /* ns */
	wide worked;      /* ns */
};

enum { NO_CONTEXT = -1 };

struct idle {
	struct collector collector;
	struct collectorargs ask;
	struct stints works, overheads;
	struct idlerow *rows;
	size_t count, room;
};

static void
addstint(struct stints *w, const struct event *ev)
{
	GROW(w->p, w->room, w->count + 1);
	w->p[w->count++] = (struct stint){
		.pid = evnumber(ev, KEY_PID),
		.device = evnumber(ev, KEY_DEVICE),
		.context = evhas(ev, KEY_CONTEXT) ? ev->number[KEY_CONTEXT] : NO_CONTEXT,
		.from = ev->number[KEY_TS],
		.to = evend(ev),
	};
}

static void
idleevent(struct collector *e, const struct event *ev)
{
	struct idle *x = (struct idle *)e;

	if (!evhas(ev, KEY_DUR) || !collectortouches(&x->ask, ev))
		return;
	if (ev->type == TYPE_OVERHEAD)
		addstint(&x->overheads, ev);
	else if (evfamily(ev->type) == FAMILY_GPU)
		addstint(&x->works, ev);
}

/* By process, device and start; overheads have no device. */
static int
idlebyplace(const void *a, const void *b)
{
	const struct stint *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

static void
sortstints(struct stints *w)
{
	if (w->count > 0)
		qsort(w->p, w->count, sizeof(*w->p), idlebyplace);
}

/* The works of one device and process: from the first to the last, and their context where they
 * have one in common. */
struct place {
	const struct stint *p;
	size_t count;
	struct idlerow all;
};

/* The next place behind one, whose count is 0 at first; false when there is none. */
static bool
nextplace(const struct stints *w, struct place *place)
{
	const struct stint *p = place->p ? place->p + place->count : w->p;
	const struct stint *end = w->p + w->count;

	if (p == end)
		return false;
	*place = (struct place){ .p = p,
		.all = { p->pid, p->device, p->context, p->from, p->to, 0 } };
	for (; p + place->count < end; place->count++) {
		const struct stint *one = p + place->count;

		if (one->pid != p->pid || one->device != p->device)
			break;
		if (one->context != p->context)
			place->all.context = NO_CONTEXT;
		place->all.to = one->to > place->all.to ? one->to : place->all.to;
	}
	return true;
}

static void
addrow(struct idle *x, const struct idlerow *row)
{
	GROW(x->rows, x->room, x->count + 1);
	x->rows[x->count++] = *row;
}

/* The first overhead of a process that is later in the order than it; they are sorted. */
static size_t
findoverheads(const struct stints *w, int64_t pid)
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

/* Finds the gaps between works and overheads, which are two lists in order. */
static void
findgaps(struct idle *x, const struct place *place)
{
	const struct stints *o = &x->overheads;
	size_t i = 0, j = findoverheads(o, place->all.pid);
	struct idlerow gap = place->all;
	int64_t upto = place->all.from;

	while (i < place->count) {
		bool overhead = j < o->count && o->p[j].pid == place->all.pid &&
		    o->p[j].from < place->p[i].from;
		const struct stint *next = overhead ? &o->p[j++] : &place->p[i++];

		gap.from = upto;
		gap.to = next->from;
		if (subsat(gap.to, gap.from) > x->ask.gap)
			addrow(x, &gap);
		upto = next->to > upto ? next->to : upto;
	}
}

/* Adds work to the chunks that it lies in, each so many ns from the start of the place. */
static void
idlefill(wide *chunks, const struct idlerow *all, wide length, const struct stint *work)
{
	wide from = work->from > all->from ? (wide)work->from - all->from : 0;
	wide to = (wide)(work->to < all->to ? work->to : all->to) - all->from;

	while (from < to) {
		wide end = (from / length + 1) * length;

		chunks[from / length] += (end < to ? end : to) - from;
		from = end;
	}
}

/* Finds the chunks with little work, and joins those side by side. */
static void
findchunks(struct idle *x, const struct place *place)
{
	wide span = (wide)place->all.to - place->all.from, parts = (wide)x->ask.chunks;
	wide length = (span + parts - 1) / parts;
	size_t count = length > 0 ? (size_t)((span + length - 1) / length) : 0;
	wide *chunks = xzalloc(count + 1, sizeof(*chunks));
	const struct stints *o = &x->overheads;
	bool open = false;

	for (size_t i = 0; i < place->count; i++)
		idlefill(chunks, &place->all, length, &place->p[i]);
	for (size_t i = findoverheads(o, place->all.pid); count > 0 && i < o->count; i++) {
		if (o->p[i].pid != place->all.pid)
			break;
		idlefill(chunks, &place->all, length, &o->p[i]);
	}
	for (size_t i = 0; i < count; i++) {
		struct idlerow row = place->all;

		if (chunks[i] * 100 >= length * x->ask.threshold) {
			open = false;
			continue;
		}
		row.from = (int64_t)(place->all.from + length * (wide)i);
		row.to = row.from + length < INT64_MAX ? (int64_t)(row.from + length) : INT64_MAX;
		row.worked = chunks[i];
		if (open) {
			x->rows[x->count - 1].to = row.to;
			x->rows[x->count - 1].worked += row.worked;
		} else {
			addrow(x, &row);
		}
		open = true;
	}
	free(chunks);
}

/* The emptiest first, then the longest, then as they are by process, device and time. */
static int
byrow(const void *a, const void *b)
{
	const struct idlerow *x = a, *y = b;
	wide m = (wide)x->to - x->from, n = (wide)y->to - y->from;
	long double s = (long double)x->worked / (long double)m;
	long double t = (long double)y->worked / (long double)n;

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
idleentry(const void *arg, size_t row, const struct column *column)
{
	const struct idle *x = arg;
	const struct idlerow *r = &x->rows[row];

	switch (column->what) {
	case ROW:
		return cellwhole((wide)row + 1);
	case USE:
		return cellratio(r->worked * 100, (wide)r->to - r->from);
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

#define PLACE \
	{ "Duration (ns)", COLUMN_TIME, idleentry, DURATION, 0 }, \
	{ "Start (ns)", COLUMN_TIME, idleentry, START, 0 }, \
	{ "PID", COLUMN_INTEGER, idleentry, PID, 0 }, \
	{ "Device ID", COLUMN_INTEGER, idleentry, DEVICE, 0 }, \
	{ "Context ID", COLUMN_INTEGER, idleentry, CONTEXT, 0 }

static const struct column gapcolumns[] = { { "Row#", COLUMN_INTEGER, idleentry, ROW, 0 }, PLACE };
static const struct column chunkcolumns[] = { { "Row#", COLUMN_INTEGER, idleentry, ROW, 0 },
	{ "In-Use (%)", COLUMN_PERCENT, idleentry, USE, 0 }, PLACE };

#undef PLACE

enum { RULE_ROWS = 50 };

static size_t
idlewriterows(struct idle *x, void (*find)(struct idle *, const struct place *),
    const struct column *columns, size_t count)
{
	struct place place = { 0 };

	sortstints(&x->works);
	for (size_t i = 0; i < x->overheads.count; i++)
		x->overheads.p[i].device = 0;
	sortstints(&x->overheads);
	while (nextplace(&x->works, &place))
		find(x, &place);
	if (x->count > 0)
		qsort(x->rows, x->count, sizeof(*x->rows), byrow);
	return collectorwrite(&x->ask, columns, count, x->count, RULE_ROWS, x);
}

static size_t
writegaps(struct collector *e)
{
	return idlewriterows((struct idle *)e, findgaps, gapcolumns,
	    sizeof(gapcolumns) / sizeof(*gapcolumns));
}

static size_t
writechunks(struct collector *e)
{
	return idlewriterows((struct idle *)e, findchunks, chunkcolumns,
	    sizeof(chunkcolumns) / sizeof(*chunkcolumns));
}

static void
idlerelease(struct collector *e)
{
	struct idle *x = (struct idle *)e;

	free(x->works.p);
	free(x->overheads.p);
	free(x->rows);
	free(x);
}

static struct collector *
idlemake(const struct collectorargs *ask, size_t (*write)(struct collector *))
{
	struct idle *x = xzalloc(1, sizeof(*x));

	x->ask = *ask;
	x->collector = (struct collector){ .event = idleevent,
		.write = write,
		.free = idlerelease,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT) };
	return &x->collector;
}

struct collector *
idlegaps(const struct collectorargs *ask)
{
	return idlemake(ask, writegaps);
}

struct collector *
idlechunks(const struct collectorargs *ask)
{
	return idlemake(ask, writechunks);
}
