/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "busytable.h"

/* What the entries are made of. */
struct rows {
	const struct busytime *busy;
	const struct accumulator *accumulator;
	bool nocomm; /* no time for what no GPU did */
	bool hosts;  /* there are several */
};

enum { BIN, HOST, DEVICE, BUSY, USE, IDLE, COMPUTE, COPIES, OVERLAP, COMM, COMM_OVERLAP, GPU };

static struct tablecell
textentry(struct span text)
{
	return text.n > 0 ? celltext(text) : (struct tablecell){ 0 };
}

static struct tablecell
gpuentry(const void *arg, size_t row, const struct column *column)
{
	const struct rows *rows = arg;
	const struct busytime *b = rows->busy;
	const struct busygpu *g = &b->gpus[row % b->count];
	size_t bin = row / b->count;
	int64_t from = clipstart(b->clip), to = clipend(b->clip);
	wide times[TRACK_COUNT];

	if (rows->accumulator->bins > 0) {
		from = accumulatorbin(rows->accumulator, bin);
		to = accumulatorbin(rows->accumulator, bin + 1);
	}
	for (int i = 0; i < TRACK_COUNT; i++)
		times[i] = busytimeunion(&g->tracks[i], from, to);
	if (rows->nocomm && (column->what == COMM || column->what == COMM_OVERLAP))
		return (struct tablecell){ 0 };
	switch (column->what) {
	case BIN:
		return cellwhole(from);
	case HOST:
		return rows->hosts ? textentry(stringat(&b->hosts, g->host)) :
				     (struct tablecell){ 0 };
	case DEVICE:
		return cellwhole(g->device);
	case BUSY:
		return cellwhole(times[TRACK_ALL]);
	case USE:
		return to > from ? cellratio(times[TRACK_ALL] * 100, (wide)to - from)
		                 : cellwhole(0);
	case IDLE:
		return cellwhole((wide)to - from - times[TRACK_ALL]);
	case COMPUTE:
		return cellwhole(times[TRACK_COMPUTE]);
	case COPIES:
		return cellwhole(times[TRACK_COPY]);
	case OVERLAP:
		return cellwhole(
		    times[TRACK_COMPUTE] + times[TRACK_COPY] - times[TRACK_COMPUTE_COPY]);
	case COMM:
		return cellwhole(times[TRACK_COMM]);
	case COMM_OVERLAP:
		return cellwhole(
		    times[TRACK_COMPUTE] + times[TRACK_COMM] - times[TRACK_COMPUTE_COMM]);
	}
	return textentry(stringat(&b->names, g->name));
}

static const struct column columns[] = {
	{ "bin", COLUMN_TIME, gpuentry, BIN, 0 },
	{ "host", COLUMN_TEXT, gpuentry, HOST, 0 },
	{ "device", COLUMN_INTEGER, gpuentry, DEVICE, 0 },
	{ "busy", COLUMN_TIME, gpuentry, BUSY, 0 },
	{ "use", COLUMN_PERCENT, gpuentry, USE, 0 },
	{ "idle", COLUMN_TIME, gpuentry, IDLE, 3 },
	{ "compute", COLUMN_TIME, gpuentry, COMPUTE, 1 },
	{ "copies", COLUMN_TIME, gpuentry, COPIES, 2 },
	{ "overlap", COLUMN_TIME, gpuentry, OVERLAP, 4 },
	{ "comm", COLUMN_TIME, gpuentry, COMM, 1 },
	{ "comm_overlap", COLUMN_TIME, gpuentry, COMM_OVERLAP, 1 },
	{ "gpu", COLUMN_TEXT, gpuentry, GPU, 0 },
};

/* By host in the order in which they came, then by device, by their place in the profile, by
 * uuid. */
static int
bydevice(const void *a, const void *b, void *arg)
{
	const struct busygpu *x = a, *y = b;
	const struct stringtable *names = arg;
	struct span s = stringat(names, x->id), t = stringat(names, y->id);
	int order = memcmp(s.p, t.p, s.n < t.n ? s.n : t.n);

	if (x->host != y->host)
		return x->host < y->host ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return order != 0 ? order : (s.n > t.n) - (s.n < t.n);
}

void
busytablewrite(struct busytime *b, const struct accumulator *accumulator, const struct tableview *s,
    struct buf *out)
{
	struct rows rows = { b, accumulator, s->format == TABLE_TEXT, b->hosts.used > 1 };
	struct tableview each = *s;
	bool bins = accumulator->bins > 0;

	if (b->count == 0)
		return;
	for (size_t i = 0; i < b->count; i++) {
		const struct busytrack *t = &b->gpus[i].tracks[TRACK_COMM];

		rows.nocomm = rows.nocomm && t->count == 0 && !t->joined.begun;
	}
	qsort_r(b->gpus, b->count, sizeof(*b->gpus), bydevice, &b->names);
	each.columns = columns + !bins;
	each.count = sizeof(columns) / sizeof(*columns) - !bins;
	each.rows = b->count * (bins ? accumulator->bins : 1);
	each.arg = &rows;
	if (s->format == TABLE_TEXT && !s->write)
		bufchar(out, '\n');
	tableviewwrite(&each, out);
}
