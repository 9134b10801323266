/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "blockcache.h"

void
blockcacheopen(struct blockcache *c, const struct reportindex *g)
{
	*c = (struct blockcache){ .report = g };
	blockreaderopen(&c->reader, g);
	prefetchopen(&c->ahead, g);
}

void
blockcacheclose(struct blockcache *c)
{
	if (!c->report)
		return;
	for (size_t i = 0; i < c->count; i++)
		packedblockfree(&c->list[i].rows);
	free(c->list);
	free(c->where);
	blockreaderclose(&c->reader);
	prefetchclose(&c->ahead);
}

void
blockcachebind(struct blockcache *c, size_t form, const char *const *columns, size_t count,
    const struct timecolumns *times)
{
	blockreaderbind(&c->reader, form, columns, count, times);
	blockreaderbind(&c->ahead.reader, form, columns, count, times);
}

/* Returns the index for another block: that of the least recently used one if as many are in memory
 * as the merge needs, not counting held ones; else a new index. */
static size_t
blockcacheslot(struct blockcache *c)
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
	c->list[c->count] = (struct cachedblock){ .rows.block = SIZE_MAX };
	return c->count++;
}

void
blockcacheload(struct blockcache *c, size_t block)
{
	size_t at = blockcacheslot(c);
	struct cachedblock *b = &c->list[at];

	if (!c->where)
		c->where = xzalloc(c->report->rep.file.count, sizeof(*c->where));
	if (b->rows.block != SIZE_MAX)
		c->where[b->rows.block] = 0;
	b->rows.block = block;
	if (!prefetchtake(&c->ahead, &b->rows))
		blockreaderfill(&c->reader, &b->rows);
	b->held = 0;
	c->latest = block;
	c->where[block] = (uint32_t)at + 1;
}

/* Returns the first block after a number that has rows of tables that are read; SIZE_MAX if there
 * is none. */
static size_t
blockcacheafter(const struct blockcache *c, size_t block)
{
	size_t first = SIZE_MAX;

	for (size_t i = 0; i < REP_TABLES; i++) {
		const struct blockentry *head =
		    blockreaderreads(&c->reader, i) ? reportindexfind(c->report, i, block + 1)
		        : NULL;

		if (head && head->block < first)
			first = head->block;
	}
	return first;
}

bool
blockcachenext(struct blockcache *c)
{
	size_t block = c->where ? blockcacheafter(c, c->latest) : SIZE_MAX;

	return block != SIZE_MAX && c->where[block] == 0 && prefetchbegin(&c->ahead, block);
}

void
blockcacheprefetch(struct blockcache *c)
{
	prefetchread(&c->ahead);
}

void
blockcachebatch(struct blockcache *c, uint64_t batch, uint64_t written)
{
	c->batch = batch;
	c->written = written;
	c->holds = 0;
}

void
blockcachehold(struct blockcache *c, size_t block)
{
	struct cachedblock *b = &c->list[c->where[block] - 1];

	c->holds += b->held != c->batch + 1;
	b->held = c->batch + 1;
}

bool
blockcachefull(const struct blockcache *c)
{
	return c->report && c->holds >= c->report->keep;
}
