/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "runindex.h"

_Static_assert(SOURCE_TABLES <= 64, "a bit for each table");

/* Begins to observe a table. */
static bool
runindexbegin(void *arg, const char *table, const struct stringtable *columns, size_t number,
    unsigned blockbits, int times[ROW_TIMES])
{
	struct runindex *s = arg;
	struct indexedtable *t = xzalloc(1, sizeof(*t));
	bool wanted = tablebindtimes(&t->table, table, columns, s->wanted);
	const int bound[ROW_TIMES] = { 0, t->table.stop, t->table.class };

	for (int i = 0; wanted && i < ROW_TIMES; i++) {
		uint32_t column = 0;

		times[i] = -1;
		if (bound[i] < 0)
			continue;
		while (column < columns->used &&
		    !spansame(stringat(columns, column),
		        stringat(&t->table.columns, (uint32_t)bound[i])))
			column++;
		wanted = column < columns->used;
		times[i] = (int)column;
	}
	if (!wanted) {
		tablefree(&t->table);
		free(t);
		return false;
	}
	t->pass = passopen(&t->found, &t->table, s->wanted, blockbits);
	s->tables[number] = t;
	return true;
}

/* Copies a table for one thread, so that several can count in it. */
static struct indexedtable *
copied(const struct indexedtable *of)
{
	struct indexedtable *t = xzalloc(1, sizeof(*t));

	t->table = of->table;
	t->table.flaws = (struct flaws){ 0 };
	t->pass = passopen(&t->found, &t->table, of->pass.wanted, of->pass.blockbits);
	return t;
}

/* Copies all tables: from now on only the thread that joins uses the originals. */
static void *
openseen(void *arg)
{
	const struct runindex *s = arg;
	struct blockpasses *seen = xzalloc(1, sizeof(*seen));

	for (size_t i = 0; i < SOURCE_TABLES; i++)
		if (s->tables[i])
			seen->tables[i] = copied(s->tables[i]);
	return seen;
}

static void
closeseen(void *arg)
{
	struct blockpasses *seen = arg;

	for (size_t i = 0; i < SOURCE_TABLES; i++)
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
runindexlookall(void *arg, size_t number, const struct rowspans *spans)
{
	struct blockpasses *seen = arg;

	seen->some |= UINT64_C(1) << number;
	passspans(&seen->tables[number]->pass, spans);
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
		.observer = { runindexbegin, openseen, closeseen, runindexlook,
		    runindexlookall, runindexjoin, s },
		    .wanted =
		    wanted
	};
}

void
runindexclose(struct runindex *s)
{
	for (size_t i = 0; i < SOURCE_TABLES; i++) {
		struct indexedtable *t = s->tables[i];

		if (!t)
			continue;
		foundfree(&t->found);
		tablefree(&t->table);
		free(t);
	}
}

void
runindexmove(struct runindex *s, struct table *tables, size_t count, struct found *found)
{
	for (size_t i = 0; i < count; i++) {
		struct table *t = &tables[i];
		struct indexedtable *made =
		    t->rows->blockbits > 0 ? s->tables[t->rows->number] : NULL;

		if (!made || !tablesametimes(t, &made->table))
			continue;
		found[i] = made->found;
		found[i].made = true;
		found[i].lost = made->pass.lost;
		t->flaws = made->table.flaws;
		made->found = (struct found){ 0 };
	}
}
