/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "run.h"

/* With more runs than this, or more rows at one time, a table is sorted: the merge keeps some
 * hundred bytes for each. */
enum { RUNS = 32768, TIES = 65536 };

/* Adds the last row of the last run to a piece, or begins one. */
static void
addpiece(struct pass *pass, bool begins, uint64_t place, int64_t ts)
{
	struct found *f = pass->found;
	struct piece *last = NULL;

	if (!begins && last && (last->first ^ place) >> pass->blockbits == 0) {
		last->last = place;
		last->to = ts;
		return;
	}
	GROW(f->pieces, f->pieceroom, f->piececount + 1);
	f->pieces[f->piececount++] = (struct piece){ place, place, ts, ts };
}

void
passaddrow(struct pass *pass, uint64_t place, int64_t ts)
{
	struct found *f = pass->found;
	bool first = f->count == 0, tied = !first && ts == pass->latest;
	bool begins = first || ts < pass->latest || pass->gap > RUN_GAP;

	if (first)
		pass->lead = pass->gap;
	pass->ties = tied ? pass->ties + 1 : 0;
	if (f->count == 1 && ts == f->runs[0].ts)
		pass->firstties = pass->ties;
	if (begins) {
		GROW(f->runs, f->room, f->count + 1);
		f->runs[f->count++] = (struct run){ place, place, ts, false };
	}
	f->runs[f->count - 1].last = place;
	if (pass->blockbits > 0)
		addpiece(pass, begins, place, ts);
	pass->latest = ts;
	pass->gap = 0;
	pass->lost = f->count > RUNS || pass->ties > TIES;
}

struct pass
passopen(struct found *f, struct table *t, const struct wanted *wanted, unsigned blockbits)
{
	return (struct pass){
		.found = f, .table = t, .wanted = wanted, .blockbits = blockbits
	};
}

const struct plan *
passtimes(struct pass *pass, uint64_t place, const struct cell *times, struct when *when)
{
	struct table *t = pass->table;
	struct found *f = pass->found;
	const struct plan *plan = tableplan(t, &times[ROW_CLASS]);

	if (!plan) {
		t->flaws.strays++;
		return NULL;
	}
	if (plan->mapping->type == TYPE_META) {
		GROW(f->names, f->nameroom, f->namecount + 1);
		f->names[f->namecount++] = place;
	}
	if (!plan->wanted)
		return NULL;
	if (!tablewhen(plan, &times[ROW_START], &times[ROW_STOP], when)) {
		tabletimeless(t, plan, &times[ROW_START]);
		return NULL;
	}
	return plan;
}

void
passlookcareful(struct pass *pass, uint64_t place, const struct cell *times)
{
	struct when when;

	if (passtimes(pass, place, times, &when) && tableinside(pass->wanted, &when))
		passadd(pass, place, when.ts);
}

/* Adds rows from index i on to the last run and its last piece, as passextend does, while they are
 * wanted and each is later than the one before. Returns the index behind them. */
static size_t
extendby(struct pass *pass, const struct rowspans *spans, size_t i)
{
	struct found *f = pass->found;
	const size_t begin = i;
	uint64_t place = spans->place + begin * spans->step;
	int64_t from = pass->wanted->from, to = pass->wanted->to;
	const bool all = !windowed(pass->wanted);
	/* Rows without a time start at 0. */
	int64_t latest = pass->latest > 0 ? pass->latest : 0;
	struct piece *last = f->piececount > 0 ? &f->pieces[f->piececount - 1] : NULL;

	if (pass->lost || f->count == 0 || pass->gap >= RUN_GAP)
		return i;
	if (pass->blockbits > 0)
		last = &f->pieces[f->piececount - 1];
	if (last && (last->first ^ place) >> pass->blockbits != 0)
		return i;
	for (; i < spans->count; i++) {
		const struct rowspan *span = &spans->list[i];
		const struct plan *plan = tablespanplan(pass->table, span);

		if (!plan || !plan->spans || span->start <= latest || span->stop < span->start ||
		    (!all && !evoverlaps(span->start, span->stop, from, to)))
			break;
		latest = span->start;
	}
	if (i == begin)
		return i;
	f->rows += i - begin;
	place = spans->place + (i - 1) * spans->step;
	f->runs[f->count - 1].last = place;
	if (last) {
		last->last = place;
		last->to = latest;
	}
	pass->latest = latest;
	pass->ties = pass->gap = 0;
	return i;
}

void
passspans(struct pass *pass, const struct rowspans *spans)
{
	for (size_t i = 0; i < spans->count; i++) {
		struct cell times[ROW_TIMES];

		i = extendby(pass, spans, i);
		if (i == spans->count)
			break;
		tablespancells(&spans->list[i], times);
		passlook(pass, spans->place + i * spans->step, times);
	}
}

/* Adds the runs of a block to those before it: its first run may continue the last one. */
static void
joinruns(struct pass *pass, const struct pass *block)
{
	struct found *f = pass->found;
	const struct found *g = block->found;
	const struct run *first = &g->runs[0];
	bool tied = f->count > 0 && first->ts == pass->latest;
	size_t ties = tied ? pass->ties + 1 + block->firstties : 0, joined = 0;

	if (f->count > 0 && first->ts >= pass->latest && pass->gap + block->lead <= RUN_GAP) {
		f->runs[f->count - 1].last = first->last;
		joined = 1;
	}
	GROW(f->runs, f->room, f->count + g->count);
	for (size_t i = joined; i < g->count; i++)
		f->runs[f->count++] = g->runs[i];
	GROW(f->pieces, f->pieceroom, f->piececount + g->piececount);
	for (size_t i = 0; i < g->piececount; i++)
		f->pieces[f->piececount++] = g->pieces[i];
	pass->ties = tied && block->latest == first->ts && block->ties == block->firstties
	    ? ties
	    : block->ties;
	pass->latest = block->latest;
	pass->gap = block->gap;
	pass->lost = block->lost || f->count > RUNS || ties > TIES;
}

void
passjoin(struct pass *pass, struct pass *block)
{
	struct found *f = pass->found, *g = block->found;

	tableadd(pass->table, block->table);
	block->table->flaws = (struct flaws){ 0 };
	for (size_t i = 0; i < g->namecount; i++) {
		GROW(f->names, f->nameroom, f->namecount + 1);
		f->names[f->namecount++] = g->names[i];
	}
	if (g->rows > 0 && (f->rows == 0 || g->first < f->first))
		f->first = g->first;
	f->rows += g->rows;
	if (g->count == 0)
		pass->gap += block->gap;
	else if (!pass->lost)
		joinruns(pass, block);
	g->rows = g->count = g->piececount = g->namecount = 0;
	*block = passopen(g, block->table, block->wanted, block->blockbits);
}

static void
runlook(void *arg, const struct rowtimes *times)
{
	passlook(arg, times->place, times->cells);
}

static void
runlookall(void *arg, const struct rowspans *spans)
{
	passspans(arg, spans);
}

/* Passes over a table without blocks. Returns false as "pass" of struct rows does. */
static bool
runpass(struct pass *pass)
{
	struct rows *rows = pass->table->rows;

	if (rows->passspans)
		return rows->passspans(rows, runlook, runlookall, pass);
	return rows->pass(rows, runlook, pass);
}

/* Puts a row that is wanted into the sorter. */
static void
sort(void *arg, const struct rowtimes *times)
{
	const struct pass *pass = arg;
	struct when when;

	if (tabletimes(pass->table, times, &when) && tableinside(pass->wanted, &when)) {
		const int64_t keys[SORTER_KEYS] = { when.ts, !when.open, -when.span,
			placekey(times->place) };

		pass->found->sorter->put(pass->found->sorter, keys);
	}
}

/* Ends a pass over a table without blocks. */
static void
endpass(struct pass *pass)
{
	struct found *f = pass->found;
	struct table *t = pass->table;

	if (pass->lost) {
		f->count = 0;
		f->sorter = t->source->ops->sorter(t->source, t->name);
		t->rows->pass(t->rows, sort, pass);
	}
	f->mode = t->rows->mode;
}

void
runsfind(struct found *f, struct table *t, const struct wanted *wanted)
{
	struct pass pass = { .found = f, .table = t, .wanted = wanted };
	struct flaws before = t->flaws;

	if (!runpass(&pass)) {
		foundfree(f);
		t->flaws = before;
		pass = (struct pass){ .found = f, .table = t, .wanted = wanted };
		runpass(&pass);
	}
	endpass(&pass);
}

void
runsfindinside(struct found *f, struct table *t, const struct wanted *wanted,
    const struct chunk *chunks, size_t count)
{
	struct pass pass = { .found = f, .table = t, .wanted = wanted };
	struct flaws flaws = t->flaws;
	size_t names = f->namecount;

	for (size_t i = 0; i < count; i++) {
		const struct chunk *c = &chunks[i];
		struct rowtimes times = { .next = c->first };

		if (!c->timespan.begun || c->timespan.first > wanted->to ||
		    c->timespan.last < wanted->from) {
			pass.gap += CHUNK_ROWS;
			continue;
		}
		while (t->rows->at(t->rows, times.next, &times) && times.place <= c->last)
			passlook(&pass, times.place, times.cells);
	}
	t->flaws = flaws;
	f->namecount = names;
	endpass(&pass);
}

void
runsfindapart(
    struct found *found, struct table *tables, size_t count, const struct wanted *wanted)
{
	struct pass *passes = xreallocarray(NULL, count, sizeof(*passes));
	struct rowspass *looks = xreallocarray(NULL, count, sizeof(*looks));
	size_t together = 0;

	for (size_t i = 0; i < count; i++) {
		if (tables[i].rows->blockbits == 0 || found[i].made)
			continue;
		passes[together] = passopen(&found[i], &tables[i], wanted,
		    tables[i].rows->blockbits);
		looks[together] =
		    (struct rowspass){ tables[i].rows, runlook, &passes[together] };
		together++;
	}
	if (together > 0)
		tables[0].source->ops->passes(looks, together);
	for (size_t i = 0; i < together; i++)
		passes[i].found->lost = passes[i].lost;
	free(passes);
	free(looks);
}

struct lasting {
	struct table *table;
	struct timespan timespan;
};

/* Extends a span of time to a row that is wanted. */
static void
measure(void *arg, const struct rowtimes *times)
{
	struct lasting *l = arg;
	struct when when;

	if (tabletimes(l->table, times, &when))
		timespanadd(&l->timespan, when.ts, addsat(when.ts, when.span < 0 ? 0 : when.span));
}

/* Returns the span of time of the wanted rows of a table without blocks. */
static struct timespan
measureone(struct table *t)
{
	struct lasting l = { .table = t };

	if (!t->rows->pass(t->rows, measure, &l)) {
		l.timespan = (struct timespan){ 0 };
		t->rows->pass(t->rows, measure, &l);
	}
	return l.timespan;
}

void
runsextent(struct timespan *x, struct table *tables, size_t count)
{
	struct lasting *list = xzalloc(count, sizeof(*list));
	struct rowspass *looks = xreallocarray(NULL, count, sizeof(*looks));
	size_t together = 0;

	for (size_t i = 0; i < count; i++) {
		list[i].table = &tables[i];
		if (tables[i].rows->blockbits > 0)
			looks[together++] =
			    (struct rowspass){ tables[i].rows, measure, &list[i] };
		else
			list[i].timespan = measureone(&tables[i]);
	}
	if (together > 0)
		tables[0].source->ops->passes(looks, together);
	for (size_t i = 0; i < count; i++)
		if (list[i].timespan.begun)
			timespanadd(x, list[i].timespan.first, list[i].timespan.last);
	free(list);
	free(looks);
}

void
foundaddsingle(struct found *f, uint64_t place, int64_t ts)
{
	GROW(f->runs, f->room, f->count + 1);
	f->runs[f->count++] = (struct run){ place, place, ts, true };
	f->rows++;
}

void
foundfree(struct found *f)
{
	free(f->runs);
	free(f->names);
	free(f->pieces);
	if (f->sorter)
		f->sorter->close(f->sorter);
	*f = (struct found){ 0 };
}
