/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "blocks.h"
#include "run.h"

/* With more runs than this, or more rows at one time, a table is sorted: the merge keeps some
 * hundred bytes for each. */
enum { RUNS = 32768, TIES = 65536 };

/* So many rows that are not wanted end a run: the merge would step over them once more. */
enum { GAP = 256 };

/* Notes in which block the last row of the last run is. */
static void
addpiece(struct found *f, bool begins, uint64_t place, int64_t ts)
{
	uint32_t block = blockof(place);
	struct piece *last = f->piececount > 0 ? &f->pieces[f->piececount - 1] : NULL;

	if (!begins && last && last->block == block) {
		last->to = ts;
		return;
	}
	GROW(f->pieces, f->pieceroom, f->piececount + 1);
	f->pieces[f->piececount++] = (struct piece){ block, ts, ts };
}

/* Takes the next row that is wanted: it continues the last run, or begins one. */
static void
addrow(struct pass *pass, uint64_t place, int64_t ts)
{
	struct found *f = pass->found;
	bool begins = f->count == 0 || ts < pass->latest || pass->gap > GAP;

	pass->ties = ts == pass->latest ? pass->ties + 1 : 0;
	if (begins) {
		GROW(f->runs, f->room, f->count + 1);
		f->runs[f->count++] = (struct run){ place, place, ts };
	}
	f->runs[f->count - 1].last = place;
	if (pass->apart)
		addpiece(f, begins, place, ts);
	pass->latest = ts;
	pass->gap = 0;
	pass->lost = f->count > RUNS || pass->ties > TIES;
}

struct pass
passopen(struct found *f, struct table *t, const struct wanted *wanted)
{
	return (struct pass){ .found = f, .table = t, .wanted = wanted, .apart = true };
}

void
passlook(struct pass *pass, const struct rowtimes *times)
{
	struct table *t = pass->table;
	struct found *f = pass->found;
	const struct plan *plan = tableplan(t, &times->cells[ROW_CLASS]);
	struct when when;

	pass->gap++;
	if (!plan) {
		t->flaws.strays++;
		return;
	}
	if (plan->source->type == TYPE_META) {
		GROW(f->names, f->nameroom, f->namecount + 1);
		f->names[f->namecount++] = times->place;
	}
	if (!plan->wanted)
		return;
	if (!tablewhen(plan, &times->cells[ROW_START], &times->cells[ROW_STOP], &when)) {
		tabletimeless(t, plan, &times->cells[ROW_START]);
		return;
	}
	if (!tableinside(pass->wanted, &when))
		return;
	if (f->rows == 0 || when.ts < f->first)
		f->first = when.ts;
	f->rows++;
	if (!pass->lost)
		addrow(pass, times->place, when.ts);
}

static void
look(void *arg, const struct rowtimes *times)
{
	passlook(arg, times);
}

/* Gives the sorter a row that is wanted. */
static void
sort(void *arg, const struct rowtimes *times)
{
	const struct pass *pass = arg;
	struct when when;

	if (tabletimes(pass->table, times, &when) && tableinside(pass->wanted, &when))
		sorterput(pass->found->sorter, &when, times->place);
}

void
runsfind(struct found *f, struct table *t, const struct wanted *wanted)
{
	struct pass pass = { .found = f, .table = t, .wanted = wanted };
	struct flaws before = t->flaws;

	if (!rowspass(t->rows, look, &pass)) {
		foundfree(f);
		t->flaws = before;
		pass = (struct pass){ .found = f, .table = t, .wanted = wanted };
		rowspass(t->rows, look, &pass);
	}
	if (pass.lost) {
		f->count = 0;
		f->sorter = sorteropen(t->profile, t->name);
		rowspass(t->rows, sort, &pass);
	}
	f->asked = rowsasked(t->rows);
}

void
runsfindapart(
    struct found *found, struct table *tables, size_t count, const struct wanted *wanted)
{
	struct pass *passes = xreallocarray(NULL, count, sizeof(*passes));
	struct rowslook *looks = xreallocarray(NULL, count, sizeof(*looks));
	size_t together = 0;

	for (size_t i = 0; i < count; i++) {
		if (!rowsapart(tables[i].rows) || found[i].made)
			continue;
		passes[together] = passopen(&found[i], &tables[i], wanted);
		looks[together] =
		    (struct rowslook){ tables[i].rows, look, &passes[together] };
		together++;
	}
	if (together > 0)
		rowspasses(looks, together);
	for (size_t i = 0; i < together; i++)
		passes[i].found->lost = passes[i].lost;
	free(passes);
	free(looks);
}

struct lasting {
	struct table *table;
	struct extent extent;
};

/* Takes note of when a row that is wanted begins and ends. */
static void
measure(void *arg, const struct rowtimes *times)
{
	struct lasting *l = arg;
	struct when when;

	if (tabletimes(l->table, times, &when))
		extentspan(&l->extent, when.ts, addsat(when.ts, when.span < 0 ? 0 : when.span));
}

/* The same of a table of its own. */
static struct extent
measureone(struct table *t)
{
	struct lasting l = { .table = t };

	if (!rowspass(t->rows, measure, &l)) {
		l.extent = (struct extent){ 0 };
		rowspass(t->rows, measure, &l);
	}
	return l.extent;
}

void
runsextent(struct extent *x, struct table *tables, size_t count)
{
	struct lasting *list = xzalloc(count, sizeof(*list));
	struct rowslook *looks = xreallocarray(NULL, count, sizeof(*looks));
	size_t together = 0;

	for (size_t i = 0; i < count; i++) {
		list[i].table = &tables[i];
		if (rowsapart(tables[i].rows))
			looks[together++] =
			    (struct rowslook){ tables[i].rows, measure, &list[i] };
		else
			list[i].extent = measureone(&tables[i]);
	}
	if (together > 0)
		rowspasses(looks, together);
	for (size_t i = 0; i < count; i++)
		if (list[i].extent.begun)
			extentspan(x, list[i].extent.first, list[i].extent.last);
	free(list);
	free(looks);
}

void
foundfree(struct found *f)
{
	free(f->runs);
	free(f->names);
	free(f->pieces);
	sorterclose(f->sorter);
	*f = (struct found){ 0 };
}
