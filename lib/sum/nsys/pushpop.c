/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "nsysnames.h"
#include "pushpop.h"
#include "rangetree.h"

struct pushpop {
	struct collector collector;
	struct collectorargs args;
	struct stringtable names;
	struct rangetree tree;
	size_t *rows; /* indices in the tree, sorted by start */
	struct buf scratch, text;
	uint64_t open; /* number of ranges never closed */
};

static void
pushpopevent(struct collector *e, const struct event *ev)
{
	struct pushpop *s = (struct pushpop *)e;
	struct rangenode range = {
		.pid = evnumber(ev, KEY_PID),
		.tid = evnumber(ev, KEY_TID),
		.ts = ev->number[KEY_TS],
		.dur = evnumber(ev, KEY_DUR),
	};
	struct span name = { "", 0 };

	if (evisstartend(ev) || !collectortouches(&s->args, ev))
		return;
	s->open += evisopen(ev);
	if (!evhas(ev, KEY_DUR))
		return;
	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &s->scratch);
	range.name = stringintern(&s->names, nsysnamesrange(ev, name, &s->text));
	rangetreeadd(&s->tree, &range);
}

/* By start, outer ranges first, equal ones in the order of the stream. */
static int
bystart(const void *a, const void *b, void *arg)
{
	const struct rangetree *n = arg;
	const struct rangenode *x = &n->p[*(const size_t *)a], *y = &n->p[*(const size_t *)b];

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

enum { START = RANGETREE_COLUMNS, END, DURATION, CHILDREN_TIME, SELF_TIME, NAME, TREE };

/* Returns the name, behind two hyphens for each level. */
static struct tablecell
treename(struct pushpop *s, const struct rangenode *range)
{
	s->text.n = 0;
	for (int64_t i = 0; i < range->level; i++)
		bufstr(&s->text, "--");
	bufspan(&s->text, stringat(&s->names, range->name));
	return celltext(bufall(&s->text));
}

static struct tablecell
pushpopcell(const void *arg, size_t row, const struct column *column)
{
	struct pushpop *s = (struct pushpop *)arg;
	const struct rangenode *range = &s->tree.p[s->rows[row]];

	switch (column->id) {
	case START:
		return cellwhole(range->ts);
	case END:
		return cellwhole((wide)range->ts + range->dur);
	case DURATION:
		return cellwhole(range->dur);
	case CHILDREN_TIME:
		return cellwhole(range->childtime);
	case SELF_TIME:
		return cellwhole((wide)range->dur - range->childtime);
	case NAME:
		return celltext(stringat(&s->names, range->name));
	case TREE:
		return treename(s, range);
	}
	return rangetreecell(&s->tree, range, column->id, &s->text);
}

static const struct column columns[] = {
	{ "Start (ns)", COLUMN_TIME, pushpopcell, START, 0 },
	{ "End (ns)", COLUMN_TIME, pushpopcell, END, 0 },
	{ "Duration (ns)", COLUMN_TIME, pushpopcell, DURATION, 0 },
	{ "DurChild (ns)", COLUMN_TIME, pushpopcell, CHILDREN_TIME, 0 },
	{ "DurNonChild (ns)", COLUMN_TIME, pushpopcell, SELF_TIME, 0 },
	{ "Name", COLUMN_TEXT, pushpopcell, NAME, 0 },
	{ "PID", COLUMN_INTEGER, pushpopcell, RANGETREE_PID, 0 },
	{ "TID", COLUMN_INTEGER, pushpopcell, RANGETREE_TID, 0 },
	{ "Lvl", COLUMN_INTEGER, pushpopcell, RANGETREE_LEVEL, 0 },
	{ "NumChild", COLUMN_INTEGER, pushpopcell, RANGETREE_CHILDREN, 0 },
	{ "RangeId", COLUMN_INTEGER, pushpopcell, RANGETREE_RANGE_ID, 0 },
	{ "ParentId", COLUMN_INTEGER, pushpopcell, RANGETREE_PARENT_ID, 0 },
	{ "RangeStack", COLUMN_TEXT, pushpopcell, RANGETREE_STACK, 0 },
	{ "NameTree", COLUMN_TEXT, pushpopcell, TREE, 0 },
};

static size_t
pushpopwrite(struct collector *e)
{
	struct pushpop *s = (struct pushpop *)e;
	size_t count = s->tree.count;

	rangetreesort(&s->tree);
	rangetreelink(&s->tree);
	s->rows = xreallocarray(NULL, count + 1, sizeof(*s->rows));
	for (size_t i = 0; i < count; i++)
		s->rows[i] = i;
	if (count > 0)
		qsort_r(s->rows, count, sizeof(*s->rows), bystart, &s->tree);
	for (size_t i = 0; i < count; i++)
		s->tree.p[s->rows[i]].row = i;
	return collectorwrite(&s->args, columns, sizeof(columns) / sizeof(*columns), count, 0, s);
}

static void
pushpopwarn(const struct collector *e)
{
	const struct pushpop *s = (const struct pushpop *)e;

	if (s->open > 0)
		warn("left out %llu ranges that were never closed", (unsigned long long)s->open);
}

static void
pushpopfree(struct collector *e)
{
	struct pushpop *s = (struct pushpop *)e;

	stringtablefree(&s->names);
	rangetreefree(&s->tree);
	free(s->rows);
	free(s->scratch.p);
	free(s->text.p);
	free(s);
}

struct collector *
pushpoptrace(const struct collectorargs *args)
{
	struct pushpop *s = xzalloc(1, sizeof(*s));

	s->args = *args;
	s->collector = (struct collector){ .event = pushpopevent,
		.write = pushpopwrite,
		.warn = pushpopwarn,
		.free = pushpopfree,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) };
	return &s->collector;
}
