/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "nsysnames.h"
#include "projection.h"
#include "rangetree.h"

/* The GPU events of a thread that were launched outside all ranges. */
struct outside {
	int64_t pid, tid, count;
	int64_t first, last; /* ns; first start and last end */
};

struct projection {
	struct collector collector;
	struct collectorargs args;
	struct stringtable names;
	struct rangetree tree;
	struct stringtable startend; /* identities of the start/end ranges seen */
	struct map threads;          /* (pid, tid) -> index in outsides */
	struct outside *outsides;
	size_t outsidecount, outsideroom;
	/* Indices of ranges, or, from tree.count on, of outsides; sorted by start on the GPU. */
	size_t *rows;
	struct buf scratch, text;
};

/* Returns the identity of a range on the CPU as bytes in p->text: process, thread, time and
 * name. */
static struct span
rangeidentity(struct projection *p, const struct event *ev, int64_t ts, int64_t dur)
{
	int64_t numbers[] = { evnumber(ev, KEY_PID), evnumber(ev, KEY_TID), ts, dur };

	p->text.n = 0;
	bufmem(&p->text, (const char *)numbers, sizeof(numbers));
	if (evhas(ev, KEY_NAME))
		bufspan(&p->text, jsontext(ev->value[KEY_NAME], &p->scratch));
	return bufall(&p->text);
}

/* Returns an integer member of an object, or 0. */
static int64_t
projectionmember(struct span object, const char *name, struct buf *stack)
{
	int64_t v = 0;

	return jsonint(jsonmember(object, name, stack), &v) ? v : 0;
}

static void
projectionaddrange(struct projection *p, const struct event *ev)
{
	struct rangenode range = { .pid = evnumber(ev, KEY_PID),
		.tid = evnumber(ev, KEY_TID),
		.device = evnumber(ev, KEY_DEVICE) };
	struct span cpu = evarg(ev, "range"), name = { "", 0 };

	if (spanis(jsonmember(cpu, "open", ev->stack), "true"))
		return; /* nsys projects no ranges that were never closed */
	range.ts = projectionmember(cpu, "ts", ev->stack);
	range.dur = projectionmember(cpu, "dur", ev->stack);
	range.first = ev->number[KEY_TS];
	range.last = evend(ev);
	range.count = jsonint(evarg(ev, "count"), &range.count) ? range.count : 0;
	cpu = rangeidentity(p, ev, range.ts, range.dur);
	range.style = stringintern(
	    &p->names, spanof(stringisinterned(&p->startend, cpu) ? "StartEnd" : "PushPop"));
	if (evhas(ev, KEY_NAME))
		name = jsontext(ev->value[KEY_NAME], &p->scratch);
	range.name = stringintern(&p->names, nsysnamesrange(ev, name, &p->text));
	rangetreeadd(&p->tree, &range);
}

/* Adds a GPU event that was launched outside all ranges. */
static void
addoutside(struct projection *p, const struct event *ev)
{
	struct launch launch;
	struct outside *o;
	bool fresh;
	uint32_t *at;

	if (evhas(ev, KEY_NVTX) || !evlaunch(ev, &launch) || !launch.hastid)
		return;
	at = mapput(&p->threads,
	    (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), (uint64_t)launch.tid }, &fresh);
	if (fresh) {
		*at = (uint32_t)p->outsidecount;
		GROW(p->outsides, p->outsideroom, p->outsidecount + 1);
		p->outsides[p->outsidecount++] = (struct outside){ .pid = evnumber(ev, KEY_PID),
			.tid = launch.tid,
			.first = ev->number[KEY_TS],
			.last = evend(ev) };
	}
	o = &p->outsides[*at];
	o->count++;
	o->first = ev->number[KEY_TS] < o->first ? ev->number[KEY_TS] : o->first;
	o->last = evend(ev) > o->last ? evend(ev) : o->last;
}

static void
projectionevent(struct collector *e, const struct event *ev)
{
	struct projection *p = (struct projection *)e;

	if (ev->type == TYPE_NVTX && evhas(ev, KEY_DUR) && evisstartend(ev))
		stringintern(
		    &p->startend, rangeidentity(p, ev, ev->number[KEY_TS], ev->number[KEY_DUR]));
	if (!collectortouches(&p->args, ev) || !evhas(ev, KEY_DUR))
		return;
	if (ev->type == TYPE_NVTX_KERNEL)
		projectionaddrange(p, ev);
	else if (evfamily(ev->type) == FAMILY_GPU && !e->togroups)
		addoutside(p, ev);
}

/* Merges the events of a range on several devices into one. Ranges may have the same identity; each
 * of them then has an event for each device, so their number is known. */
static void
mergedevices(struct rangetree *tree)
{
	size_t kept = 0;

	rangetreesort(tree);
	for (size_t i = 0, next; i < tree->count; i = next) {
		struct rangenode range = tree->p[i];
		int64_t same = 1;

		for (next = i + 1;
		     next < tree->count && rangetreecompare(&range, &tree->p[next]) == 0; next++) {
			const struct rangenode *one = &tree->p[next];

			same += one->device == tree->p[i].device;
			range.count = addsat(range.count, one->count);
			range.first = one->first < range.first ? one->first : range.first;
			range.last = one->last > range.last ? one->last : range.last;
		}
		range.count /= same;
		for (; same > 0; same--)
			tree->p[kept++] = range;
	}
	tree->count = kept;
	rangetreelink(tree);
}

static void
projectiontogroups(struct collector *e, struct groups *g)
{
	struct projection *p = (struct projection *)e;
	struct value values[BY_COUNT] = { 0 };

	mergedevices(&p->tree);
	for (size_t i = 0; i < p->tree.count; i++) {
		const struct rangenode *range = &p->tree.p[i];
		struct groupsums *x = &g->sums;
		uint32_t group, record;

		values[BY_NAME] = keytext(g, stringat(&p->names, range->name));
		values[BY_STYLE] = keytext(g, stringat(&p->names, range->style));
		group = groupsfind(g, values);
		record = groupsrecord(g, group, SUM_PROJECTED);
		groupsumsadd(x, record, SUM_RANGES, 1);
		groupsumsadd(x, record, SUM_KERNELS, range->count);
		groupsumsadd(x, record, SUM_RANGE_TIME, range->dur);
		record = groupsrecord(g, group, SUM_NESTED);
		groupsumsadd(x, record, SUM_LEVELS, range->level);
		groupsumsadd(x, record, SUM_CHILDREN, range->children);
		groupsadd(g, group, subsat(range->last, range->first));
	}
}

/* Returns the start of a row on the GPU, ns. */
static int64_t
firstof(const struct projection *p, size_t row)
{
	if (row < p->tree.count)
		return p->tree.p[row].first;
	return p->outsides[row - p->tree.count].first;
}

/* By start on the GPU, then outer ranges first. */
static int
byfirst(const void *a, const void *b, void *arg)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	int64_t s = firstof(arg, x), t = firstof(arg, y);

	if (s != t)
		return s < t ? -1 : 1;
	return (x > y) - (x < y);
}

enum {
	NAME = RANGETREE_COLUMNS,
	PROJ_START,
	PROJ_DURATION,
	ORIG_START,
	ORIG_DURATION,
	STYLE,
	OPS
};

static struct tablecell
rangecell(struct projection *p, const struct rangenode *range, int id)
{
	switch (id) {
	case NAME:
		return celltext(stringat(&p->names, range->name));
	case PROJ_START:
		return cellwhole(range->first);
	case PROJ_DURATION:
		return cellwhole((wide)range->last - range->first);
	case ORIG_START:
		return cellwhole(range->ts);
	case ORIG_DURATION:
		return cellwhole(range->dur);
	case STYLE:
		return celltext(stringat(&p->names, range->style));
	case OPS:
		return cellwhole(range->count);
	}
	return rangetreecell(&p->tree, range, id, &p->text);
}

static struct tablecell
outsidecell(const struct outside *o, int id)
{
	switch (id) {
	case PROJ_START:
		return cellwhole(o->first);
	case PROJ_DURATION:
		return cellwhole((wide)o->last - o->first);
	case RANGETREE_PID:
		return cellwhole(o->pid);
	case RANGETREE_TID:
		return cellwhole(o->tid);
	case OPS:
		return cellwhole(o->count);
	case RANGETREE_CHILDREN:
		return cellwhole(0);
	}
	return (struct tablecell){ 0 };
}

static struct tablecell
projectioncell(const void *arg, size_t row, const struct column *column)
{
	struct projection *p = (struct projection *)arg;
	size_t at = p->rows[row];

	if (at < p->tree.count)
		return rangecell(p, &p->tree.p[at], column->id);
	return outsidecell(&p->outsides[at - p->tree.count], column->id);
}

static const struct column columns[] = {
	{ "Name", COLUMN_TEXT, projectioncell, NAME, 0 },
	{ "Projected Start (ns)", COLUMN_TIME, projectioncell, PROJ_START, 0 },
	{ "Projected Duration (ns)", COLUMN_TIME, projectioncell, PROJ_DURATION, 0 },
	{ "Orig Start (ns)", COLUMN_TIME, projectioncell, ORIG_START, 0 },
	{ "Orig Duration (ns)", COLUMN_TIME, projectioncell, ORIG_DURATION, 0 },
	{ "Style", COLUMN_TEXT, projectioncell, STYLE, 0 },
	{ "PID", COLUMN_INTEGER, projectioncell, RANGETREE_PID, 0 },
	{ "TID", COLUMN_INTEGER, projectioncell, RANGETREE_TID, 0 },
	{ "NumGPUOps", COLUMN_INTEGER, projectioncell, OPS, 0 },
	{ "Lvl", COLUMN_INTEGER, projectioncell, RANGETREE_LEVEL, 0 },
	{ "NumChild", COLUMN_INTEGER, projectioncell, RANGETREE_CHILDREN, 0 },
	{ "RangeId", COLUMN_INTEGER, projectioncell, RANGETREE_RANGE_ID, 0 },
	{ "ParentId", COLUMN_INTEGER, projectioncell, RANGETREE_PARENT_ID, 0 },
	{ "RangeStack", COLUMN_TEXT, projectioncell, RANGETREE_STACK, 0 },
};

static size_t
projectionwrite(struct collector *e)
{
	struct projection *p = (struct projection *)e;
	size_t count;

	mergedevices(&p->tree);
	count = p->tree.count + p->outsidecount;
	p->rows = xreallocarray(NULL, count + 1, sizeof(*p->rows));
	for (size_t i = 0; i < count; i++)
		p->rows[i] = i;
	if (count > 0)
		qsort_r(p->rows, count, sizeof(*p->rows), byfirst, p);
	for (size_t i = 0; i < count; i++)
		if (p->rows[i] < p->tree.count)
			p->tree.p[p->rows[i]].row = i;
	return collectorwrite(&p->args, columns, sizeof(columns) / sizeof(*columns), count, 0, p);
}

static void
projectionfree(struct collector *e)
{
	struct projection *p = (struct projection *)e;

	stringtablefree(&p->names);
	rangetreefree(&p->tree);
	stringtablefree(&p->startend);
	mapfree(&p->threads);
	free(p->outsides);
	free(p->rows);
	free(p->scratch.p);
	free(p->text.p);
	free(p);
}

static struct projection *
projectionmake(const struct collectorargs *args)
{
	struct projection *p = xzalloc(1, sizeof(*p));

	p->args = *args;
	p->collector =
	    (struct collector){ .want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE),
		    .event = projectionevent,
		    .free = projectionfree };
	return p;
}

struct collector *
projectionsum(const struct collectorargs *args)
{
	struct projection *p = projectionmake(args);

	p->collector.togroups = projectiontogroups;
	return &p->collector;
}

struct collector *
projectiontrace(const struct collectorargs *args)
{
	struct projection *p = projectionmake(args);

	p->collector.write = projectionwrite;
	return &p->collector;
}
