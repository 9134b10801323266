/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "runindex.h"

_Static_assert(REP_TABLES <= 64, "a bit for each table");

/* Begins to look at a table. */
static bool
runindexbegin(void *arg, const struct reptable *form, size_t number, const char *times[TIMES])
{
	struct runindex *s = arg;
	struct indexedtable *t = xzalloc(1, sizeof(*t));
	struct stringtable have = { 0 };
	int columns[TIMES];
	bool wanted;

	for (size_t i = 0; i < form->count; i++)
		stringintern(&have, spanof(form->cols[i].name));
	wanted = tablebindtimes(&t->table, form->def->name, &have, s->wanted);
	columns[ROW_START] = 0;
	columns[ROW_STOP] = t->table.stop;
	columns[ROW_CLASS] = t->table.class;
	for (int i = 0; wanted && i < TIMES; i++) {
		struct span name;
		size_t col = 0;

		if (columns[i] < 0)
			continue;
		name = stringat(&t->table.columns, (uint32_t)columns[i]);
		while (col < form->count && !spanis(name, form->cols[col].name))
			col++;
		wanted = col < form->count;
		times[i] = wanted ? form->cols[col].name : "";
	}
	stringtablefree(&have);
	if (!wanted) {
		tablefree(&t->table);
		free(t);
		return false;
	}
	t->pass = passopen(&t->found, &t->table, s->wanted);
	s->tables[number] = t;
	return true;
}

/* The table for one reader, which looks at it while another one does. */
static struct indexedtable *
copied(const struct indexedtable *of)
{
	struct indexedtable *t = xzalloc(1, sizeof(*t));

	t->table = of->table;
	t->table.flaws = (struct flaws){ 0 };
	t->pass = passopen(&t->found, &t->table, of->pass.wanted);
	return t;
}

/* Makes all tables at once: once readers look at rows, only who joins them may look at these. */
static void *
openseen(void *arg)
{
	const struct runindex *s = arg;
	struct blockpasses *seen = xzalloc(1, sizeof(*seen));

	for (size_t i = 0; i < REP_TABLES; i++)
		if (s->tables[i])
			seen->tables[i] = copied(s->tables[i]);
	return seen;
}

static void
closeseen(void *arg)
{
	struct blockpasses *seen = arg;

	for (size_t i = 0; i < REP_TABLES; i++)
		if (seen->tables[i]) {
			foundfree(&seen->tables[i]->found);
			free(seen->tables[i]);
		}
	free(seen);
}

static void
runindexlook(void *arg, size_t number, uint64_t place, const struct cell *times)
{
	struct blockpasses *seen = arg;

	seen->some |= UINT64_C(1) << number;
	passlook(&seen->tables[number]->pass, place, times);
}

static void
runindexjoin(void *arg, void *block)
{
	struct runindex *s = arg;
	struct blockpasses *seen = block;

	for (; seen->some; seen->some &= seen->some - 1) {
		int i = __builtin_ctzll(seen->some);

		passjoin(&s->tables[i]->pass, &seen->tables[i]->pass);
	}
}

void
runindexopen(struct runindex *s, const struct wanted *wanted)
{
	*s = (struct runindex){
		.watch = { runindexbegin, openseen, closeseen, runindexlook, runindexjoin, s },
		    .wanted =
		    wanted
	};
}

void
runindexclose(struct runindex *s)
{
	for (size_t i = 0; i < REP_TABLES; i++) {
		struct indexedtable *t = s->tables[i];

		if (!t)
			continue;
		foundfree(&t->found);
		tablefree(&t->table);
		free(t);
	}
}

void
runindexmove(struct runindex *s, struct reader *r, struct found *found)
{
	for (size_t i = 0; i < r->count; i++) {
		struct table *t = &r->tables[i];
		size_t form = rowsapart(t->rows)
		    ? reportindexform(r->profile.copy->report, t->name)
		    : REP_NONE;
		struct indexedtable *made = form == REP_NONE ? NULL : s->tables[form];

		if (!made || !tablesametimes(t, &made->table))
			continue;
		found[i] = made->found;
		found[i].made = true;
		found[i].lost = made->pass.lost;
		t->flaws = made->table.flaws;
		made->found = (struct found){ 0 };
	}
}
