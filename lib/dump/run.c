/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "run.h"

/* With more runs than this, or more rows at one time, a table is sorted: the merge keeps some
 * hundred bytes for each. */
enum { RUNS = 32768, TIES = 65536 };

/* So many rows that are not wanted end a run: the merge would step over them once more. */
enum { GAP = 256 };

struct pass {
	struct found *found;
	struct table *table;
	const struct wanted *wanted;
	int64_t latest; /* ts of the last row that is wanted, ns */
	size_t ties;    /* rows since then that start then, too */
	size_t gap;     /* rows since then that are not wanted */
	bool lost;      /* there are too many runs or ties */
};

/* Takes the next row that is wanted: it continues the last run, or begins one. */
static void
addrow(struct pass *pass, uint64_t place, int64_t ts)
{
	struct found *f = pass->found;

	pass->ties = ts == pass->latest ? pass->ties + 1 : 0;
	if (f->count == 0 || ts < pass->latest || pass->gap > GAP) {
		GROW(f->runs, f->room, f->count + 1);
		f->runs[f->count++] = (struct run){ place, place };
	}
	f->runs[f->count - 1].last = place;
	pass->latest = ts;
	pass->gap = 0;
	pass->lost = f->count > RUNS || pass->ties > TIES;
}

/* Looks at a row. */
static void
look(void *arg, const struct rowtimes *times)
{
	struct pass *pass = arg;
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

void
runsextent(struct extent *x, struct table *t)
{
	struct lasting l = { .table = t };

	if (!rowspass(t->rows, measure, &l)) {
		l.extent = (struct extent){ 0 };
		rowspass(t->rows, measure, &l);
	}
	if (l.extent.begun)
		extentspan(x, l.extent.first, l.extent.last);
}

void
foundfree(struct found *f)
{
	free(f->runs);
	free(f->names);
	sorterclose(f->sorter);
	*f = (struct found){ 0 };
}
