/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "accumulator.h"
#include "base/json.h"
#include "busytime.h"

/* Time that is covered, ns. */
struct interval {
	int64_t from, to;
};

/* The GPU that an event is of; made when it is new. */
static struct busygpu *
gpuof(struct busy *b, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	uint32_t *known, *gpu;
	bool fresh;

	known = mapput(&b->known, (struct mapkey){ (uint64_t)pid, (uint64_t)device }, &fresh);
	if (!fresh)
		return &b->gpus[*known];
	gpu = mapput(&b->numbers,
	    (struct mapkey){ (uint64_t)identitygpu(b->ids, pid, device), 0 }, &fresh);
	if (fresh) {
		struct span none = { "", 0 }, host = identityhost(b->ids, pid);
		uint32_t unknown = nameput(&b->names, none);

		*gpu = (uint32_t)b->count;
		GROW(b->gpus, b->room, b->count + 1);
		b->gpus[b->count++] = (struct busygpu){ .device = device,
			.number = INT64_MAX,
			.host = nameput(&b->hosts, host.n > 0 ? host : none),
			.id = unknown,
			.name = unknown };
	}
	return &b->gpus[*known = *gpu];
}

/* Keeps a text of a GPU that has none. */
static void
busylearn(struct busy *b, uint32_t *text, struct span quoted)
{
	struct buf scratch = { 0 };

	if (jsonisstring(quoted) && nameget(&b->names, *text).n == 0)
		*text = nameput(&b->names, jsontext(quoted, &scratch));
	free(scratch.p);
}

void
busymeta(struct busy *b, const struct event *ev)
{
	struct span uuid = evarg(ev, "uuid");
	struct busygpu *gpu;
	int64_t number;

	if (!evhas(ev, KEY_DEVICE) || !spanis(ev->value[KEY_NAME], "\"device\"") ||
	    !jsonisstring(uuid))
		return;
	gpu = gpuof(b, ev);
	busylearn(b, &gpu->id, uuid);
	busylearn(b, &gpu->name, evarg(ev, "name"));
	if (jsonint(evarg(ev, "gpu"), &number))
		gpu->number = number;
}

/* Adds an interval, which begins no earlier than those before. */
static void
trackadd(struct busytrack *t, int64_t from, int64_t to, bool keep)
{
	struct interval *last = t->count > 0 ? &t->p[t->count - 1] : NULL;

	if (!keep) {
		intervalsadd(&t->joined, from, to);
	} else if (last && from <= last->to) {
		last->to = to > last->to ? to : last->to;
	} else if (to > from) {
		GROW(t->p, t->room, t->count + 1);
		t->p[t->count++] = (struct interval){ from, to };
	}
}

/* How long a union is between two times, ns. */
static wide
tracktime(const struct busytrack *t, int64_t from, int64_t to)
{
	wide time = t->joined.time;
	size_t low = 0, high = t->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->p[middle].to <= from)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < t->count && t->p[low].from < to; low++)
		time += (wide)(t->p[low].to < to ? t->p[low].to : to) -
		    (t->p[low].from > from ? t->p[low].from : from);
	return time;
}

/* The tracks that a work is on, a bit for each. */
static unsigned
tracksof(enum work work)
{
	static const unsigned tracks[] = {
		[WORK_COMPUTE] =
		    1u << TRACK_COMPUTE | 1u << TRACK_COMPUTE_COMM | 1u << TRACK_COMPUTE_COPY,
		[WORK_COMM] = 1u << TRACK_COMM | 1u << TRACK_COMPUTE_COMM,
		[WORK_COPY] = 1u << TRACK_COPY | 1u << TRACK_COMPUTE_COPY,
	};

	return 1u << TRACK_ALL | tracks[work];
}

void
busyevent(struct busy *b, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);
	struct busygpu *gpu;
	unsigned tracks;

	if (evfamily(ev->type) != FAMILY_GPU)
		return;
	if (b->begun)
		evorder(ev, b->latest);
	else
		b->parts |= b->clip->narrow;
	b->begun = true;
	b->latest = ts;
	gpu = gpuof(b, ev);
	tracks = tracksof(workkindof(b->workkinds, ev));
	for (int i = 0; i < TRACK_COUNT; i++)
		if (tracks & 1u << i)
			trackadd(&gpu->tracks[i], ts, end, b->parts);
}

/* What the entries are made of. */
struct rows {
	const struct busy *busy;
	const struct facts *facts;
	bool nocomm; /* no time for what no GPU did */
	bool hosts;  /* there are several */
};

enum { BIN, HOST, DEVICE, BUSY, USE, IDLE, COMPUTE, COPIES, OVERLAP, COMM, COMM_OVERLAP, GPU };

static struct entry
textentry(struct span text)
{
	return text.n > 0 ? entrytext(text) : (struct entry){ 0 };
}

static struct entry
gpuentry(const void *arg, size_t row, const struct column *column)
{
	const struct rows *rows = arg;
	const struct busy *b = rows->busy;
	const struct busygpu *g = &b->gpus[row % b->count];
	size_t bin = row / b->count;
	int64_t from = clipstart(b->clip), to = clipend(b->clip);
	wide times[TRACK_COUNT];

	if (rows->facts->bins > 0) {
		from = factsbin(rows->facts, bin);
		to = factsbin(rows->facts, bin + 1);
	}
	for (int i = 0; i < TRACK_COUNT; i++)
		times[i] = tracktime(&g->tracks[i], from, to);
	if (rows->nocomm && (column->what == COMM || column->what == COMM_OVERLAP))
		return (struct entry){ 0 };
	switch (column->what) {
	case BIN:
		return entrywhole(from);
	case HOST:
		return rows->hosts ? textentry(nameget(&b->hosts, g->host)) : (struct entry){ 0 };
	case DEVICE:
		return entrywhole(g->device);
	case BUSY:
		return entrywhole(times[TRACK_ALL]);
	case USE:
		return to > from ? entryratio(times[TRACK_ALL] * 100, (wide)to - from)
		                 : entrywhole(0);
	case IDLE:
		return entrywhole((wide)to - from - times[TRACK_ALL]);
	case COMPUTE:
		return entrywhole(times[TRACK_COMPUTE]);
	case COPIES:
		return entrywhole(times[TRACK_COPY]);
	case OVERLAP:
		return entrywhole(
		    times[TRACK_COMPUTE] + times[TRACK_COPY] - times[TRACK_COMPUTE_COPY]);
	case COMM:
		return entrywhole(times[TRACK_COMM]);
	case COMM_OVERLAP:
		return entrywhole(
		    times[TRACK_COMPUTE] + times[TRACK_COMM] - times[TRACK_COMPUTE_COMM]);
	}
	return textentry(nameget(&b->names, g->name));
}

static const struct column columns[] = {
	{ "bin", SHEET_TIME, gpuentry, BIN, 0 },
	{ "host", SHEET_TEXT, gpuentry, HOST, 0 },
	{ "device", SHEET_COUNT, gpuentry, DEVICE, 0 },
	{ "busy", SHEET_TIME, gpuentry, BUSY, 0 },
	{ "use", SHEET_PERCENT, gpuentry, USE, 0 },
	{ "idle", SHEET_TIME, gpuentry, IDLE, 3 },
	{ "compute", SHEET_TIME, gpuentry, COMPUTE, 1 },
	{ "copies", SHEET_TIME, gpuentry, COPIES, 2 },
	{ "overlap", SHEET_TIME, gpuentry, OVERLAP, 4 },
	{ "comm", SHEET_TIME, gpuentry, COMM, 1 },
	{ "comm_overlap", SHEET_TIME, gpuentry, COMM_OVERLAP, 1 },
	{ "gpu", SHEET_TEXT, gpuentry, GPU, 0 },
};

/* By host in the order in which they came, then by device, by their place in the profile, by
 * uuid. */
static int
bydevice(const void *a, const void *b, void *arg)
{
	const struct busygpu *x = a, *y = b;
	const struct names *names = arg;
	struct span s = nameget(names, x->id), t = nameget(names, y->id);
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
busywrite(struct busy *b, const struct facts *facts, const struct sheet *s, struct buf *out)
{
	struct rows rows = { b, facts, s->form == FORM_TEXT, b->hosts.used > 1 };
	struct sheet each = *s;
	bool bins = facts->bins > 0;

	if (b->count == 0)
		return;
	for (size_t i = 0; i < b->count; i++) {
		const struct busytrack *t = &b->gpus[i].tracks[TRACK_COMM];

		rows.nocomm = rows.nocomm && t->count == 0 && !t->joined.begun;
	}
	qsort_r(b->gpus, b->count, sizeof(*b->gpus), bydevice, &b->names);
	each.columns = columns + !bins;
	each.count = sizeof(columns) / sizeof(*columns) - !bins;
	each.rows = b->count * (bins ? facts->bins : 1);
	each.arg = &rows;
	if (s->form == FORM_TEXT && !s->write)
		bufchar(out, '\n');
	sheetwrite(&each, out);
}

void
busyfree(struct busy *b)
{
	for (size_t i = 0; i < b->count; i++)
		for (int j = 0; j < TRACK_COUNT; j++)
			free(b->gpus[i].tracks[j].p);
	namesfree(&b->names);
	namesfree(&b->hosts);
	mapfree(&b->known);
	mapfree(&b->numbers);
	free(b->gpus);
	*b = (struct busy){ 0 };
}
