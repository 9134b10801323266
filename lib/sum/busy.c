/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "busy.h"
#include "json.h"
#include "tally.h"

/* What the entries are made of. */
struct whole {
	const struct busy *busy;
	const struct counts *counts;
};

/* The GPU that a process knows by a number; id tells GPUs apart, name may have no bytes. */
static struct busygpu *
known(struct busy *b, int64_t pid, int64_t device, struct span id, struct span name)
{
	bool fresh;
	uint32_t *number =
	    mapput(&b->known, (struct mapkey){ (uint64_t)pid, (uint64_t)device }, &fresh);

	if (fresh) {
		*number = nameput(&b->ids, id);
		if (*number == b->count) {
			GROW(b->gpus, b->room, b->count + 1);
			b->gpus[b->count++] = (struct busygpu){ .device = device,
				.name = name.n > 0 ? nameput(&b->names, name) : UINT32_MAX };
		}
	}
	return &b->gpus[*number];
}

void
busymeta(struct busy *b, const struct event *ev)
{
	struct span uuid = evarg(ev, "uuid"), name = evarg(ev, "name");
	struct buf scratch = { 0 };

	if (!evhas(ev, KEY_DEVICE) || !spanis(ev->value[KEY_NAME], "\"device\"") ||
	    !jsonisstring(uuid))
		return;
	known(b, evnumber(ev, KEY_PID), ev->number[KEY_DEVICE], uuid,
	    jsonisstring(name) ? jsontext(name, &scratch) : (struct span){ "", 0 });
	free(scratch.p);
}

/* The GPU of an event. What no meta record names is the same for all processes that give it one
 * number. */
static struct busygpu *
gpu(struct busy *b, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	char id[INT_ROOM];
	struct span text = { id, (size_t)(memputint(id, device) - id) };

	return known(b, pid, device, text, (struct span){ "", 0 });
}

void
busyevent(struct busy *b, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);
	struct busygpu *g;

	if (!b->begun || ts < b->from)
		b->from = ts;
	if (!b->begun || end > b->to)
		b->to = end;
	b->begun = true;
	if (evfamily(ev->type) != FAMILY_GPU)
		return;
	if (b->gpubegun)
		evorder(ev, b->latest);
	b->gpubegun = true;
	b->latest = ts;
	g = gpu(b, ev);
	coveradd(&g->all, ts, end);
	coveradd(
	    ev->type == TYPE_KERNEL || ev->type == TYPE_GRAPH ? &g->compute : &g->copies, ts, end);
}

enum { LENGTH, FROM, TO, EVENTS, INSTANTS, COUNTERS, OPEN };

static struct entry
profileentry(const void *arg, size_t row, const struct column *column)
{
	const struct whole *w = arg;
	const wide numbers[] = {
		[LENGTH] = (wide)w->busy->to - w->busy->from,
		[FROM] = w->busy->from,
		[TO] = w->busy->to,
		[EVENTS] = w->counts->events,
		[INSTANTS] = w->counts->instants,
		[COUNTERS] = w->counts->counters,
		[OPEN] = w->counts->open,
	};

	(void)row;
	return entrywhole(numbers[column->what]);
}

static const struct column profile[] = {
	{ "span", SHEET_TIME, profileentry, LENGTH },
	{ "from", SHEET_TIME, profileentry, FROM },
	{ "to", SHEET_TIME, profileentry, TO },
	{ "events", SHEET_COUNT, profileentry, EVENTS },
	{ "instants", SHEET_COUNT, profileentry, INSTANTS },
	{ "counters", SHEET_COUNT, profileentry, COUNTERS },
	{ "open", SHEET_COUNT, profileentry, OPEN },
};

enum { DEVICE, BUSY, USE, IDLE, COMPUTE, COPIES, OVERLAP, GPU };

static struct entry
gpuentry(const void *arg, size_t row, const struct column *column)
{
	const struct busy *b = ((const struct whole *)arg)->busy;
	const struct busygpu *g = &b->gpus[row];
	wide span = (wide)b->to - b->from, all = g->all.time, compute = g->compute.time,
	     copies = g->copies.time;
	const wide numbers[] = {
		[DEVICE] = g->device,
		[BUSY] = all,
		[USE] = 0,
		[IDLE] = span - all,
		[COMPUTE] = compute,
		[COPIES] = copies,
		[OVERLAP] = compute + copies - all,
	};

	if (column->what == GPU && g->name == UINT32_MAX)
		return (struct entry){ 0 };
	if (column->what == GPU)
		return entrytext(nameget(&b->names, g->name));
	if (column->what == USE && span > 0)
		return entryratio(all * 100, span);
	return entrywhole(numbers[column->what]);
}

static const struct column gpus[] = {
	{ "device", SHEET_COUNT, gpuentry, DEVICE },
	{ "busy", SHEET_TIME, gpuentry, BUSY },
	{ "use", SHEET_PERCENT, gpuentry, USE },
	{ "idle", SHEET_TIME, gpuentry, IDLE },
	{ "compute", SHEET_TIME, gpuentry, COMPUTE },
	{ "copies", SHEET_TIME, gpuentry, COPIES },
	{ "overlap", SHEET_TIME, gpuentry, OVERLAP },
	{ "gpu", SHEET_TEXT, gpuentry, GPU },
};

void
busywrite(const struct busy *b, const struct counts *counts, enum form form, struct buf *out)
{
	struct whole whole = { b, counts };
	struct sheet one = {
		.form = form,
		.columns = profile,
		.count = sizeof(profile) / sizeof(*profile),
		.rows = 1,
		.arg = &whole,
	};
	struct sheet each = {
		.form = form,
		.columns = gpus,
		.count = sizeof(gpus) / sizeof(*gpus),
		.rows = b->count,
		.arg = &whole,
	};

	sheetwrite(&one, out);
	if (b->count == 0)
		return;
	if (form == FORM_TEXT)
		bufchar(out, '\n');
	sheetwrite(&each, out);
}

void
busyfree(struct busy *b)
{
	namesfree(&b->ids);
	namesfree(&b->names);
	mapfree(&b->known);
	free(b->gpus);
	*b = (struct busy){ 0 };
}
