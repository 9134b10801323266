/* SPDX-License-Identifier: MIT */
/* Prefetches a block of a report: one worker reads it before the merge of another one needs it. */
#ifndef NST_PREFETCH_H
#define NST_PREFETCH_H

#include "base/thread.h"
#include "blockreader.h"

struct prefetch {
	struct blockreader reader; /* the cache binds its tables */
	struct lock lock;          /* guards the members below, except read */
	uint64_t begun;            /* number of reads that were begun */
	struct eventcount read;    /* number of reads that are done */
	bool full;                 /* the block was read, or is being read, and not yet taken */
	struct packedblock block;
};

/* The prefetch keeps the pointer and its own address. The caller frees with prefetchclose. */
void prefetchopen(struct prefetch *a, const struct reportindex *report);

void prefetchclose(struct prefetch *a);

/* Returns true if the calling thread has to read a block by prefetchread: it was not read, and no
 * other block is being read. */
bool prefetchbegin(struct prefetch *a, size_t block);

/* Reads the block. */
void prefetchread(struct prefetch *a);

/* Swaps *b for the prefetched block if that has the number b->block; waits if it is being read.
 * Returns false if it has another number. */
bool prefetchtake(struct prefetch *a, struct packedblock *b);

#endif
