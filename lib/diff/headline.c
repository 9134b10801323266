/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "headline.h"
#include "table/format.h"
#include "table/tableview.h"

/* The mean times of a unit of each side, ns. */
struct headline {
	const char *unit;
	bool known;
	struct worktimes times[SIDE_COUNT];
};

/* Adds up the runs of a side, and divides by its units. */
static struct worktimes
sidetimes(const struct diff *d, enum side side)
{
	const struct runtotals *l = d->totals;
	struct worktimes sum = { .known = true };

	for (size_t i = 0; i < l->runcount; i++) {
		const struct worktimes *t =
		    &l->runs[i].times[d->stepped ? WORK_STEPS : WORK_RUN];

		if (l->runs[i].side != side)
			continue;
		sum.known = sum.known && t->known;
		sum.gpus = t->gpus > sum.gpus ? t->gpus : sum.gpus;
		sum.span += t->span;
		sum.busy += t->busy;
		sum.exposed += t->exposed;
	}
	sum.span /= (double)d->units[side];
	sum.busy /= (double)d->units[side];
	sum.exposed /= (double)d->units[side];
	return sum;
}

static struct tablecell
sidecell(const void *rows, size_t row, const struct column *column)
{
	static const char *const names[] = { "old", "new" };
	const struct headline *h = rows;
	const struct worktimes *t = &h->times[row];
	double values[] = { 0, t->span, t->busy, t->span - t->busy, t->exposed };

	if (column->id == 0)
		return celltext(spanof(names[row]));
	if (column->id > 1 && t->gpus == 0)
		return (struct tablecell){ 0 };
	return cellratio(widescale(values[column->id], 3), 1000);
}

/* Writes the times of both sides. */
static void
putsides(const struct headline *h, void (*write)(const struct tableview *, struct buf *),
    struct buf *out)
{
	const struct column columns[] = {
		{ h->unit, COLUMN_TEXT, sidecell, 0, 0 },
		{ "span", COLUMN_MEAN_TIME, sidecell, 1, 0 },
		{ "busy", COLUMN_MEAN_TIME, sidecell, 2, 0 },
		{ "idle", COLUMN_MEAN_TIME, sidecell, 3, 0 },
		{ "exposed communication", COLUMN_MEAN_TIME, sidecell, 4, 0 },
	};
	const struct tableview view = { .format = TABLE_TEXT,
		.columns = columns,
		.count = sizeof(columns) / sizeof(*columns),
		.rows = SIDE_COUNT,
		.allrows = SIDE_COUNT,
		.write = write,
		.arg = h };

	tableviewwrite(&view, out);
}

/* The work of both sides. */
struct workcount {
	const char *noun; /* kernels, or events if no kernels are compared */
	wide count[SIDE_COUNT];
	bool same; /* a unit of both has the same number of events in each group */
};

static bool
iskernel(const struct diff *d, const struct diffrow *row)
{
	return spanis(stringat(&d->types, row->type), "\"kernel\"");
}

static struct workcount
workcount(const struct diff *d)
{
	struct workcount w = { .noun = "events", .same = true };

	for (size_t i = 0; i < d->count && *w.noun != 'k'; i++)
		if (iskernel(d, diffrowat(d, i)))
			w.noun = "kernels";
	for (size_t i = 0; i < d->count; i++) {
		const struct diffrow *row = diffrowat(d, i);

		if (*w.noun == 'k' && !iskernel(d, row))
			continue;
		w.count[SIDE_OLD] += (wide)row->count[SIDE_OLD];
		w.count[SIDE_NEW] += (wide)row->count[SIDE_NEW];
		w.same = w.same && (wide)row->count[SIDE_OLD] * (wide)d->units[SIDE_NEW] ==
		        (wide)row->count[SIDE_NEW] * (wide)d->units[SIDE_OLD];
	}
	return w;
}

/* Writes the numbers of both sides: "900 of 2,250 kernels". */
static void
putcounts(wide old, wide new, const char *noun, struct buf *out)
{
	formatwhole(out, new, true);
	bufstr(out, " of ");
	formatwhole(out, old, true);
	bufprintf(out, " %s", noun);
}

/* Returns true if both sides did the same work: of runs, each of them. */
static bool
issamework(const struct diff *d, const struct workcount *w)
{
	return w->same && (!d->stepped || d->units[SIDE_OLD] == d->units[SIDE_NEW]);
}

/* Writes if both sides did the same work. Writes nothing if rows below the minimum share were
 * dropped, since the counts are not those of all work then. */
static void
putwork(const struct diff *d, struct buf *out)
{
	struct workcount w = workcount(d);
	bool units = d->units[SIDE_OLD] != d->units[SIDE_NEW];

	if (d->small > 0 || d->count == 0)
		return;
	bufstr(out, "New has ");
	putcounts(w.count[SIDE_OLD], w.count[SIDE_NEW], w.noun, out);
	if (d->stepped || units) {
		bufstr(out, ", ");
		putcounts((wide)d->units[SIDE_OLD], (wide)d->units[SIDE_NEW],
		    d->stepped ? "steps" : "runs", out);
	}
	bufprintf(out, ": %sthe same work%s\n", issamework(d, &w) ? "" : "not ",
	    w.same && units && d->stepped ? ", but the same in each step" : "");
}

static struct headline
headlineof(const struct diff *d)
{
	struct headline h = { .unit = d->stepped ? "step" : "run", .known = true };

	for (int side = 0; side < SIDE_COUNT; side++) {
		h.times[side] = sidetimes(d, side);
		h.known = h.known && h.times[side].known;
	}
	return h;
}

/* Appends a member of the record for each side, ns. */
static void
puttimes(const char *name, double old, double new, struct buf *out)
{
	bufprintf(out, ",\"%s_old\":", name);
	formatexact(out, widescale(old, 3));
	bufprintf(out, ",\"%s_new\":", name);
	formatexact(out, widescale(new, 3));
}

void
headlinerecord(const struct diff *d, struct buf *out)
{
	struct headline h = headlineof(d);
	const struct worktimes *old = &h.times[SIDE_OLD], *new = &h.times[SIDE_NEW];
	struct workcount w = workcount(d);

	bufprintf(out, "{\"headline\":\"%s\"", h.unit);
	if (h.known)
		puttimes("span", old->span, new->span, out);
	if (h.known && old->gpus > 0 && new->gpus > 0) {
		puttimes("busy", old->busy, new->busy, out);
		puttimes("idle", old->span - old->busy, new->span - new->busy, out);
		puttimes("exposed_communication", old->exposed, new->exposed, out);
	}
	bufprintf(out, ",\"%ss_old\":%llu,\"%ss_new\":%llu", h.unit,
	    (unsigned long long)d->units[SIDE_OLD], h.unit,
	    (unsigned long long)d->units[SIDE_NEW]);
	if (d->small == 0) {
		bufprintf(out, ",\"%s_old\":%lld,\"%s_new\":%lld,\"same_work\":%s", w.noun,
		    (long long)w.count[SIDE_OLD], w.noun, (long long)w.count[SIDE_NEW],
		    issamework(d, &w) ? "true" : "false");
	}
	bufstr(out, "}\n");
}

void
headlinewrite(const struct diff *d, struct buf *out)
{
	struct headline h = headlineof(d);

	if (h.known)
		putsides(&h, NULL, out);
	else
		bufstr(out, "Span and busy time are unknown: not all inputs are sorted streams.\n");
	putwork(d, out);
}

bool
headlinetimes(const struct diff *d, void (*write)(const struct tableview *, struct buf *),
    struct buf *out)
{
	struct headline h = headlineof(d);

	if (h.known)
		putsides(&h, write, out);
	return h.known;
}

void
headlinework(const struct diff *d, struct buf *out)
{
	putwork(d, out);
}
