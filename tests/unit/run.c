/* SPDX-License-Identifier: MIT */
/* run.h: passes over the blocks of a report, joined in their order, have the result of one pass over
 * all of them, which takes no row by the fewest checks, nor several rows at once. */
#include <stdlib.h>

#include "dump/order/run.h"
#include "source/report/blockplace.h"
#include "tap.h"

static const struct wanted wanted = { .from = -20, .to = INT64_MAX };
static const struct mapping mapping = { .type = TYPE_KERNEL, .stamped = true };
static struct plan careful = { .mapping = &mapping, .wanted = true, .stops = true },
                   plan = { .mapping = &mapping, .wanted = true, .stops = true, .spans = true };

/* How rows follow each other: of hundred, how many start when the one before does, earlier, before
 * the window, and have no time, no end, or one before the start. */
struct shape {
	const char *name;
	unsigned tied, back, out, untimed;
	int classes; /* of hundred rows, how many have no plan for their class; 0 for no classes */
};

/* Makes a table with a plan for all rows, or for those of the class 0. */
static struct table
maketable(struct plan *of, const struct shape *s)
{
	struct table t = { .plans = of, .count = 1, .stop = -1, .class = s->classes > 0 ? 2 : -1 };

	of->classes = s->classes > 0;
	t.byclass[0] = of;
	for (int i = 1; i < CLASSES_AT_HAND; i++)
		t.byclass[i] = s->classes > 0 ? NULL : of;
	return t;
}

/* Gives the rows of a list to a pass. */
static void
flush(struct pass *block, struct rowspans *spans)
{
	if (spans->count > 0)
		passspans(block, spans);
	spans->count = 0;
}

/* Gives the next row to two passes, to the second one with others. */
static void
next(const struct shape *s, uint64_t place, int64_t *ts, struct pass *one, struct pass *block,
    struct rowspans *spans)
{
	struct cell times[ROW_CELLS] = { { .type = CELL_INT }, { .type = CELL_INT } };
	unsigned dice = (unsigned)taprandom(100);

	if (dice < s->back)
		*ts -= (int64_t)taprandom(50);
	else if (dice >= s->back + s->tied)
		*ts += 1 + (int64_t)taprandom(3);
	times[ROW_START].number = taprandom(100) < s->out ? -1000000 : *ts;
	times[ROW_STOP].number = times[ROW_START].number - (taprandom(100) < s->untimed);
	if (taprandom(100) < s->untimed)
		times[ROW_STOP].type = CELL_NULL;
	if (taprandom(100) < s->untimed)
		times[ROW_START].type = CELL_NULL;
	if (s->classes > 0)
		times[ROW_CLASS] = (struct cell){ .type = CELL_INT,
			.number = (int64_t)taprandom(100) < s->classes ? 1 + (int64_t)taprandom(300)
			                                               : 0 };
	passlook(one, place, times);
	if (spans->count == ROW_SPANS || taprandom(40) == 0)
		flush(block, spans);
	if (times[ROW_START].type != CELL_INT) {
		flush(block, spans);
		passlook(block, place, times);
		return;
	}
	if (spans->count == 0)
		spans->place = place;
	spans->list[spans->count++] = (struct rowspan){ times[ROW_START].number,
		times[ROW_STOP].type == CELL_INT ? times[ROW_STOP].number : ROW_NOSTOP,
		s->classes > 0 ? times[ROW_CLASS].number : ROW_NOCLASS };
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
	struct table tables[3] = { maketable(&careful, s), maketable(&plan, s),
		maketable(&plan, s) };
	struct rowspans spans = { .step = blockplace(0, 1, 0) };
	struct found found[3] = { { 0 } };
	struct pass one = passopen(&found[0], &tables[0], &wanted, PLACE_BITS);
	struct pass all = passopen(&found[1], &tables[1], &wanted, PLACE_BITS);
	struct pass block = passopen(&found[2], &tables[2], &wanted, PLACE_BITS);
	int64_t ts = taprandom(2) ? 1000000 : -20;
	bool good;

	for (uint64_t i = 0; i < blocks; i++) {
		for (uint64_t j = taprandom(rows + 1); j > 0; j--)
			next(s, blockplace(i, rows - j, 0), &ts, &one, &block, &spans);
		flush(&block, &spans);
		passjoin(&all, &block);
	}
	good = one.lost == all.lost && tables[0].flaws.odd == tables[1].flaws.odd &&
	    tables[0].flaws.untimed == tables[1].flaws.untimed &&
	    tables[0].flaws.strays == tables[1].flaws.strays &&
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
		{ "in order", 0, 0, 0, 0, 0 },
		{ "with ties", 30, 0, 0, 0, 0 },
		{ "at one time", 100, 0, 0, 0, 0 },
		{ "runs", 10, 5, 0, 0, 0 },
		{ "no order", 10, 50, 0, 0, 0 },
		{ "few in the window", 20, 0, 99, 0, 0 },
		{ "some without a time", 20, 2, 50, 30, 0 },
		{ "some without a plan", 20, 2, 10, 2, 5 },
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
