/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "cache.h"

void
cacheopen(struct cache *c, const struct survey *g)
{
	*c = (struct cache){ .report = g };
	keeperopen(&c->keeper, g);
	aheadopen(&c->ahead, g);
}

void
cacheclose(struct cache *c)
{
	if (!c->report)
		return;
	for (size_t i = 0; i < c->count; i++)
		keptblockfree(&c->list[i].rows);
	free(c->list);
	free(c->where);
	keeperclose(&c->keeper);
	aheadclose(&c->ahead);
}

void
cachebind(struct cache *c, size_t form, const char *const *columns, size_t count,
    const struct timed *times)
{
	keeperbind(&c->keeper, form, columns, count, times);
	keeperbind(&c->ahead.keeper, form, columns, count, times);
}

/* The place for another block: that of the block not used for longest, unless there are fewer than
 * are kept besides those held; else a new one. */
static size_t
cacheplace(struct cache *c)
{
	size_t oldest = SIZE_MAX, kept = 0;

	for (size_t i = 0; i < c->count; i++) {
		if (c->list[i].held > c->written)
			continue;
		kept++;
		if (oldest == SIZE_MAX || c->list[i].used < c->list[oldest].used)
			oldest = i;
	}
	if (kept > 0 && kept >= c->report->keep)
		return oldest;
	c->list = xreallocarray(c->list, c->count + 1, sizeof(*c->list));
	c->list[c->count] = (struct cached){ .rows.block = SIZE_MAX };
	return c->count++;
}

void
cacheload(struct cache *c, size_t block)
{
	size_t at = cacheplace(c);
	struct cached *b = &c->list[at];

	if (!c->where)
		c->where = xzalloc(c->report->rep.file.count, sizeof(*c->where));
	if (b->rows.block != SIZE_MAX)
		c->where[b->rows.block] = 0;
	b->rows.block = block;
	if (!aheadtake(&c->ahead, &b->rows))
		keeperfill(&c->keeper, &b->rows);
	b->held = 0;
	c->latest = block;
	c->where[block] = (uint32_t)at + 1;
}

/* The first block behind one that has rows of tables that are read; SIZE_MAX when there is none. */
static size_t
cachebehind(const struct cache *c, size_t block)
{
	size_t first = SIZE_MAX;

	for (size_t i = 0; i < REP_TABLES; i++) {
		const struct head *head =
		    keeperreads(&c->keeper, i) ? surveyhead(c->report, i, block + 1) : NULL;

		if (head && head->block < first)
			first = head->block;
	}
	return first;
}

bool
cachenext(struct cache *c)
{
	size_t block = c->where ? cachebehind(c, c->latest) : SIZE_MAX;

	return block != SIZE_MAX && c->where[block] == 0 && aheadbegin(&c->ahead, block);
}

void
cacheahead(struct cache *c)
{
	aheadread(&c->ahead);
}

void
cachebatch(struct cache *c, uint64_t batch, uint64_t written)
{
	c->batch = batch;
	c->written = written;
	c->holds = 0;
}

void
cachehold(struct cache *c, size_t block)
{
	struct cached *b = &c->list[c->where[block] - 1];

	c->holds += b->held != c->batch + 1;
	b->held = c->batch + 1;
}

bool
cachefull(const struct cache *c)
{
	return c->report && c->holds >= c->report->keep;
}
