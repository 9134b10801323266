/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "statetable.h"

#define NO_TEXT UINT32_MAX

/* Where a time counts: the bits of what a state's name has; idle has none. */
enum { DID_COMPUTE = 1, DID_COMM = 2, DID_COPY = 4, DID_COUNT = 8 };

/* The states of a GPU, of one step or of all. */
struct staterow {
	int64_t pid, device, step;
	uint32_t gpu;
	bool ofprocess, whole, stepped; /* pid is known; of all steps; step is known */
	wide times[DID_COUNT], all;     /* ns */
};

/* What a GPU waited for. */
struct statecause {
	uint32_t row; /* of the whole GPU */
	uint32_t cause, kind, blame; /* in names, or NO_TEXT */
	bool whole; /* whatever is to blame */
	uint64_t count;
	wide time; /* ns */
};

static uint32_t
newnumber(struct map *m, uint64_t a, uint64_t b, uint32_t next, bool *fresh)
{
	uint32_t *number = mapput(m, (struct mapkey){ a, b }, fresh);

	if (*fresh)
		*number = next;
	return *number;
}

/* The row of a GPU: of its whole time, or of the step of an event, which may have none. */
static uint32_t
rowof(struct statetable *d, const struct event *ev, bool whole)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	bool stepped = !whole && evhas(ev, KEY_STEP), fresh;
	uint32_t gpu, row;

	gpu = newnumber(&d->gpuids, (uint64_t)pid, (uint64_t)device, d->gpus, &fresh);
	d->gpus += fresh;
	row = newnumber(&d->rowids, (uint64_t)gpu << 2 | (uint64_t)whole << 1 | stepped,
	    stepped ? (uint64_t)ev->number[KEY_STEP] : 0, (uint32_t)d->count, &fresh);
	if (fresh) {
		GROW(d->rows, d->room, d->count + 1);
		d->rows[d->count++] = (struct staterow){
			.pid = pid,
			.device = device,
			.step = stepped ? ev->number[KEY_STEP] : 0,
			.gpu = gpu,
			.ofprocess = evhas(ev, KEY_PID),
			.whole = whole,
			.stepped = stepped,
		};
	}
	return row;
}

/* What a state's name has. */
static unsigned
didwhat(struct span name)
{
	unsigned did = 0;

	did |= memmem(name.p, name.n, "compute", 7) ? DID_COMPUTE : 0;
	did |= memmem(name.p, name.n, "communication", 13) ? DID_COMM : 0;
	return did | (memmem(name.p, name.n, "copy", 4) ? DID_COPY : 0);
}

/* The number of a text in the args of an event. */
static uint32_t
textof(struct statetable *d, const struct event *ev, const char *name)
{
	struct span value = evarg(ev, name);

	if (!jsonisstring(value))
		return NO_TEXT;
	return stringintern(&d->names, jsontext(value, &d->scratch));
}

/* Adds a time to a cause: to what is to blame, or to all of that. */
static void
addcause(struct statetable *d, const struct statecause *one, wide time)
{
	uint32_t pair, number;
	bool fresh;

	pair = newnumber(&d->kindids, (uint64_t)one->cause << 32 | one->kind, one->row, d->kinds,
	    &fresh);
	d->kinds += fresh;
	number = newnumber(&d->causeids, (uint64_t)pair << 1 | one->whole, one->blame,
	    (uint32_t)d->causecount, &fresh);
	if (fresh) {
		GROW(d->causes, d->causeroom, d->causecount + 1);
		d->causes[d->causecount++] = *one;
	}
	d->causes[number].count++;
	d->causes[number].time += time;
}

/* Adds an idle time of a row. */
static void
addidle(struct statetable *d, const struct event *ev, uint32_t row, wide time)
{
	struct statecause one = {
		.row = row,
		.cause = textof(d, ev, "cause"),
		.kind = textof(d, ev, "kind"),
		.blame = textof(d, ev, "blame"),
	};

	addcause(d, &one, time);
	one.blame = NO_TEXT;
	one.whole = true;
	addcause(d, &one, time);
}

void
statetableevent(struct statetable *d, const struct event *ev)
{
	wide time = cliplength(d->clip, ev->number[KEY_TS], evend(ev));
	unsigned did;
	uint32_t row;

	if (!evhas(ev, KEY_NAME) || time == 0)
		return;
	did = didwhat(ev->value[KEY_NAME]);
	row = rowof(d, ev, true);
	d->rows[row].times[did] += time;
	d->rows[row].all += time;
	if (did == 0)
		addidle(d, ev, row, time);
	d->stepped = d->stepped || evhas(ev, KEY_STEP);
	row = rowof(d, ev, false);
	d->rows[row].times[did] += time;
	d->rows[row].all += time;
}

/* The wholes first; then by device and process, then the steps in order, then what is of no step.
 */
static int
doingbyplace(const void *a, const void *b)
{
	const struct staterow *x = a, *y = b;

	if (x->whole != y->whole)
		return x->whole ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->stepped != y->stepped)
		return x->stepped ? -1 : 1;
	return (x->step > y->step) - (x->step < y->step);
}

/* The wholes first, and of each GPU the largest. */
static int
doingbytime(const void *a, const void *b, void *arg)
{
	const struct statecause *x = a, *y = b;
	const struct statetable *d = arg;

	if (x->whole != y->whole)
		return x->whole ? -1 : 1;
	if (x->row != y->row)
		return doingbyplace(&d->rows[x->row], &d->rows[y->row]);
	if (x->time != y->time)
		return x->time > y->time ? -1 : 1;
	if (x->cause != y->cause)
		return x->cause < y->cause ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->blame > y->blame) - (x->blame < y->blame);
}

/* What the entries are made of: rows or causes, as they are shown. */
struct shown {
	const struct statetable *doing;
	const struct staterow *rows;
	const struct statecause *causes;
};

enum { PID = DID_COUNT, RANK, HOST, DEVICE, STEP, TIME, STEP_TIME, SHARES };

/* Whose a GPU is, where devices alone do not tell. */
static struct tablecell
ownerentry(const struct shown *shown, const struct staterow *r, int what)
{
	const struct identitytable *ids = shown->doing->ids;
	struct span host;
	int64_t rank;

	if (!shown->doing->pids || !r->ofprocess)
		return (struct tablecell){ 0 };
	if (what == PID)
		return cellwhole(r->pid);
	if (what == RANK)
		return identityrank(ids, r->pid, &rank) ? cellwhole(rank) : (struct tablecell){ 0 };
	host = identityhost(ids, r->pid);
	return host.n > 0 ? celltext(host) : (struct tablecell){ 0 };
}

static struct tablecell
rowentry(const void *arg, size_t row, const struct column *column)
{
	const struct shown *shown = arg;
	const struct staterow *r = &shown->rows[row];
	bool shares = column->what >= SHARES;
	int did = shares ? column->what - SHARES : column->what;

	switch (column->what) {
	case PID:
	case RANK:
	case HOST:
		return ownerentry(shown, r, column->what);
	case DEVICE:
		return cellwhole(r->device);
	case STEP:
		return r->stepped ? cellwhole(r->step) : (struct tablecell){ 0 };
	case TIME:
	case STEP_TIME:
		return r->whole == (column->what == TIME) ? cellwhole(r->all)
		                                          : (struct tablecell){ 0 };
	}
	if (!(shown->doing->has & 1u << did))
		return (struct tablecell){ 0 };
	return shares ? cellratio(r->times[did] * 100, r->all) : cellwhole(r->times[did]);
}

#define DID(title, did) \
	{ title, COLUMN_TIME, rowentry, did, 2 }, \
	{ title "_share", COLUMN_PERCENT, rowentry, SHARES + (did), 1 }

static const struct column rowcolumns[] = {
	{ "device", COLUMN_INTEGER, rowentry, DEVICE, 0 },
	{ "pid", COLUMN_INTEGER, rowentry, PID, 0 },
	{ "rank", COLUMN_INTEGER, rowentry, RANK, 0 },
	{ "host", COLUMN_TEXT, rowentry, HOST, 2 },
	{ "step", COLUMN_INTEGER, rowentry, STEP, 0 },
	{ "gpu_time", COLUMN_TIME, rowentry, TIME, 3 },
	{ "step_time", COLUMN_TIME, rowentry, STEP_TIME, 3 },
	{ "idle", COLUMN_TIME, rowentry, 0, 0 },
	{ "idle_share", COLUMN_PERCENT, rowentry, SHARES, 0 },
	DID("compute", DID_COMPUTE),
	DID("communication", DID_COMM),
	DID("compute+communication", DID_COMPUTE | DID_COMM),
	DID("copy", DID_COPY),
	DID("compute+copy", DID_COMPUTE | DID_COPY),
	DID("communication+copy", DID_COMM | DID_COPY),
	DID("compute+communication+copy", DID_COMPUTE | DID_COMM | DID_COPY),
};

#undef DID

enum {
	CAUSE_COUNT,
	CAUSE_TIME,
	CAUSE_SHARE,
	CAUSE,
	KIND,
	BLAME,
	CAUSE_PID,
	CAUSE_RANK,
	CAUSE_DEVICE
};

static struct tablecell
causeentry(const void *arg, size_t row, const struct column *column)
{
	const struct shown *shown = arg;
	const struct statecause *c = &shown->causes[row];
	const struct staterow *r = &shown->doing->of[c->row];
	uint32_t text = c->cause;

	switch (column->what) {
	case CAUSE_COUNT:
		return cellwhole((wide)c->count);
	case CAUSE_TIME:
		return cellwhole(c->time);
	case CAUSE_SHARE:
		return cellratio(c->time * 100, r->times[0]);
	case CAUSE_PID:
		return ownerentry(shown, r, PID);
	case CAUSE_RANK:
		return ownerentry(shown, r, RANK);
	case CAUSE_DEVICE:
		return cellwhole(r->device);
	case KIND:
		text = c->kind;
		break;
	case BLAME:
		text = c->blame;
		break;
	}
	if (text == NO_TEXT)
		return (struct tablecell){ 0 };
	return celltext(stringat(&shown->doing->names, text));
}

static const struct column causecolumns[] = {
	{ "device", COLUMN_INTEGER, causeentry, CAUSE_DEVICE, 0 },
	{ "pid", COLUMN_INTEGER, causeentry, CAUSE_PID, 0 },
	{ "rank", COLUMN_INTEGER, causeentry, CAUSE_RANK, 0 },
	{ "waits", COLUMN_INTEGER, causeentry, CAUSE_COUNT, 1 },
	{ "idle", COLUMN_TIME, causeentry, CAUSE_TIME, 0 },
	{ "idle_share", COLUMN_PERCENT, causeentry, CAUSE_SHARE, 0 },
	{ "cause", COLUMN_TEXT, causeentry, CAUSE, 0 },
	{ "kind", COLUMN_TEXT, causeentry, KIND, 0 },
	{ "blame", COLUMN_TEXT, causeentry, BLAME, 0 },
};

void
statetablestates(
    const struct statetable *d, const struct tableview *s, size_t top, bool whole, struct buf *out)
{
	size_t first = 0, end, kept = 0, ofgpu = 0;
	struct shown shown = { .doing = d };
	struct staterow *rows;
	struct tableview view = *s;

	while (!whole && first < d->count && d->rows[first].whole)
		first++;
	for (end = first; end < d->count && d->rows[end].whole == whole;)
		end++;
	rows = xreallocarray(NULL, end - first + 1, sizeof(*rows));
	for (size_t i = first; i < end; i++) {
		ofgpu = i > first && d->rows[i].gpu == d->rows[i - 1].gpu ? ofgpu + 1 : 0;
		if (whole || s->format != TABLE_TEXT || ofgpu < top)
			rows[kept++] = d->rows[i];
	}
	shown.rows = rows;
	view.title = whole ? "states of GPUs" : "states of GPUs by step";
	view.of = end - first;
	view.columns = rowcolumns;
	view.count = sizeof(rowcolumns) / sizeof(*rowcolumns);
	view.rows = kept;
	view.arg = &shown;
	tableviewwrite(&view, out);
	free(rows);
}

void
statetablegpu(const struct tableview *s, size_t row, int64_t *pid, int64_t *device)
{
	const struct shown *shown = s->arg;

	*pid = shown->rows[row].pid;
	*device = shown->rows[row].device;
}

void
statetablecauses(
    const struct statetable *d, const struct tableview *s, size_t top, bool whole, struct buf *out)
{
	struct statecause *causes = xreallocarray(NULL, d->causecount + 1, sizeof(*causes));
	struct shown shown = { .doing = d, .causes = causes };
	size_t count = 0, kept = 0, ofgpu = 0;
	struct tableview view = *s;

	for (size_t i = 0; i < d->causecount; i++) {
		if (d->causes[i].whole != whole)
			continue;
		ofgpu = count++ > 0 && d->causes[i].row == d->causes[i - 1].row ? ofgpu + 1 : 0;
		if (whole || s->format != TABLE_TEXT || ofgpu < top)
			causes[kept++] = d->causes[i];
	}
	view.title = whole ? "why GPUs were idle" : "what was to blame";
	view.of = count;
	view.columns = causecolumns;
	view.count = sizeof(causecolumns) / sizeof(*causecolumns);
	view.rows = kept;
	view.arg = &shown;
	tableviewwrite(&view, out);
	free(causes);
}

/* The rows that causes name stay where they were made. */
void
statetablesort(struct statetable *d)
{
	if (d->count == 0)
		return;
	if (d->causecount > 0)
		qsort_r(d->causes, d->causecount, sizeof(*d->causes), doingbytime, d);
	d->of = xreallocarray(d->of, d->count, sizeof(*d->of));
	memcpy(d->of, d->rows, d->count * sizeof(*d->of));
	qsort(d->rows, d->count, sizeof(*d->rows), doingbyplace);
	for (size_t i = 0; i < d->count; i++) {
		for (int did = 0; did < DID_COUNT; did++)
			d->has |= d->rows[i].times[did] > 0 ? 1u << did : 0;
		if (i > 0 && d->rows[i].whole && d->rows[i].device == d->rows[i - 1].device)
			d->pids = true;
	}
}

void
statetablewrite(struct statetable *d, const struct tableview *s, size_t top, struct buf *out)
{
	if (d->count == 0)
		return;
	statetablesort(d);
	statetablestates(d, s, top, true, out);
	if (d->stepped)
		statetablestates(d, s, top, false, out);
	if (d->causecount > 0 && s->format == TABLE_TEXT)
		statetablecauses(d, s, top, true, out);
	if (d->causecount > 0)
		statetablecauses(d, s, top, false, out);
}

void
statetablefree(struct statetable *d)
{
	stringtablefree(&d->names);
	mapfree(&d->gpuids);
	mapfree(&d->rowids);
	mapfree(&d->causeids);
	mapfree(&d->kindids);
	free(d->rows);
	free(d->of);
	free(d->causes);
	free(d->scratch.p);
	*d = (struct statetable){ 0 };
}
