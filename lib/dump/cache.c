/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "cache.h"

void
cacheopen(struct cache *c, const struct survey *g)
{
	*c = (struct cache){ .report = g };
	reptallyopen(&c->tally, &g->rep.shape);
	repcursoropen(&c->times, &g->rep, &c->tally);
	repcursoropen(&c->rows, &g->rep, &c->tally);
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
	}
	free(c->list);
	free(c->blocks);
	free(c->packed.p);
	repcursorclose(&c->times);
	repcursorclose(&c->rows);
	reptallyfree(&c->tally);
}

void
cachetimes(struct repcursor *c, size_t form, const char *const times[TIMES])
{
	const struct repform *f = &c->rep->shape.forms[form];
	const char **names = xreallocarray(NULL, TIMES + f->count, sizeof(*names));
	size_t count = TIMES;

	memcpy(names, times, TIMES * sizeof(*names));
	for (size_t i = 0; i < f->count; i++) /* without these there is no row */
		if (repneeded(&f->cols[i]))
			names[count++] = f->cols[i].name;
	repcursorcolumns(c, form, names, count);
	free(names);
}

void
cachebind(struct cache *c, size_t form, const char *const *columns, size_t count,
    const char *const times[TIMES])
{
	cachetimes(&c->times, form, times);
	repcursorcolumns(&c->rows, form, columns, count);
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

/* Finds the rows of a block. */
static void
indexblock(struct cache *c, struct cached *b)
{
	struct repcursor *times = &c->times;
	struct repcounts counts = before(c, b->block);

	for (size_t i = 0; i < REP_TABLES; i++)
		b->rows[i].count = 0;
	repcursoruse(times, b->block, b->message, &counts);
	while (repcursornext(times)) {
		struct blockrows *rows = &b->rows[times->form];
		struct blockrow *row;

		GROW(rows->list, rows->room, rows->count + 1);
		row = &rows->list[rows->count++];
		*row = (struct blockrow){ .at = times->at,
			.number = (uint32_t)(times->number - 1 - counts.rows[times->form]),
			.chain = (uint32_t)(times->chain - counts.chains),
			.parts = (uint32_t)(1 + repcursorskip(times)) };
		for (unsigned i = 0; i < TIMES; i++) {
			const struct cell *cell = &times->row.cells[i];

			row->v[i] = cell->number;
			row->null |= (unsigned)(cell->type != CELL_INT) << i & ((1U << TIMES) - 1);
		}
	}
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
