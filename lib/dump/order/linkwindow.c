/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/ordered.h"
#include "linkwindow.h"

/* A row of a range, chosen by its times. */
struct rangerow {
	size_t table;
	uint64_t place;
	int64_t ts, end; /* ns */
};

struct reach {
	struct flights flights;
	struct timespan window;   /* with both bounds */
	struct timespan interval; /* grows with each flight that is needed */
	struct timespan ranges;   /* ranges that do not touch it need not be read */
	struct timespan *threads; /* by thread: the ranges whose launches must be in the interval */
	struct launchcall *hot;   /* with flights that touch the window; sorted by thread, start */
	size_t hotcount, hotroom;
	uint64_t types;           /* of ranges */
	struct rangerow *rows;
	size_t count, room;
	struct table *tables;
};

static bool
touches(const struct timespan *x, int64_t ts, int64_t end)
{
	return x->begun && ts <= x->last && end >= x->first;
}

static int
hotorder(const void *a, const void *b)
{
	const struct launchcall *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	return (x->ts > y->ts) - (x->ts < y->ts);
}

/* Finds the launches whose flights touch the window. */
static void
findhot(struct reach *r)
{
	const struct flights *f = &r->flights;

	r->ranges = r->window;
	for (size_t i = 0; i < f->launchcount; i++) {
		const struct launchcall *l = &f->launches[i];
		const struct timespan *flight = &f->p[l->flight];

		if (!touches(&r->window, flight->first, flight->last))
			continue;
		GROW(r->hot, r->hotroom, r->hotcount + 1);
		r->hot[r->hotcount++] = *l;
		timespanadd(&r->interval, flight->first, flight->last);
		timespanadd(&r->ranges, l->ts, l->ts);
	}
	if (r->hotcount > 0)
		qsort(r->hot, r->hotcount, sizeof(*r->hot), hotorder);
}

/* Returns true if a hot launch of a thread starts in a range. */
static bool
hashot(const struct reach *r, uint32_t thread, const struct rangerow *range)
{
	size_t low = 0, high = r->hotcount;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct launchcall *l = &r->hot[middle];

		if (l->thread < thread || (l->thread == thread && l->ts < range->ts))
			low = middle + 1;
		else
			high = middle;
	}
	return low < r->hotcount && r->hot[low].thread == thread && r->hot[low].ts <= range->end;
}

static void
noterange(struct reach *r, size_t table, const struct rowtimes *times)
{
	struct when when;
	const struct plan *plan = tabletimes(&r->tables[table], times, &when);

	if (!plan || !(r->types & EVTYPE(plan->mapping->type)) || (when.span < 0 && !when.open) ||
	    !touches(&r->ranges, when.ts, whenend(&when)))
		return;
	GROW(r->rows, r->room, r->count + 1);
	r->rows[r->count++] =
	    (struct rangerow){ table, times->place, when.ts, whenend(&when) };
}

/* Notes the ranges of a table. */
static void
noteranges(struct reach *r, size_t table, const struct tablescan *scan)
{
	struct rows *rows = r->tables[table].rows;

	for (size_t i = 0; i < scan->chunkcount; i++) {
		const struct chunk *c = &scan->chunks[i];
		struct rowtimes times = { .next = c->first };

		if (!c->timespan.begun ||
		    !touches(&r->ranges, c->timespan.first, c->timespan.last))
			continue;
		while (rows->at(rows, times.next, &times) && times.place <= c->last)
			noterange(r, table, &times);
	}
}

/* Returns true if a table has ranges. */
static bool
hasranges(const struct table *t, uint64_t types)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->plans[i].wanted && (types & EVTYPE(t->plans[i].mapping->type)))
			return true;
	return false;
}

/* Reads the packed id of the thread of a range. Returns false if it has none. */
static bool
threadof(struct table *t, uint64_t place, struct row *row, int64_t *packed)
{
	struct when when;
	const struct plan *plan;
	int column;

	t->rows->take(t->rows, place, row);
	plan = tablerow(t, row, &when);
	column = plan ? plan->roles[ROLE_THREAD].column : -1;
	if (column < 0 || row->cells[column].type != CELL_INT)
		return false;
	*packed = row->cells[column].number;
	return true;
}

/* Adds the flights of all launches inside ranges that may have a projection in the window. Returns
 * false if a range has no thread. */
static bool
addranges(struct reach *r)
{
	const struct flights *f = &r->flights;
	struct row row = { 0 };
	bool good = true;
	int64_t packed;

	r->threads = xzalloc(f->threads.used + 1, sizeof(*r->threads));
	for (size_t i = 0; i < r->count && good; i++) {
		const struct rangerow *range = &r->rows[i];
		uint32_t thread;

		good = threadof(&r->tables[range->table], range->place, &row, &packed);
		thread = good ? flightsthread(f, packed) : UINT32_MAX;
		if (thread != UINT32_MAX &&
		    (touches(&r->window, range->ts, range->end) || hashot(r, thread, range)))
			timespanadd(&r->threads[thread], range->ts, range->end);
	}
	rowfree(&row);
	for (size_t i = 0; i < f->launchcount; i++) {
		const struct launchcall *l = &f->launches[i];

		if (touches(&r->threads[l->thread], l->ts, l->ts))
			timespanadd(&r->interval, f->p[l->flight].first, f->p[l->flight].last);
	}
	return good;
}

/* Computes the interval. Returns false if no call is known for GPU work: nst-link counts that for a
 * message. */
static bool
findinterval(struct reach *r, const struct tablescan *scans, size_t count)
{
	const struct flights *f = &r->flights;

	if (f->count > 0 && f->launchcount == 0)
		return false;
	findhot(r);
	for (size_t i = 0; i < count; i++)
		if (hasranges(&r->tables[i], r->types))
			noteranges(r, i, &scans[i]);
	return addranges(r);
}

/* What the threads of a scan share. The first item of the ordered work is all tables that are
 * joined, in one thread; the next items are the other tables. */
struct scanall {
	struct linkwindow *window;
	struct reach *reach;
	struct table *tables[2]; /* of each thread */
	struct found *found;
	size_t count;
	struct ordered ordered;
	atomic_bool unusual;
};

/* Scans a table by one of the threads. */
static void
scanone(struct scanall *a, unsigned thread, size_t table)
{
	struct table *t = &a->tables[thread][table];

	if (atomic_load(&a->unusual))
		return;
	/* any event may depend on a node of a graph */
	if (!tablescan(&a->window->scans[table], t, &a->found[table], &a->reach->flights) ||
	    (a->found[table].latest.known && hasranges(t, EVTYPE(TYPE_GRAPH_NODE))))
		atomic_store(&a->unusual, true);
}

/* Scans the tables that are joined, those with GPU rows first. */
static void
scanjoined(struct scanall *a, unsigned thread)
{
	for (enum joined with = JOINED_GPU; with >= JOINED_CALLS; with--)
		for (size_t i = 0; i < a->count; i++)
			if (flightsjoined(&a->tables[thread][i]) == with)
				scanone(a, thread, i);
}

/* Scans tables while there are any. */
static void
scansome(void *arg, unsigned thread)
{
	struct scanall *a = arg;
	size_t item;

	for (;;) {
		item = (size_t)orderedtake(&a->ordered);
		orderedtaken(&a->ordered);
		if (item > a->count)
			return;
		if (item == 0)
			scanjoined(a, thread);
		else if (flightsjoined(&a->tables[thread][item - 1]) == JOINED_NOT)
			scanone(a, thread, item - 1);
	}
}

/* Scans all tables. Returns false if a table is unusual, or has nodes of graphs. */
static bool
scanall(struct linkwindow *w, struct reach *r, struct table *second, struct found *found,
    size_t count)
{
	struct scanall a = { .window = w,
		.reach = r,
		.tables = { r->tables, second },
		.found = found,
		.count = count };

	orderedopen(&a.ordered);
	errno = orderedrun(&a.ordered, second ? 2 : 1, scansome, &a);
	if (errno != 0)
		die("cannot start a thread:");
	orderedclose(&a.ordered);
	for (size_t i = 0; second && i < count; i++)
		tableadd(&r->tables[i], &second[i]);
	return !atomic_load(&a.unusual);
}

/* Finds the start of the first event. Returns false if there is none. */
static bool
findfirst(struct linkwindow *w, size_t count)
{
	bool any = false;

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < w->scans[i].count; j++) {
			const struct firstrow *first = &w->scans[i].firsts[j];

			if (!first->known || (any && first->when.ts >= w->first))
				continue;
			w->first = first->when.ts;
			any = true;
		}
	return any;
}

/* Scans the tables, and sets the interval in wanted. Returns false if all rows are needed, or may
 * be. */
static bool
findneeded(struct linkwindow *w, const struct linkedwindow *asked, struct reach *r,
    struct table *second, struct found *found, size_t count, struct wanted *wanted)
{
	int64_t from, to;

	if (!scanall(w, r, second, found, count) || !findfirst(w, count))
		return false;
	from = momentresolve(asked->window.from, w->first, INT64_MAX, INT64_MIN);
	to = momentresolve(asked->window.to, w->first, INT64_MAX, INT64_MAX);
	if (from >= to)
		return false;
	timespanadd(&r->window, from, to);
	r->interval = r->window;
	if (!findinterval(r, w->scans, count))
		return false;
	/* a range that ends when its call does, at the bound, begins before it */
	wanted->from = subsat(r->interval.first, 1);
	wanted->to = addsat(r->interval.last, 1);
	return true;
}

static int
firstbyplace(const void *a, const void *b)
{
	const struct firstrow *x = a, *y = b;

	return (x->place > y->place) - (x->place < y->place);
}

/* Adds the first rows of a table that are outside of the interval. */
static void
addfirsts(struct tablescan *scan, struct found *found, const struct wanted *wanted)
{
	const struct firstrow *before = NULL;

	if (scan->count > 0)
		qsort(scan->firsts, scan->count, sizeof(*scan->firsts), firstbyplace);
	for (size_t i = 0; i < scan->count; i++) {
		const struct firstrow *row = &scan->firsts[i];

		if (!row->known || tableinside(wanted, &row->when) ||
		    (before && row->place == before->place))
			continue;
		foundaddsingle(found, row->place, row->when.ts);
		before = row;
	}
}

/* Adds the row with the latest end to the first rows of its table. */
static void
addlatest(struct tablescan *scans, const struct found *found, size_t count)
{
	size_t last = 0;

	for (size_t i = 0; i < count; i++)
		if (found[i].latest.known &&
		    (!found[last].latest.known || found[i].latest.end > found[last].latest.end))
			last = i;
	GROW(scans[last].firsts, scans[last].room, scans[last].count + 1);
	scans[last].firsts[scans[last].count++] = (struct firstrow){ true,
		found[last].latest.place, found[last].latest.when };
}

bool
linkwindowfind(struct linkwindow *w, const struct linkedwindow *asked, struct table *tables,
    struct table *second, struct found *found, size_t count, struct wanted *wanted)
{
	struct reach r = { .tables = tables, .types = asked->ranges };
	bool some;

	*w = (struct linkwindow){ .scans = NULL };
	w->scans = xzalloc(count, sizeof(*w->scans));
	some = findneeded(w, asked, &r, second, found, count, wanted);
	free(r.rows);
	free(r.threads);
	free(r.hot);
	flightsfree(&r.flights);
	for (size_t i = 0; i < count && !some; i++) {
		foundfree(&found[i]);
		tables[i].flaws = (struct flaws){ 0 };
	}
	if (!some)
		return false;
	addlatest(w->scans, found, count);
	for (size_t i = 0; i < count; i++) {
		runsfindinside(&found[i], &tables[i], wanted, w->scans[i].chunks,
		    w->scans[i].chunkcount);
		addfirsts(&w->scans[i], &found[i], wanted);
	}
	return true;
}

void
linkwindowfree(struct linkwindow *w, size_t count)
{
	for (size_t i = 0; w->scans && i < count; i++)
		tablescanfree(&w->scans[i]);
	free(w->scans);
	w->scans = NULL;
}
