/* SPDX-License-Identifier: MIT */
/* A block of a report that one thread reads before another one asks for it. */
#ifndef NST_PREFETCH_H
#define NST_PREFETCH_H

#include <pthread.h>

#include "blockreader.h"

struct prefetch {
	struct blockreader blockreader; /* its tables are bound by the owner */
	pthread_mutex_t mutex;
	pthread_cond_t done;
	enum { PREFETCH_NONE, PREFETCH_READING, PREFETCH_READ } state;
	struct packedblock block;
};

/* Makes ready for blocks of a report, which stays longer; it stays where it is. The caller frees
 * with prefetchclose. */
void prefetchopen(struct prefetch *a, const struct reportindex *report);

void prefetchclose(struct prefetch *a);

/* Whether a block is to be read by prefetchread, and who gets true has to call that: not when it is
 * there, nor when another one is being read. */
bool prefetchbegin(struct prefetch *a, size_t block);

/* Reads it. */
void prefetchread(struct prefetch *a);

/* Takes the block whose number b has, and leaves the memory of b for the next one; waits for it
 * when it is being read. False when it is not that one. */
bool prefetchtake(struct prefetch *a, struct packedblock *b);

#endif
