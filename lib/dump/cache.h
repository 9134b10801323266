/* SPDX-License-Identifier: MIT */
/* The blocks of a report that the merge reads: as many stay as are read in turns, and those that
 * are held. */
#ifndef NST_CACHE_H
#define NST_CACHE_H

#include "ahead.h"

/* A block. */
struct cached {
	struct keptblock rows;
	uint64_t used; /* when, by a count */
	uint64_t held; /* by the batch before that number */
};

struct cache {
	const struct survey *report;
	struct cached *list;
	uint32_t *where; /* each block is in the list, from 1; 0 for nowhere */
	size_t count;
	size_t latest; /* the block read last */
	uint64_t clock;
	uint64_t batch, written; /* what cachebatch said */
	size_t holds; /* blocks, for that batch */
	struct keeper keeper;
	struct ahead ahead;
};

/* Begins to read blocks of a report, which stays longer than the cache; it stays where it is. The
 * caller frees with cacheclose. */
void cacheopen(struct cache *c, const struct survey *g);

void cacheclose(struct cache *c);

/* What keeper.h says of keeperbind, for all that reads blocks here. */
void cachebind(struct cache *c, size_t form, const char *const *columns, size_t count,
    const struct timed *times);

/* Reads a block: the slow half of cacheget. */
void cacheload(struct cache *c, size_t block);

/* Whether there is a block to be read ahead: the one that is likely to be asked for next, which is
 * not there, and which nobody reads. Who gets true has to call cacheahead. Nobody asks for blocks
 * meanwhile. */
bool cachenext(struct cache *c);

/* Reads that block, while other threads may ask for blocks. */
void cacheahead(struct cache *c);

/* The rows of a block; they stay until the next call. */
static inline const struct keptblock *
cacheget(struct cache *c, size_t block)
{
	struct cached *b;

	if (!c->where || c->where[block] == 0)
		cacheload(c, block);
	b = &c->list[c->where[block] - 1];
	b->used = ++c->clock;
	return &b->rows;
}

/* Begins to hold blocks for a batch of rows, by number; those held for the first so many are needed
 * no more. */
void cachebatch(struct cache *c, uint64_t batch, uint64_t written);

/* Holds a block for the batch. */
void cachehold(struct cache *c, size_t block);

/* Whether as many blocks are held for the batch as a reader keeps. */
bool cachefull(const struct cache *c);

#endif
