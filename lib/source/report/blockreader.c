/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "blockreader.h"

void
blockreaderopen(struct blockreader *k, const struct reportindex *report)
{
	*k = (struct blockreader){ .report = report };
	repcoverageopen(&k->tally, &report->rep.schema);
	repcursoropen(&k->cursor, &report->rep, &k->tally);
}

void
blockreaderclose(struct blockreader *k)
{
	repscratchfree(&k->scratch);
	repcursorclose(&k->cursor);
	repcoveragefree(&k->tally);
	free(k->single.p);
}

/* Makes a cursor read some columns of a table, and those without which a row is damaged; the array
 * has room for all of these names. */
static void
blockreadercolumns(struct repcursor *c, size_t form, const char **names, size_t count)
{
	const struct reptable *f = &c->rep->schema.tables[form];
	size_t n = count;

	for (size_t i = 0; i < f->count; i++) {
		bool there = !repmaylack(&f->cols[i]);

		for (size_t j = 0; j < n && !there; j++)
			there = strcmp(names[j], f->cols[i].name) == 0;
		if (!there)
			names[n++] = f->cols[i].name;
	}
	repcursorcolumns(c, form, names, n);
}

void
blockreadertimes(struct repcursor *c, size_t form, const char *const times[ROW_TIMES])
{
	const struct reptable *f = &c->rep->schema.tables[form];
	const char **names = xreallocarray(NULL, ROW_TIMES + f->count, sizeof(*names));

	for (size_t i = 0; i < ROW_TIMES; i++)
		names[i] = times[i];
	blockreadercolumns(c, form, names, ROW_TIMES);
	repcursorreads(c, form, ROW_TIMES);
	free(names);
}

/* Returns true if a table has a column with values. */
static bool
has(const struct reptable *f, const char *name)
{
	size_t col = repcolfind(f, name);

	return col != REP_NONE &&
	    (f->cols[col].count > 1 || f->cols[col].sources[0].kind != V_NONE);
}

/* Adds a column to those of packed rows. */
static void
bindcolumn(struct boundtable *b, const char **names, const char *name, size_t cell)
{
	if (b->packed == PACKED_CELLS)
		die("a table with more than %d columns", PACKED_CELLS);
	names[b->packed] = name;
	b->to[b->packed++] = (unsigned char)cell;
}

void
blockreaderbind(struct blockreader *k, size_t form, const char *const *list, size_t count,
    const struct timecolumns *times)
{
	const struct reptable *f = &k->report->rep.schema.tables[form];
	const char **names = xreallocarray(NULL, ROW_TIMES + count + f->count, sizeof(*names));
	struct boundtable *b = &k->bound[form];

	*b = (struct boundtable){ .count = count + 1 }; /* the last cell is for times that the table
	 * has not */
	for (size_t i = 0; i < ROW_TIMES; i++) {
		int column = times->columns[i];

		if (column < 0)
			bindcolumn(b, names, "", count);
		else
			bindcolumn(b, names, list[column], (size_t)column);
	}
	for (size_t i = 0; i < count; i++) {
		bool timed = false;

		for (size_t j = 0; j < ROW_TIMES; j++)
			timed = timed || times->columns[j] == (int)i;
		if (!timed && has(f, list[i]))
			bindcolumn(b, names, list[i], i);
	}
	blockreadercolumns(&k->cursor, form, names, b->packed);
	free(names);
}

/* Returns the numbers of rows before a block. */
static struct repcounts
blockreaderbefore(const struct blockreader *k, size_t block)
{
	struct repcounts counts = { .chains = 0 };

	for (size_t i = 0; i < REP_TABLES; i++) {
		const struct blockentry *head =
		    blockreaderreads(k, i) ? reportindexfind(k->report, i, block) : NULL;

		if (!head || head->block != block)
			continue;
		counts.rows[i] = head->rows;
		counts.chains = head->chains;
	}
	return counts;
}

/* Packs the row that was read. Returns true if it stands for an event with counters, and the
 * unpacked block has to stay in memory. */
static bool
blockreaderpack(struct blockreader *k, struct packedblock *b, struct span message)
{
	struct repcursor *rows = &k->cursor;
	struct rowlist *list = &b->rows[rows->table];
	size_t at = (b->packed.n + PACKED_UNIT - 1) / PACKED_UNIT;
	struct packedevent event = { message, rows->at, 1 };

	if (at > UINT32_MAX)
		die("out of memory");
	GROW(list->list, list->room, list->count + 1);
	list->list[list->count++] = (uint32_t)at;
	b->packed.n = at * PACKED_UNIT;
	if (!rows->parts) {
		packedrowput(&b->packed, &rows->row, k->bound[rows->table].packed, NULL);
		return false;
	}
	event.parts += (uint32_t)repcursorskip(rows);
	packedrowput(&b->packed, &rows->row, ROW_TIMES, &event);
	return true;
}

void
blockreaderfill(struct blockreader *k, struct packedblock *b)
{
	const struct repfile *f = &k->report->rep.file;
	struct repcounts counts = blockreaderbefore(k, b->block);
	struct span message = repfileblock(f, &f->blocks[b->block], &k->scratch);
	struct buf plain = b->plain;
	bool whole = false;

	for (size_t i = 0; i < REP_TABLES; i++)
		b->rows[i].count = 0;
	b->packed.n = 0;
	repcursorloadunpacked(&k->cursor, b->block, message, &counts);
	while (repcursornext(&k->cursor))
		whole = blockreaderpack(k, b, message) || whole;
	if (!whole)
		return;
	b->plain = k->scratch.plain;
	k->scratch.plain = plain;
}

void
packedblockfree(struct packedblock *b)
{
	for (size_t i = 0; i < REP_TABLES; i++)
		free(b->rows[i].list);
	free(b->packed.p);
	free(b->plain.p);
}

bool
blockreadertake(struct blockreader *k, size_t form, const char *packed, size_t block, uint64_t part,
    struct row *row)
{
	struct boundtable *b = &k->bound[form];
	struct packedevent event;

	if (packedevent(packed, &event)) {
		repcursorloadunpacked(&k->cursor, block, event.message, NULL);
		if (!repcursorat(&k->cursor, event.at, form, part))
			return false;
		k->single.n = 0;
		packedrowput(&k->single, &k->cursor.row, b->packed, NULL);
		packed = k->single.p;
	}
	packedrowtake(packed, b->to, b->count, row);
	row->shape = packedshape(&b->shapes, packed);
	return true;
}
