/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "nsysnames.h"
#include "pushpop.h"
#include "rangetree.h"

struct stack {
	struct collector collector;
	struct collectorargs ask;
	struct stringtable names;
	struct rangetree nest;
	size_t *rows; /* places in the nest */
	struct buf scratch, text;
	uint64_t open; /* ranges never closed */
};

static void
stackevent(struct collector *e, const struct event *ev)
{
	struct stack *s = (struct stack *)e;
	struct rangenode range = {
		.pid = evnumber(ev, KEY_PID),
		.tid = evnumber(ev, KEY_TID),
		.ts = ev->number[KEY_TS],
		.dur = evnumber(ev, KEY_DUR),
	};
	struct span name = { "", 0 };

	if (evisstartend(ev) || !collectortouches(&s->ask, ev))
		return;
	s->open += evisopen(ev);
	if (!evhas(ev, KEY_DUR))
		return;
	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &s->scratch);
	range.name = stringintern(&s->names, nsysnamesrange(ev, name, &s->text));
	rangetreeadd(&s->nest, &range);
}

/* By start, the outer before the inner, the rest as they came. */
static int
bystart(const void *a, const void *b, void *arg)
{
	const struct rangetree *n = arg;
	const struct rangenode *x = &n->p[*(const size_t *)a], *y = &n->p[*(const size_t *)b];

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

enum { START = RANGETREE_COLUMNS, END, DURATION, INNER, OUTER, NAME, TREE };

/* The name behind two hyphens a level. */
static struct tablecell
tree(struct stack *s, const struct rangenode *range)
{
	s->text.n = 0;
	for (int64_t i = 0; i < range->level; i++)
		bufstr(&s->text, "--");
	bufspan(&s->text, stringat(&s->names, range->name));
	return celltext(bufall(&s->text));
}

static struct tablecell
stackentry(const void *arg, size_t row, const struct column *column)
{
	struct stack *s = (struct stack *)arg;
	const struct rangenode *range = &s->nest.p[s->rows[row]];

	switch (column->what) {
	case START:
		return cellwhole(range->ts);
	case END:
		return cellwhole((wide)range->ts + range->dur);
	case DURATION:
		return cellwhole(range->dur);
	case INNER:
		return cellwhole(range->inner);
	case OUTER:
		return cellwhole((wide)range->dur - range->inner);
	case NAME:
		return celltext(stringat(&s->names, range->name));
	case TREE:
		return tree(s, range);
	}
	return rangetreecell(&s->nest, range, column->what, &s->text);
}

static const struct column columns[] = {
	{ "Start (ns)", COLUMN_TIME, stackentry, START, 0 },
	{ "End (ns)", COLUMN_TIME, stackentry, END, 0 },
	{ "Duration (ns)", COLUMN_TIME, stackentry, DURATION, 0 },
	{ "DurChild (ns)", COLUMN_TIME, stackentry, INNER, 0 },
	{ "DurNonChild (ns)", COLUMN_TIME, stackentry, OUTER, 0 },
	{ "Name", COLUMN_TEXT, stackentry, NAME, 0 },
	{ "PID", COLUMN_INTEGER, stackentry, RANGETREE_PID, 0 },
	{ "TID", COLUMN_INTEGER, stackentry, RANGETREE_TID, 0 },
	{ "Lvl", COLUMN_INTEGER, stackentry, RANGETREE_LEVEL, 0 },
	{ "NumChild", COLUMN_INTEGER, stackentry, RANGETREE_CHILDREN, 0 },
	{ "RangeId", COLUMN_INTEGER, stackentry, RANGETREE_RANGE_ID, 0 },
	{ "ParentId", COLUMN_INTEGER, stackentry, RANGETREE_PARENT_ID, 0 },
	{ "RangeStack", COLUMN_TEXT, stackentry, RANGETREE_STACK, 0 },
	{ "NameTree", COLUMN_TEXT, stackentry, TREE, 0 },
};

static size_t
stackwriterows(struct collector *e)
{
	struct stack *s = (struct stack *)e;
	size_t count = s->nest.count;

	rangetreesort(&s->nest);
	rangetreelink(&s->nest);
	s->rows = xreallocarray(NULL, count + 1, sizeof(*s->rows));
	for (size_t i = 0; i < count; i++)
		s->rows[i] = i;
	if (count > 0)
		qsort_r(s->rows, count, sizeof(*s->rows), bystart, &s->nest);
	for (size_t i = 0; i < count; i++)
		s->nest.p[s->rows[i]].row = i;
	return collectorwrite(&s->ask, columns, sizeof(columns) / sizeof(*columns), count, 0, s);
}

static void
stacksay(const struct collector *e)
{
	const struct stack *s = (const struct stack *)e;

	if (s->open > 0)
		warn("ranges never closed, which are left out: %llu", (unsigned long long)s->open);
}

static void
stackrelease(struct collector *e)
{
	struct stack *s = (struct stack *)e;

	stringtablefree(&s->names);
	rangetreefree(&s->nest);
	free(s->rows);
	free(s->scratch.p);
	free(s->text.p);
	free(s);
}

struct collector *
pushpoptrace(const struct collectorargs *ask)
{
	struct stack *s = xzalloc(1, sizeof(*s));

	s->ask = *ask;
	s->collector = (struct collector){ .event = stackevent,
		.write = stackwriterows,
		.say = stacksay,
		.free = stackrelease,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) };
	return &s->collector;
}
