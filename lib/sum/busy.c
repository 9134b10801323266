/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "busy.h"
#include "json.h"
#include "tally.h"

enum { SPAN, FROM, TO, EVENTS, INSTANTS, COUNTERS, OPEN };
static const struct column profile[] = {
	{ "span", SHEET_TIME, SPAN },
	{ "from", SHEET_TIME, FROM },
	{ "to", SHEET_TIME, TO },
	{ "events", SHEET_COUNT, EVENTS },
	{ "instants", SHEET_COUNT, INSTANTS },
	{ "counters", SHEET_COUNT, COUNTERS },
	{ "open", SHEET_COUNT, OPEN },
};

enum { DEVICE, BUSY, USE, IDLE, COMPUTE, COPIES, OVERLAP, GPU };
static const struct column gpus[] = {
	{ "device", SHEET_COUNT, DEVICE },
	{ "busy", SHEET_TIME, BUSY },
	{ "use", SHEET_PERCENT, USE },
	{ "idle", SHEET_TIME, IDLE },
	{ "compute", SHEET_TIME, COMPUTE },
	{ "copies", SHEET_TIME, COPIES },
	{ "overlap", SHEET_TIME, OVERLAP },
	{ "gpu", SHEET_TEXT, GPU },
};

/* What the cells are made of. */
struct whole {
	const struct busy *busy;
	const struct counts *counts;
};

static void
coveradd(struct cover *c, int64_t start, int64_t end)
{
	if (c->begun && start < c->end)
		start = c->end;
	if (end > start)
		c->time = addsat(c->time, subsat(end, start));
	if (!c->begun || end > c->end)
		c->end = end;
	c->begun = true;
}

/* The GPU that a process knows by a number; id tells GPUs apart, name may have no bytes. */
static struct gpu *
known(struct busy *b, int64_t pid, int64_t device, struct span id, struct span name)
{
	bool fresh;
	uint32_t *number =
	    mapput(&b->known, (struct mapkey){ (uint64_t)pid, (uint64_t)device }, &fresh);

	if (fresh) {
		*number = nameput(&b->ids, id);
		if (*number == b->count) {
			GROW(b->gpus, b->room, b->count + 1);
			b->gpus[b->count++] = (struct gpu){ .device = device,
				.name = name.n > 0 ? nameput(&b->names, name) : UINT32_MAX };
		}
	}
	return &b->gpus[*number];
}

void
busymeta(struct busy *b, const struct event *ev, struct buf *stack)
{
	struct span uuid = evarg(ev, "uuid", stack), name = evarg(ev, "name", stack);
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
static struct gpu *
gpu(struct busy *b, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), device = evnumber(ev, KEY_DEVICE);
	char id[24];
	struct buf text = { id, 0, sizeof(id) };

	bufint(&text, device);
	return known(b, pid, device, bufall(&text), (struct span){ "", 0 });
}

bool
busyevent(struct busy *b, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS], end = evend(ev);
	struct gpu *g;

	if (!b->begun || ts < b->from)
		b->from = ts;
	if (!b->begun || end > b->to)
		b->to = end;
	b->begun = true;
	if (evfamily(ev->type) != FAMILY_GPU)
		return true;
	if (b->gpubegun && ts < b->latest)
		return false;
	b->gpubegun = true;
	b->latest = ts;
	g = gpu(b, ev);
	coveradd(&g->all, ts, end);
	coveradd(
	    ev->type == TYPE_KERNEL || ev->type == TYPE_GRAPH ? &g->compute : &g->copies, ts, end);
	return true;
}

static struct entry
profilecell(const void *arg, size_t row, const struct column *column)
{
	const struct whole *w = arg;
	const wide numbers[] = {
		[SPAN] = ((wide)w->busy->to - w->busy->from) * 1000,
		[FROM] = (wide)w->busy->from * 1000,
		[TO] = (wide)w->busy->to * 1000,
		[EVENTS] = w->counts->events,
		[INSTANTS] = w->counts->instants,
		[COUNTERS] = w->counts->counters,
		[OPEN] = w->counts->open,
	};

	(void)row;
	return (struct entry){ .given = true, .number = numbers[column->what] };
}

static struct entry
gpucell(const void *arg, size_t row, const struct column *column)
{
	const struct busy *b = ((const struct whole *)arg)->busy;
	const struct gpu *g = &b->gpus[row];
	wide span = (wide)b->to - b->from, all = g->all.time, compute = g->compute.time,
	     copies = g->copies.time;
	const wide numbers[] = {
		[DEVICE] = g->device,
		[BUSY] = all * 1000,
		[USE] = span > 0 ? widedivide(all * 100000, span) : 0,
		[IDLE] = (span - all) * 1000,
		[COMPUTE] = compute * 1000,
		[COPIES] = copies * 1000,
		[OVERLAP] = (compute + copies - all) * 1000,
		[GPU] = 0,
	};
	struct entry cell = { .given = column->what != GPU || g->name != UINT32_MAX,
		.number = numbers[column->what] };

	if (column->what == GPU && cell.given)
		cell.text = nameget(&b->names, g->name);
	return cell;
}

void
busywrite(const struct busy *b, const struct counts *counts, enum form form, struct buf *out)
{
	struct whole whole = { b, counts };
	struct sheet one = { .form = form,
		.columns = profile,
		.count = sizeof(profile) / sizeof(*profile),
		.rows = 1,
		.cell = profilecell,
		.arg = &whole };
	struct sheet each = { .form = form,
		.columns = gpus,
		.count = sizeof(gpus) / sizeof(*gpus),
		.rows = b->count,
		.cell = gpucell,
		.arg = &whole };

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
