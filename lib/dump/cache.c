/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "cache.h"

void
cacheopen(struct cache *c, const struct survey *g, bool whole)
{
	*c = (struct cache){ .report = g, .whole = whole };
	reptallyopen(&c->tally, &g->rep.shape);
	repcursoropen(&c->times, &g->rep, &c->tally);
	repcursoropen(&c->rows, &g->rep, &c->tally);
	repcursoropen(&c->both, &g->rep, &c->tally);
}

void
cacheclose(struct cache *c)
{
	if (!c->report)
		return;
	for (size_t i = 0; i < c->count; i++) {
		for (size_t j = 0; j < REP_TABLES; j++)
			free(c->list[i].rows[j].list);
		free(c->list[i].plain.p);
		free(c->list[i].cells.p);
		free(c->list[i].texts.p);
	}
	free(c->list);
	free(c->blocks);
	free(c->packed.p);
	repcursorclose(&c->times);
	repcursorclose(&c->rows);
	repcursorclose(&c->both);
	reptallyfree(&c->tally);
}

/* Makes a cursor read the times of a table, what its rows must not lack, and other columns. */
static void
columns(struct repcursor *c, size_t form, const char *const times[TIMES],
    const char *const *others, size_t count)
{
	const struct repform *f = &c->rep->shape.forms[form];
	const char **names = xreallocarray(NULL, TIMES + count + f->count, sizeof(*names));
	size_t n = TIMES;

	for (size_t i = 0; i < TIMES; i++)
		names[i] = times[i];
	for (size_t i = 0; i < count; i++)
		names[n++] = others[i];
	for (size_t i = 0; i < f->count; i++) {
		bool there = !repneeded(&f->cols[i]);

		for (size_t j = 0; j < n && !there; j++)
			there = strcmp(names[j], f->cols[i].name) == 0;
		if (!there)
			names[n++] = f->cols[i].name;
	}
	repcursorcolumns(c, form, names, n);
	free(names);
}

void
cachetimes(struct repcursor *c, size_t form, const char *const times[TIMES])
{
	columns(c, form, times, NULL, 0);
}

void
cachebind(struct cache *c, size_t form, const char *const *names, size_t count,
    const char *const times[TIMES])
{
	columns(&c->times, form, times, NULL, 0);
	columns(&c->both, form, times, names, count);
	repcursorcolumns(&c->rows, form, names, count);
	c->bound[form] = true;
}

/* The counts before a block. */
static struct repcounts
before(const struct cache *c, size_t block)
{
	struct repcounts counts = { .chains = 0 };

	for (size_t i = 0; i < REP_TABLES; i++) {
		const struct head *head = c->bound[i] ? surveyhead(c->report, i, block) : NULL;

		if (!head || head->block != block)
			continue;
		counts.rows[i] = head->rows;
		counts.chains = head->chains;
	}
	return counts;
}

/* How many bytes so many cells have with their types. */
static size_t
sizeofcells(size_t count)
{
	return count * 8 + (count + 7) / 8 * 8;
}

static void
put64(char *p, uint64_t v)
{
	memcpy(p, &v, sizeof(v));
}

static uint64_t
get64(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* The text of a cell that is kept there. */
static struct span
textat(const char *texts, const char *cell)
{
	uint64_t v = get64(cell);

	return (struct span){ texts + (v >> 32), (size_t)(v & UINT32_MAX) };
}

/* Keeps the cells of a row; returns where they are. */
static uint32_t
keep(struct cached *b, const struct row *row, size_t count)
{
	const struct cell *cells = row->cells + TIMES;
	size_t n = sizeofcells(count), at = b->cells.n;
	char *p = bufroom(&b->cells, n), *types = p + count * 8;

	for (size_t i = 0; i < count; i++) {
		uint64_t v = (uint64_t)cells[i].number;

		types[i] = (char)cells[i].type;
		if (cells[i].type == CELL_TEXT) {
			struct span text = rowtext(row, &cells[i]);

			v = (uint64_t)b->texts.n << 32 | text.n;
			bufspan(&b->texts, text);
		}
		put64(p + i * 8, v);
	}
	b->cells.n += n;
	return (uint32_t)(at / 8);
}

/* Takes so many cells, whose texts are elsewhere. */
static void
take(const char *p, size_t count, const char *texts, struct row *row)
{
	const char *types = p + count * 8;

	rowstart(row, count);
	for (size_t i = 0; i < count; i++) {
		struct cell *cell = &row->cells[i];

		cell->type = (enum cell_type)types[i];
		cell->number = (int64_t)get64(p + i * 8);
		if (cell->type == CELL_TEXT)
			rowput(row, cell, CELL_TEXT, textat(texts, p + i * 8));
	}
}

void
cachetake(
    const struct cache *c, const struct cached *b, size_t form, uint32_t kept, struct row *row)
{
	take(b->cells.p + (size_t)kept * 8, c->rows.wanted[form].count, b->texts.p, row);
}

void
cachecopy(const struct cache *c, const struct cached *b, size_t form, uint32_t kept,
    struct buf *out)
{
	size_t count = c->rows.wanted[form].count, n = sizeofcells(count), at = out->n;
	const char *p = b->cells.p + (size_t)kept * 8;

	bufmem(out, p, n);
	for (size_t i = 0; i < count; i++) {
		struct span text;

		if (p[count * 8 + i] != CELL_TEXT)
			continue;
		text = textat(b->texts.p, p + i * 8);
		put64(out->p + at + i * 8, (uint64_t)(out->n - at) << 32 | text.n);
		bufspan(out, text);
	}
}

void
cachegive(const struct cache *c, size_t form, const char *copy, struct row *row)
{
	take(copy, c->rows.wanted[form].count, copy, row);
}

/* Adds a row that was read to those of a block. */
static void
add(struct cached *b, struct repcursor *times, const struct repcounts *counts, size_t count)
{
	struct blockrows *rows = &b->rows[times->form];
	bool parts = times->parts;
	struct blockrow *row;

	GROW(rows->list, rows->room, rows->count + 1);
	row = &rows->list[rows->count++];
	*row = (struct blockrow){ .at = times->at,
		.number = (uint32_t)(times->number - 1 - counts->rows[times->form]),
		.chain = (uint32_t)(times->chain - counts->chains),
		.kept = parts || count == 0 ? NOT_KEPT : keep(b, &times->row, count) };
	row->parts = (uint32_t)(1 + repcursorskip(times)) & ((1U << 29) - 1);
	for (unsigned i = 0; i < TIMES; i++) {
		const struct cell *cell = &times->row.cells[i];

		row->v[i] = cell->number;
		if (cell->type != CELL_INT)
			row->null |= (1U << i) & ((1U << TIMES) - 1);
	}
}

/* Finds the rows of a block, and keeps them for who reads all of them. */
static void
indexblock(struct cache *c, struct cached *b)
{
	struct repcounts counts = before(c, b->block);
	struct repcursor *times = c->whole ? &c->both : &c->times;

	for (size_t i = 0; i < REP_TABLES; i++)
		b->rows[i].count = 0;
	b->cells.n = b->texts.n = 0;
	repcursoruse(times, b->block, b->message, &counts);
	while (repcursornext(times))
		add(b, times, &counts, c->whole ? c->rows.wanted[times->form].count : 0);
	b->indexed = true;
}

/* The place for another block: a new one, or that of the block not used for longest. */
static size_t
place(struct cache *c)
{
	size_t oldest = 0;

	if (c->count < c->report->keep) {
		c->list = xreallocarray(c->list, c->count + 1, sizeof(*c->list));
		c->blocks = xreallocarray(c->blocks, c->count + 1, sizeof(*c->blocks));
		c->list[c->count] = (struct cached){ .block = SIZE_MAX };
		return c->count++;
	}
	for (size_t i = 1; i < c->count; i++)
		if (c->list[i].used < c->list[oldest].used)
			oldest = i;
	return oldest;
}

/* Unpacks a block; returns its place. */
static size_t
load(struct cache *c, size_t block)
{
	const struct repfile *f = &c->report->rep.file;
	size_t at = place(c);
	struct cached *b = &c->list[at];
	struct repscratch scratch = { c->packed, b->plain };

	b->message = repfileblock(f, &f->blocks[block], &scratch);
	c->packed = scratch.packed;
	b->plain = scratch.plain;
	b->block = c->blocks[at] = block;
	b->indexed = false;
	return at;
}

/* The place of a block that is not the one used last. */
static size_t
find(struct cache *c, size_t block)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->blocks[i] == block)
			return i;
	return load(c, block);
}

const struct cached *
cacheget(struct cache *c, size_t block, bool indexed)
{
	struct cached *b;

	if (c->latest >= c->count || c->blocks[c->latest] != block)
		c->latest = find(c, block);
	b = &c->list[c->latest];
	b->used = ++c->clock;
	if (indexed && !b->indexed)
		indexblock(c, b);
	return b;
}
