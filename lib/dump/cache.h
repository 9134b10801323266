/* SPDX-License-Identifier: MIT */
/*
 * Rows of a report's blocks as the merge reads them: those of as many blocks as are read in turns.
 * A block is unpacked once, and all rows of the tables that are read are kept; of events whose
 * counters are rows, and there may be hundreds, the block itself.
 */
#ifndef NST_CACHE_H
#define NST_CACHE_H

#include <pthread.h>

#include "kept.h"
#include "survey.h"

/* The rows of a block in one table: where they are among all. */
struct blockrows {
	uint32_t *list; /* in units of KEPT_UNIT bytes */
	size_t count, room;
};

enum { KEPT_UNIT = 4 };

/* A block. */
struct cached {
	size_t block;
	uint64_t used; /* when, by a count */
	uint64_t held; /* by the batch before that number */
	struct buf kept; /* its rows */
	struct blockrows rows[REP_TABLES];
	struct buf plain; /* where counters are read from it */
};

/* A table that is read: which cells of its rows are those that are kept. */
struct bound {
	size_t kept, count; /* the cells that are kept, and those of a row */
	unsigned char to[KEPT_CELLS];
};

/* What reads a block. */
struct blockreader {
	const struct cache *cache;
	struct repscratch scratch;
	struct reptally tally; /* was gathered before: nobody looks at it */
	struct repcursor cursor;
};

/* A block that one thread reads before another one asks for it. */
struct ahead {
	struct blockreader reader;
	pthread_mutex_t mutex;
	pthread_cond_t done;
	enum { AHEAD_NONE, AHEAD_READING, AHEAD_READ } state;
	struct cached block;
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
	struct blockreader reader;
	struct ahead ahead;
	struct buf single; /* a row */
	struct bound bound[REP_TABLES];
};

/* Begins to read blocks of a report, which stays longer than the cache; it stays where it is. The
 * caller frees with cacheclose. */
void cacheopen(struct cache *c, const struct survey *g);

void cacheclose(struct cache *c);

/* Which columns the times of rows are, by index; -1 for none that the table has. */
struct timed {
	int columns[TIMES];
};

/* Reads from now on a table by its number: the names of all columns of its rows, one that the table
 * has not being NULL, and which are times. */
void cachebind(struct cache *c, size_t form, const char *const *columns, size_t count,
    const struct timed *times);

/* Makes a cursor read the times of a table, "" for none, and what its rows must not lack. */
void cachetimes(struct repcursor *c, size_t form, const char *const times[TIMES]);

/* Reads a block: the slow half of cacheget. */
void cacheload(struct cache *c, size_t block);

/* Whether there is a block to be read ahead: the one that is likely to be asked for next, which is
 * not there, and which nobody reads. Who gets true has to call cacheahead. Nobody asks for blocks
 * meanwhile. */
bool cachenext(struct cache *c);

/* Reads that block, while other threads may ask for blocks. */
void cacheahead(struct cache *c);

/* A block with its rows; stays until the next call. */
static inline const struct cached *
cacheget(struct cache *c, size_t block)
{
	struct cached *b;

	if (!c->where || c->where[block] == 0)
		cacheload(c, block);
	b = &c->list[c->where[block] - 1];
	b->used = ++c->clock;
	return b;
}

/* A row of it, packed, the times first; NULL when there is none. Stays as long as the block. */
static inline const char *
cacherow(const struct cached *b, size_t form, size_t row)
{
	const struct blockrows *rows = &b->rows[form];

	return row < rows->count ? b->kept.p + (size_t)rows->list[row] * KEPT_UNIT : NULL;
}

/* Takes a row of a block that was kept by this cache or another one of the same report: of an event
 * one of its counters, which may be no more, then it returns false. */
bool cachetake(struct cache *c, size_t form, const char *kept, size_t block, uint64_t part,
    struct row *row);

/* Begins to hold blocks for a batch of rows, by number; those held for the first so many are needed
 * no more. */
void cachebatch(struct cache *c, uint64_t batch, uint64_t written);

/* Holds a block for the batch. */
void cachehold(struct cache *c, size_t block);

/* Whether as many blocks are held for the batch as a reader keeps. */
bool cachefull(const struct cache *c);

#endif
