/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "busytable.h"

/* The arg of the columns. */
struct cellarg {
	const struct busytime *busy;
	const struct accumulator *accumulator;
	bool hidecomm;  /* hides the columns of communication: there was none */
	bool manyhosts; /* hosts differ */
};

enum {
	BIN,
	HOST,
	DEVICE,
	BUSY,
	USE,
	IDLE,
	BEFORE,
	AFTER,
	COMPUTE,
	COPIES,
	OVERLAP,
	COMM,
	COMM_OVERLAP,
	GPU
};

static struct tablecell
textcell(struct span text)
{
	return text.n > 0 ? celltext(text) : (struct tablecell){ 0 };
}

static struct tablecell
gpucell(const void *arg, size_t row, const struct column *column)
{
	const struct cellarg *cellarg = arg;
	const struct busytime *b = cellarg->busy;
	const struct busygpu *g = &b->gpus[row % b->count];
	size_t bin = row / b->count;
	int64_t from = clipstart(b->clip), to = clipend(b->clip);
	wide times[UNION_COUNT];

	if (cellarg->accumulator->bins > 0) {
		from = accumulatorbin(cellarg->accumulator, bin);
		to = accumulatorbin(cellarg->accumulator, bin + 1);
	}
	for (int i = 0; i < UNION_COUNT; i++)
		times[i] = busytimeunion(b, &g->unions[i], from, to);
	if (cellarg->hidecomm && (column->id == COMM || column->id == COMM_OVERLAP))
		return (struct tablecell){ 0 };
	switch (column->id) {
	case BIN:
		return cellwhole(from);
	case HOST:
		return cellarg->manyhosts ? textcell(stringat(&b->hosts, g->host)) :
				     (struct tablecell){ 0 };
	case DEVICE:
		return cellwhole(g->device);
	case BUSY:
		return cellwhole(times[UNION_ALL]);
	case USE:
		return to > from ? cellratio(times[UNION_ALL] * 100, (wide)to - from)
		                 : cellwhole(0);
	case IDLE:
		return cellwhole(busytimerest(b, g, from, to).idle);
	case BEFORE:
		return cellwhole(busytimerest(b, g, from, to).before);
	case AFTER:
		return cellwhole(busytimerest(b, g, from, to).after);
	case COMPUTE:
		return cellwhole(times[UNION_COMPUTE]);
	case COPIES:
		return cellwhole(times[UNION_COPY]);
	case OVERLAP:
		return cellwhole(
		    times[UNION_COMPUTE] + times[UNION_COPY] - times[UNION_COMPUTE_COPY]);
	case COMM:
		return cellwhole(times[UNION_COMM]);
	case COMM_OVERLAP:
		return cellwhole(
		    times[UNION_COMPUTE] + times[UNION_COMM] - times[UNION_COMPUTE_COMM]);
	}
	return textcell(stringat(&b->names, g->name));
}

static const struct column columns[] = {
	{ "bin", COLUMN_TIME, gpucell, BIN, 0 },
	{ "host", COLUMN_TEXT, gpucell, HOST, 0 },
	{ "device", COLUMN_INTEGER, gpucell, DEVICE, 0 },
	{ "busy", COLUMN_TIME, gpucell, BUSY, 0 },
	{ "use", COLUMN_PERCENT, gpucell, USE, 0 },
	{ "idle", COLUMN_TIME, gpucell, IDLE, 3 },
	{ "before", COLUMN_TIME, gpucell, BEFORE, 3 },
	{ "after", COLUMN_TIME, gpucell, AFTER, 3 },
	{ "compute", COLUMN_TIME, gpucell, COMPUTE, 1 },
	{ "copies", COLUMN_TIME, gpucell, COPIES, 2 },
	{ "overlap", COLUMN_TIME, gpucell, OVERLAP, 4 },
	{ "comm", COLUMN_TIME, gpucell, COMM, 1 },
	{ "comm_overlap", COLUMN_TIME, gpucell, COMM_OVERLAP, 1 },
	{ "gpu", COLUMN_TEXT, gpucell, GPU, 0 },
};

/* By host in the order of their first events, device, number in the profile, and uuid. */
static int
bydevice(const void *a, const void *b, void *arg)
{
	const struct busygpu *x = a, *y = b;
	const struct stringtable *names = arg;
	struct span view = stringat(names, x->id), t = stringat(names, y->id);
	int order = memcmp(view.p, t.p, view.n < t.n ? view.n : t.n);

	if (x->host != y->host)
		return x->host < y->host ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return order != 0 ? order : (view.n > t.n) - (view.n < t.n);
}

void
busytablewrite(struct busytime *b, const struct accumulator *accumulator,
    const struct tableview *view, struct buf *out)
{
	struct cellarg cellarg = { b, accumulator, view->format == TABLE_TEXT,
		b->hosts.used > 1 };
	struct tableview each = *view;
	bool bins = accumulator->bins > 0;

	if (b->count == 0)
		return;
	for (size_t i = 0; i < b->count; i++) {
		const struct busyunion *t = &b->gpus[i].unions[UNION_COMM];

		cellarg.hidecomm = cellarg.hidecomm && t->intervals.count == 0 && !t->length.begun;
	}
	qsort_r(b->gpus, b->count, sizeof(*b->gpus), bydevice, &b->names);
	each.columns = columns + !bins;
	each.count = sizeof(columns) / sizeof(*columns) - !bins;
	each.rows = b->count * (bins ? accumulator->bins : 1);
	each.arg = &cellarg;
	if (view->format == TABLE_TEXT && !view->write)
		bufchar(out, '\n');
	tableviewwrite(&each, out);
}
