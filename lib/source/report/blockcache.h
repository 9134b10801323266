/* SPDX-License-Identifier: MIT */
/* An LRU cache of the blocks of a report. Blocks that a batch holds are not evicted before the
 * batch is written: other workers decode its rows. */
#ifndef NST_BLOCKCACHE_H
#define NST_BLOCKCACHE_H

#include "prefetch.h"

/* A block in the cache. */
struct cachedblock {
	struct packedblock rows;
	uint64_t used; /* the clock when it was used last */
	uint64_t held; /* 1 + the last batch that holds it; 0 for none */
};

struct blockcache {
	const struct reportindex *report;
	struct cachedblock *list;
	uint32_t *where; /* for each block of the report: 1 + index in list; 0 if not in memory */
	size_t count;
	size_t latest; /* the block that was read last */
	uint64_t clock;
	uint64_t batch, written; /* the arguments of blockcachebatch */
	size_t holds; /* the number of blocks that the batch holds */
	struct blockreader reader;
	struct prefetch ahead;
};

/* The cache keeps the pointer and its own address. The caller frees with blockcacheclose. */
void blockcacheopen(struct blockcache *c, const struct reportindex *g);

void blockcacheclose(struct blockcache *c);

/* As blockreaderbind, for the cache and the prefetch. */
void blockcachebind(struct blockcache *c, size_t form, const char *const *columns, size_t count,
    const struct timecolumns *times);

/* Reads a block: the slow half of blockcacheget. */
void blockcacheload(struct blockcache *c, size_t block);

/* Returns true if there is a block to prefetch: the next block with rows is neither in memory nor
 * being read. Then the calling worker has to call blockcacheprefetch. No other worker may use the
 * cache during this call. */
bool blockcachenext(struct blockcache *c);

/* Reads that block, while other workers use the cache. */
void blockcacheprefetch(struct blockcache *c);

/* Returns a block, valid until the next call. */
static inline const struct packedblock *
blockcacheget(struct blockcache *c, size_t block)
{
	struct cachedblock *b;

	if (!c->where || c->where[block] == 0)
		blockcacheload(c, block);
	b = &c->list[c->where[block] - 1];
	b->used = ++c->clock;
	return &b->rows;
}

/* Begins to hold blocks for a batch, by its number; those held for the first "written" batches may
 * be evicted. */
void blockcachebatch(struct blockcache *c, uint64_t batch, uint64_t written);

/* Holds a block for the batch. */
void blockcachehold(struct blockcache *c, size_t block);

/* Returns true if the batch holds as many blocks as stay in memory for the merge. */
bool blockcachefull(const struct blockcache *c);

#endif
