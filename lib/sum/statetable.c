/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "statetable.h"

#define NO_TEXT UINT32_MAX

/* A state is a combination of these bits, of which 0 is idle; or it is before the first or after
 * the last work of the GPU. */
enum { IN_COMPUTE = 1, IN_COMM = 2, IN_COPY = 4, STATE_BEFORE = 8, STATE_AFTER, STATES };

/* The time of each state, on one GPU in one step or in all steps. */
struct staterow {
	int64_t pid, device, step;
	uint32_t gpu;
	bool haspid, total, hasstep; /* pid is known; sum of all steps; step is known */
	int64_t begin, end;          /* of the first and the last state, ns */
	wide times[STATES], all;     /* ns */
};

/* The idle time of a GPU with one cause. */
struct statecause {
	uint32_t row;                /* the total row of the GPU */
	uint32_t cause, kind, blame; /* in names, or NO_TEXT */
	bool total;                  /* sum of everything that is to blame */
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

/* Returns the row of an event's GPU: its total, or that of the event's step, if any. Makes it if it
 * is new. */
static uint32_t
rowof(struct statetable *t, const struct event *ev, bool total)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	bool hasstep = !total && evhas(ev, KEY_STEP), fresh;
	uint32_t gpu, row;

	gpu = newnumber(&t->gpuids, (uint64_t)pid, (uint64_t)device, t->gpus, &fresh);
	t->gpus += fresh;
	row = newnumber(&t->rowids, (uint64_t)gpu << 2 | (uint64_t)total << 1 | hasstep,
	    hasstep ? (uint64_t)ev->number[KEY_STEP] : 0, (uint32_t)t->count, &fresh);
	if (fresh) {
		GROW(t->rows, t->room, t->count + 1);
		t->rows[t->count++] = (struct staterow){
			.pid = pid,
			.device = device,
			.step = hasstep ? ev->number[KEY_STEP] : 0,
			.gpu = gpu,
			.haspid = evhas(ev, KEY_PID),
			.total = total,
			.hasstep = hasstep,
			.begin = INT64_MAX,
			.end = INT64_MIN,
		};
	}
	return row;
}

/* Returns the state of a name such as "compute+copy". */
static unsigned
stateof(struct span name)
{
	unsigned state = 0;

	if (spanis(name, "\"before\""))
		return STATE_BEFORE;
	if (spanis(name, "\"after\""))
		return STATE_AFTER;
	state |= memmem(name.p, name.n, "compute", 7) ? IN_COMPUTE : 0;
	state |= memmem(name.p, name.n, "communication", 13) ? IN_COMM : 0;
	return state | (memmem(name.p, name.n, "copy", 4) ? IN_COPY : 0);
}

/* Returns the number of a text as written in JSON, or NO_TEXT. */
static uint32_t
textof(struct statetable *t, struct span value)
{
	if (!jsonisstring(value))
		return NO_TEXT;
	return stringintern(&t->names, jsontext(value, &t->scratch));
}

/* The same for the blamed call, range or event, by its group name. */
static uint32_t
blameof(struct statetable *t, struct span value)
{
	if (!jsonisstring(value))
		return NO_TEXT;
	return stringintern(
	    &t->names, groupnametext(t->namer, jsontext(value, &t->scratch)));
}

/* Adds idle time to a cause. */
static void
addcause(struct statetable *t, const struct statecause *one, wide time)
{
	uint32_t pair, number;
	bool fresh;

	pair = newnumber(&t->kindids, (uint64_t)one->cause << 32 | one->kind, one->row, t->kinds,
	    &fresh);
	t->kinds += fresh;
	number = newnumber(&t->causeids, (uint64_t)pair << 1 | one->total, one->blame,
	    (uint32_t)t->causecount, &fresh);
	if (fresh) {
		GROW(t->causes, t->causeroom, t->causecount + 1);
		t->causes[t->causecount++] = *one;
	}
	t->causes[number].count++;
	t->causes[number].time += time;
}

/* Adds idle time to its cause, and to the sum over everything that is to blame. */
static void
addidle(struct statetable *t, const struct event *ev, uint32_t row, wide time)
{
	struct span args[GAP_ARGS];
	struct statecause one;

	evargs(ev, gapargs, args, GAP_ARGS);
	one = (struct statecause){
		.row = row,
		.cause = textof(t, args[GAP_CAUSE]),
		.kind = textof(t, args[GAP_KIND]),
		.blame = blameof(t, args[GAP_BLAME]),
	};
	addcause(t, &one, time);
	one.blame = NO_TEXT;
	one.total = true;
	addcause(t, &one, time);
}

/* Adds the time of a state, ns, to a row. */
static void
addstate(struct staterow *r, const struct event *ev, unsigned state, wide time)
{
	r->times[state] += time;
	r->all += time;
	r->begin = ev->number[KEY_TS] < r->begin ? ev->number[KEY_TS] : r->begin;
	r->end = evend(ev) > r->end ? evend(ev) : r->end;
}

void
statetableevent(struct statetable *t, const struct event *ev)
{
	wide time = cliplength(t->clip, ev->number[KEY_TS], evend(ev));
	unsigned state;
	uint32_t row;

	if (!evhas(ev, KEY_NAME) || time == 0)
		return;
	state = stateof(ev->value[KEY_NAME]);
	row = rowof(t, ev, true);
	addstate(&t->rows[row], ev, state, time);
	if (state == 0)
		addidle(t, ev, row, time);
	t->hassteps = t->hassteps || evhas(ev, KEY_STEP);
	row = rowof(t, ev, false);
	addstate(&t->rows[row], ev, state, time);
}

/* Totals first, then by device, process and step; events outside all steps last. */
static int
byrowplace(const void *a, const void *b)
{
	const struct staterow *x = a, *y = b;

	if (x->total != y->total)
		return x->total ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->hasstep != y->hasstep)
		return x->hasstep ? -1 : 1;
	return (x->step > y->step) - (x->step < y->step);
}

/* Totals first, then by GPU, and the longest of each GPU first. */
static int
bycausetime(const void *a, const void *b, void *arg)
{
	const struct statecause *x = a, *y = b;
	const struct statetable *t = arg;

	if (x->total != y->total)
		return x->total ? -1 : 1;
	if (x->row != y->row)
		return byrowplace(&t->rows[x->row], &t->rows[y->row]);
	if (x->time != y->time)
		return x->time > y->time ? -1 : 1;
	if (x->cause != y->cause)
		return x->cause < y->cause ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->blame > y->blame) - (x->blame < y->blame);
}

/* The arg of the columns: the rows or causes that the table has. */
struct shown {
	const struct statetable *table;
	const struct staterow *rows;
	const struct statecause *causes;
};

enum { PID = STATES, RANK, HOST, DEVICE, STEP, TIME, STEP_TIME, SHARES };

/* Returns the pid, rank or host of a GPU, if the device alone is ambiguous. */
static struct tablecell
ownercell(const struct shown *shown, const struct staterow *r, int id)
{
	const struct identitytable *ids = shown->table->ids;
	struct span host;
	int64_t rank;

	if (!shown->table->needpids || !r->haspid)
		return (struct tablecell){ 0 };
	if (id == PID)
		return cellwhole(r->pid);
	if (id == RANK)
		return identityrank(ids, r->pid, &rank) ? cellwhole(rank) : (struct tablecell){ 0 };
	host = identityhost(ids, r->pid);
	return host.n > 0 ? celltext(host) : (struct tablecell){ 0 };
}

static struct tablecell
statecell(const void *arg, size_t row, const struct column *column)
{
	const struct shown *shown = arg;
	const struct staterow *r = &shown->rows[row];
	bool shares = column->id >= SHARES;
	int state = shares ? column->id - SHARES : column->id;

	switch (column->id) {
	case PID:
	case RANK:
	case HOST:
		return ownercell(shown, r, column->id);
	case DEVICE:
		return cellwhole(r->device);
	case STEP:
		return r->hasstep ? cellwhole(r->step) : (struct tablecell){ 0 };
	case TIME:
	case STEP_TIME:
		return r->total == (column->id == TIME) ? cellwhole(r->all)
		                                          : (struct tablecell){ 0 };
	}
	if (!(shown->table->statesseen & 1u << state))
		return (struct tablecell){ 0 };
	return shares ? cellratio(r->times[state] * 100, r->all) : cellwhole(r->times[state]);
}

#define STATE(title, state) \
	{ title, COLUMN_TIME, statecell, state, 2 }, \
	{ title "_share", COLUMN_PERCENT, statecell, SHARES + (state), 1 }

static const struct column rowcolumns[] = {
	{ "device", COLUMN_INTEGER, statecell, DEVICE, 0 },
	{ "pid", COLUMN_INTEGER, statecell, PID, 0 },
	{ "rank", COLUMN_INTEGER, statecell, RANK, 0 },
	{ "host", COLUMN_TEXT, statecell, HOST, 2 },
	{ "step", COLUMN_INTEGER, statecell, STEP, 0 },
	{ "gpu_time", COLUMN_TIME, statecell, TIME, 3 },
	{ "step_time", COLUMN_TIME, statecell, STEP_TIME, 3 },
	{ "idle", COLUMN_TIME, statecell, 0, 0 },
	{ "idle_share", COLUMN_PERCENT, statecell, SHARES, 0 },
	STATE("before", STATE_BEFORE),
	STATE("after", STATE_AFTER),
	STATE("compute", IN_COMPUTE),
	STATE("communication", IN_COMM),
	STATE("compute+communication", IN_COMPUTE | IN_COMM),
	STATE("copy", IN_COPY),
	STATE("compute+copy", IN_COMPUTE | IN_COPY),
	STATE("communication+copy", IN_COMM | IN_COPY),
	STATE("compute+communication+copy", IN_COMPUTE | IN_COMM | IN_COPY),
};

#undef STATE

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
causecell(const void *arg, size_t row, const struct column *column)
{
	const struct shown *shown = arg;
	const struct statecause *c = &shown->causes[row];
	const struct staterow *r = &shown->table->causerows[c->row];
	uint32_t text = c->cause;

	switch (column->id) {
	case CAUSE_COUNT:
		return cellwhole((wide)c->count);
	case CAUSE_TIME:
		return cellwhole(c->time);
	case CAUSE_SHARE:
		return cellratio(c->time * 100, r->times[0]);
	case CAUSE_PID:
		return ownercell(shown, r, PID);
	case CAUSE_RANK:
		return ownercell(shown, r, RANK);
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
	return celltext(stringat(&shown->table->names, text));
}

static const struct column causecolumns[] = {
	{ "device", COLUMN_INTEGER, causecell, CAUSE_DEVICE, 0 },
	{ "pid", COLUMN_INTEGER, causecell, CAUSE_PID, 0 },
	{ "rank", COLUMN_INTEGER, causecell, CAUSE_RANK, 0 },
	{ "waits", COLUMN_INTEGER, causecell, CAUSE_COUNT, 1 },
	{ "idle", COLUMN_TIME, causecell, CAUSE_TIME, 0 },
	{ "idle_share", COLUMN_PERCENT, causecell, CAUSE_SHARE, 0 },
	{ "cause", COLUMN_TEXT, causecell, CAUSE, 0 },
	{ "kind", COLUMN_TEXT, causecell, KIND, 0 },
	{ "blame", COLUMN_TEXT, causecell, BLAME, 0 },
};

void
statetablestates(
    const struct statetable *t, const struct tableview *s, size_t top, bool total, struct buf *out)
{
	size_t first = 0, end, kept = 0, ofgpu = 0;
	struct shown shown = { .table = t };
	struct staterow *rows;
	struct tableview view = *s;

	while (!total && first < t->count && t->rows[first].total)
		first++;
	for (end = first; end < t->count && t->rows[end].total == total;)
		end++;
	rows = xreallocarray(NULL, end - first + 1, sizeof(*rows));
	for (size_t i = first; i < end; i++) {
		ofgpu = i > first && t->rows[i].gpu == t->rows[i - 1].gpu ? ofgpu + 1 : 0;
		if (total || s->format != TABLE_TEXT || ofgpu < top)
			rows[kept++] = t->rows[i];
	}
	shown.rows = rows;
	view.title = total ? "states of GPUs" : "states of GPUs by step";
	view.allrows = end - first;
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
    const struct statetable *t, const struct tableview *s, size_t top, bool total, struct buf *out)
{
	struct statecause *causes = xreallocarray(NULL, t->causecount + 1, sizeof(*causes));
	struct shown shown = { .table = t, .causes = causes };
	size_t count = 0, kept = 0, ofgpu = 0;
	struct tableview view = *s;

	for (size_t i = 0; i < t->causecount; i++) {
		if (t->causes[i].total != total)
			continue;
		ofgpu = count++ > 0 && t->causes[i].row == t->causes[i - 1].row ? ofgpu + 1 : 0;
		if (total || s->format != TABLE_TEXT || ofgpu < top)
			causes[kept++] = t->causes[i];
	}
	view.title = total ? "why GPUs were idle" : "what was to blame";
	view.allrows = count;
	view.columns = causecolumns;
	view.count = sizeof(causecolumns) / sizeof(*causecolumns);
	view.rows = kept;
	view.arg = &shown;
	tableviewwrite(&view, out);
	free(causes);
}

/* Causes refer to rows by their index before sorting, so a copy of the rows keeps that order. */
void
statetablesort(struct statetable *t)
{
	if (t->count == 0)
		return;
	if (t->causecount > 0)
		qsort_r(t->causes, t->causecount, sizeof(*t->causes), bycausetime, t);
	t->causerows = xreallocarray(t->causerows, t->count, sizeof(*t->causerows));
	memcpy(t->causerows, t->rows, t->count * sizeof(*t->causerows));
	qsort(t->rows, t->count, sizeof(*t->rows), byrowplace);
	for (size_t i = 0; i < t->count; i++) {
		for (int state = 0; state < STATES; state++)
			t->statesseen |= t->rows[i].times[state] > 0 ? 1u << state : 0;
		if (i > 0 && t->rows[i].total && t->rows[i].device == t->rows[i - 1].device)
			t->needpids = true;
	}
}

bool
statetablestep(const struct tableview *s, size_t row, int64_t *step, int64_t *begin, int64_t *end)
{
	const struct shown *shown = s->arg;
	const struct staterow *r = &shown->rows[row];

	*step = r->step;
	*begin = r->begin;
	*end = r->end;
	return r->hasstep;
}

void
statetablewrite(struct statetable *t, const struct tableview *s, size_t top, struct buf *out)
{
	if (t->count == 0)
		return;
	statetablesort(t);
	statetablestates(t, s, top, true, out);
	if (t->hassteps)
		statetablestates(t, s, top, false, out);
	if (t->causecount > 0 && s->format == TABLE_TEXT)
		statetablecauses(t, s, top, true, out);
	if (t->causecount > 0)
		statetablecauses(t, s, top, false, out);
}

void
statetablefree(struct statetable *t)
{
	stringtablefree(&t->names);
	mapfree(&t->gpuids);
	mapfree(&t->rowids);
	mapfree(&t->causeids);
	mapfree(&t->kindids);
	free(t->rows);
	free(t->causerows);
	free(t->causes);
	free(t->scratch.p);
	*t = (struct statetable){ 0 };
}
