/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "nsysnames.h"
#include "pushpop.h"
#include "rangetree.h"

struct stack {
	struct engine engine;
	struct ask ask;
	struct names names;
	struct nest nest;
	size_t *rows; /* places in the nest */
	struct buf scratch, text;
	uint64_t open; /* ranges never closed */
};

static void
stackevent(struct engine *e, const struct event *ev)
{
	struct stack *s = (struct stack *)e;
	struct nested range = {
		.pid = evnumber(ev, KEY_PID),
		.tid = evnumber(ev, KEY_TID),
		.ts = ev->number[KEY_TS],
		.dur = evnumber(ev, KEY_DUR),
	};
	struct span name = { "", 0 };

	if (evstartend(ev) || !asktouches(&s->ask, ev))
		return;
	s->open += evopen(ev);
	if (!evhas(ev, KEY_DUR))
		return;
	if (evhas(ev, KEY_NAME) && jsonisstring(ev->value[KEY_NAME]))
		name = jsontext(ev->value[KEY_NAME], &s->scratch);
	range.name = nameput(&s->names, wordsrange(ev, name, &s->text));
	nestadd(&s->nest, &range);
}

/* By start, the outer before the inner, the rest as they came. */
static int
bystart(const void *a, const void *b, void *arg)
{
	const struct nest *n = arg;
	const struct nested *x = &n->p[*(const size_t *)a], *y = &n->p[*(const size_t *)b];

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

enum { START = NEST_OWN, END, DURATION, INNER, OUTER, NAME, TREE };

/* The name behind two hyphens a level. */
static struct entry
tree(struct stack *s, const struct nested *range)
{
	s->text.n = 0;
	for (int64_t i = 0; i < range->level; i++)
		bufstr(&s->text, "--");
	bufspan(&s->text, nameget(&s->names, range->name));
	return entrytext(bufall(&s->text));
}

static struct entry
stackentry(const void *arg, size_t row, const struct column *column)
{
	struct stack *s = (struct stack *)arg;
	const struct nested *range = &s->nest.p[s->rows[row]];

	switch (column->what) {
	case START:
		return entrywhole(range->ts);
	case END:
		return entrywhole((wide)range->ts + range->dur);
	case DURATION:
		return entrywhole(range->dur);
	case INNER:
		return entrywhole(range->inner);
	case OUTER:
		return entrywhole((wide)range->dur - range->inner);
	case NAME:
		return entrytext(nameget(&s->names, range->name));
	case TREE:
		return tree(s, range);
	}
	return nestentry(&s->nest, range, column->what, &s->text);
}

static const struct column columns[] = {
	{ "Start (ns)", SHEET_TIME, stackentry, START, 0 },
	{ "End (ns)", SHEET_TIME, stackentry, END, 0 },
	{ "Duration (ns)", SHEET_TIME, stackentry, DURATION, 0 },
	{ "DurChild (ns)", SHEET_TIME, stackentry, INNER, 0 },
	{ "DurNonChild (ns)", SHEET_TIME, stackentry, OUTER, 0 },
	{ "Name", SHEET_TEXT, stackentry, NAME, 0 },
	{ "PID", SHEET_COUNT, stackentry, NEST_PID, 0 },
	{ "TID", SHEET_COUNT, stackentry, NEST_TID, 0 },
	{ "Lvl", SHEET_COUNT, stackentry, NEST_LEVEL, 0 },
	{ "NumChild", SHEET_COUNT, stackentry, NEST_CHILDREN, 0 },
	{ "RangeId", SHEET_COUNT, stackentry, NEST_RANGE_ID, 0 },
	{ "ParentId", SHEET_COUNT, stackentry, NEST_PARENT_ID, 0 },
	{ "RangeStack", SHEET_TEXT, stackentry, NEST_STACK, 0 },
	{ "NameTree", SHEET_TEXT, stackentry, TREE, 0 },
};

static size_t
stackwriterows(struct engine *e)
{
	struct stack *s = (struct stack *)e;
	size_t count = s->nest.count;

	nestsort(&s->nest);
	nestmake(&s->nest);
	s->rows = xreallocarray(NULL, count + 1, sizeof(*s->rows));
	for (size_t i = 0; i < count; i++)
		s->rows[i] = i;
	if (count > 0)
		qsort_r(s->rows, count, sizeof(*s->rows), bystart, &s->nest);
	for (size_t i = 0; i < count; i++)
		s->nest.p[s->rows[i]].row = i;
	return askwrite(&s->ask, columns, sizeof(columns) / sizeof(*columns), count, 0, s);
}

static void
stacksay(const struct engine *e)
{
	const struct stack *s = (const struct stack *)e;

	if (s->open > 0)
		warn("ranges never closed, which are left out: %llu", (unsigned long long)s->open);
}

static void
stackrelease(struct engine *e)
{
	struct stack *s = (struct stack *)e;

	namesfree(&s->names);
	nestfree(&s->nest);
	free(s->rows);
	free(s->scratch.p);
	free(s->text.p);
	free(s);
}

struct engine *
stacktrace(const struct ask *ask)
{
	struct stack *s = xzalloc(1, sizeof(*s));

	s->ask = *ask;
	s->engine = (struct engine){ .event = stackevent,
		.write = stackwriterows,
		.say = stacksay,
		.free = stackrelease,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) };
	return &s->engine;
}
