/* SPDX-License-Identifier: MIT */
/* packedrow.h: rows that are packed come back as they were. */
#include <stdlib.h>

#include "source/report/packedrow.h"
#include "tap.h"

/* Integers at the ends of what has four bytes and eight, and others. */
static int64_t
integer(void)
{
	uint64_t v = UINT64_C(1) << taprandom(64);

	return (int64_t)(v - taprandom(3));
}

/* Makes a row of so many cells, in part NULL; with texts, some of them empty. */
static void
makerow(struct row *row, size_t count, bool texts)
{
	char bytes[40];

	rowstart(row, count);
	for (size_t i = 0; i < count; i++) {
		struct cell *cell = &row->cells[i];
		size_t n = taprandom(sizeof(bytes));

		*cell = (struct cell){ .type = CELL_NULL };
		if (taprandom(2) == 0)
			continue;
		*cell = (struct cell){ .type = CELL_INT, .number = integer() };
		if (!texts || taprandom(4) > 0)
			continue;
		for (size_t j = 0; j < n; j++)
			bytes[j] = (char)taprandom(256);
		rowput(row, cell, CELL_TEXT, (struct span){ bytes, n });
	}
}

static bool
samecell(const struct row *a, const struct cell *x, const struct row *b, const struct cell *y)
{
	if (x->type != y->type)
		return false;
	if (x->type == CELL_TEXT)
		return spansame(rowtext(a, x), rowtext(b, y));
	return x->type == CELL_NULL || x->number == y->number;
}

/* Whether rows of so many cells come back, in another order, from one buffer. */
static bool
comeback(size_t count, bool texts)
{
	enum { ROWS = 50 };
	struct row rows[ROWS] = { { 0 } }, got = { 0 };
	unsigned char to[PACKED_CELLS];
	size_t at[ROWS];
	struct buf kept = { 0 };
	struct packedevent event;
	bool good = true;

	for (size_t i = 0; i < count; i++)
		to[i] = (unsigned char)(count - 1 - i);
	for (size_t i = 0; i < ROWS; i++) {
		makerow(&rows[i], count, texts);
		at[i] = kept.n;
		packedrowput(&kept, &rows[i], count, NULL);
	}
	for (size_t i = 0; i < ROWS; i++) {
		packedrowtake(kept.p + at[i], to, count, &got);
		good = good && !packedevent(kept.p + at[i], &event);
		for (size_t j = 0; j < count; j++)
			good = good &&
			    samecell(&rows[i], &rows[i].cells[j], &got, &got.cells[to[j]]);
		rowfree(&rows[i]);
	}
	rowfree(&got);
	free(kept.p);
	return good;
}

/* Whether the first cells of rows come back, and the event that they are of. */
static bool
events(size_t count)
{
	bool good = true;

	for (int i = 0; i < 200; i++) {
		struct packedevent event = { { "message", 7 }, (uint32_t)integer(), 3 }, got;
		struct row row = { 0 }, first = { 0 };
		struct buf kept = { 0 };

		makerow(&row, count, false);
		rowstart(&first, count);
		packedrowput(&kept, &row, count, &event);
		packedrowcells(kept.p, first.cells, count);
		good = good && packedevent(kept.p, &got) && got.message.p == event.message.p &&
		    got.message.n == 7 && got.at == event.at && got.parts == 3;
		for (size_t j = 0; j < count; j++)
			good = good && samecell(&row, &row.cells[j], &first, &first.cells[j]);
		rowfree(&row);
		rowfree(&first);
		free(kept.p);
	}
	return good;
}

int
main(void)
{
	for (size_t count = 0; count <= PACKED_CELLS; count++) {
		ok(comeback(count, false), "%zu cells: integers and NULL", count);
		ok(comeback(count, true), "%zu cells: texts, too", count);
	}
	for (size_t count = 1; count <= 4; count++)
		ok(events(count), "an event with its first cells: %zu", count);
	return tapend();
}
