/* SPDX-License-Identifier: MIT */
/* run.h: passes over the blocks of a report, joined in their order, find what one pass over
 * all of them does, which takes no row by the fewest checks. */
#include <stdlib.h>

#include "dump/order/run.h"
#include "source/report/blockplace.h"
#include "tap.h"

static const struct wanted wanted = { .from = 0, .to = INT64_MAX };
static const struct mapping mapping = { .type = TYPE_KERNEL };
static struct plan careful = { .mapping = &mapping, .wanted = true, .stops = true },
                   plan = { .mapping = &mapping, .wanted = true, .stops = true, .spans = true };

static struct table
maketable(struct plan *of)
{
	return (struct table){ .plans = of, .count = 1, .stop = -1, .class = -1 };
}

/* How rows follow each other: of hundred, how many start when the one before does, earlier, before
 * the window, and have no time. */
struct shape {
	const char *name;
	unsigned tied, back, out, untimed;
};

/* Gives the next row to two passes. */
static void
next(const struct shape *s, uint64_t place, int64_t *ts, struct pass *one, struct pass *block)
{
	struct cell times[ROW_CELLS] = { { .type = CELL_INT }, { .type = CELL_INT } };
	unsigned dice = (unsigned)taprandom(100);

	if (dice < s->back)
		*ts -= (int64_t)taprandom(50);
	else if (dice >= s->back + s->tied)
		*ts += 1 + (int64_t)taprandom(3);
	times[ROW_START].number = taprandom(100) < s->out ? -1000000 : *ts;
	times[ROW_STOP].number = times[ROW_START].number;
	if (taprandom(100) < s->untimed)
		times[ROW_START].type = CELL_NULL;
	passlook(one, place, times);
	passlook(block, place, times);
}

static bool
same(const struct found *a, const struct found *b)
{
	bool good = a->count == b->count && a->piececount == b->piececount && a->rows == b->rows &&
	    a->first == b->first;

	for (size_t i = 0; good && i < a->count; i++)
		good = a->runs[i].first == b->runs[i].first && a->runs[i].last == b->runs[i].last &&
		    a->runs[i].ts == b->runs[i].ts;
	for (size_t i = 0; good && i < a->piececount; i++)
		good = a->pieces[i].first == b->pieces[i].first &&
		    a->pieces[i].last == b->pieces[i].last &&
		    a->pieces[i].from == b->pieces[i].from && a->pieces[i].to == b->pieces[i].to;
	return good;
}

/* Makes a pass and one of blocks of up to so many rows. */
static bool
joined(const struct shape *s, size_t blocks, size_t rows)
{
	struct table tables[3] = { maketable(&careful), maketable(&plan), maketable(&plan) };
	struct found found[3] = { { 0 } };
	struct pass one = passopen(&found[0], &tables[0], &wanted, PLACE_BITS);
	struct pass all = passopen(&found[1], &tables[1], &wanted, PLACE_BITS);
	struct pass block = passopen(&found[2], &tables[2], &wanted, PLACE_BITS);
	int64_t ts = 1000000;
	bool good;

	for (uint64_t i = 0; i < blocks; i++) {
		for (uint64_t j = taprandom(rows + 1); j > 0; j--)
			next(s, blockplace(i, rows - j, 0), &ts, &one, &block);
		passjoin(&all, &block);
	}
	good = one.lost == all.lost && tables[0].flaws.odd == tables[1].flaws.odd &&
	    found[0].rows == found[1].rows && found[0].first == found[1].first &&
	    (one.lost || same(&found[0], &found[1]));
	for (int i = 0; i < 3; i++)
		foundfree(&found[i]);
	return good;
}

int
main(void)
{
	static const struct shape shapes[] = {
		{ "in order", 0, 0, 0, 0 },
		{ "with ties", 30, 0, 0, 0 },
		{ "at one time", 100, 0, 0, 0 },
		{ "runs", 10, 5, 0, 0 },
		{ "no order", 10, 50, 0, 0 },
		{ "few in the window", 20, 0, 99, 0 },
		{ "some without a time", 20, 2, 50, 30 },
	};

	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		const struct shape *s = &shapes[i];

		ok(joined(s, 200, 1), "%s: blocks of a row", s->name);
		ok(joined(s, 400000, 1), "%s: many of them", s->name);
		ok(joined(s, 300, 7), "%s: blocks of some rows", s->name);
		ok(joined(s, 60, 400), "%s: blocks of hundreds", s->name);
		ok(joined(s, 40, 8000), "%s: so many that a table may be lost", s->name);
	}
	return tapend();
}
