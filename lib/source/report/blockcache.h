/* SPDX-License-Identifier: MIT */
/* The blocks of a report that the merge reads: as many stay as are read in turns, and those that
 * are held. */
#ifndef NST_BLOCKCACHE_H
#define NST_BLOCKCACHE_H

#include "prefetch.h"

/* A block. */
struct cachedblock {
	struct packedblock rows;
	uint64_t used; /* when, by a count */
	uint64_t held; /* by the batch before that number */
};

struct blockcache {
	const struct reportindex *report;
	struct cachedblock *list;
	uint32_t *where; /* each block is in the list, from 1; 0 for nowhere */
	size_t count;
	size_t latest; /* the block read last */
	uint64_t clock;
	uint64_t batch, written; /* what blockcachebatch said */
	size_t holds; /* blocks, for that batch */
	struct blockreader blockreader;
	struct prefetch ahead;
};

/* Begins to read blocks of a report, which stays longer than the cache; it stays where it is. The
 * caller frees with blockcacheclose. */
void blockcacheopen(struct blockcache *c, const struct reportindex *g);

void blockcacheclose(struct blockcache *c);

/* What blockreader.h says of blockreaderbind, for all that reads blocks here. */
void blockcachebind(struct blockcache *c, size_t form, const char *const *columns, size_t count,
    const struct timecolumns *times);

/* Reads a block: the slow half of blockcacheget. */
void blockcacheload(struct blockcache *c, size_t block);

/* Whether there is a block to be read ahead: the one that is likely to be asked for next, which is
 * not there, and which nobody reads. Who gets true has to call blockcacheprefetch. Nobody asks for
 * blocks
 * meanwhile. */
bool blockcachenext(struct blockcache *c);

/* Reads that block, while other threads may ask for blocks. */
void blockcacheprefetch(struct blockcache *c);

/* The rows of a block; they stay until the next call. */
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

/* Begins to hold blocks for a batch of rows, by number; those held for the first so many are needed
 * no more. */
void blockcachebatch(struct blockcache *c, uint64_t batch, uint64_t written);

/* Holds a block for the batch. */
void blockcachehold(struct blockcache *c, size_t block);

/* Whether as many blocks are held for the batch as a reader keeps. */
bool blockcachefull(const struct blockcache *c);

#endif
