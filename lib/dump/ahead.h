/* SPDX-License-Identifier: MIT */
/* A block of a report that one thread reads before another one asks for it. */
#ifndef NST_AHEAD_H
#define NST_AHEAD_H

#include <pthread.h>

#include "keeper.h"

struct ahead {
	struct keeper keeper; /* its tables are bound by the owner */
	pthread_mutex_t mutex;
	pthread_cond_t done;
	enum { AHEAD_NONE, AHEAD_READING, AHEAD_READ } state;
	struct keptblock block;
};

/* Makes ready for blocks of a report, which stays longer; it stays where it is. The caller frees
 * with aheadclose. */
void aheadopen(struct ahead *a, const struct survey *report);

void aheadclose(struct ahead *a);

/* Whether a block is to be read by aheadread, and who gets true has to call that: not when it is
 * there, nor when another one is being read. */
bool aheadbegin(struct ahead *a, size_t block);

/* Reads it. */
void aheadread(struct ahead *a);

/* Takes the block whose number b has, and leaves the memory of b for the next one; waits for it
 * when it is being read. False when it is not that one. */
bool aheadtake(struct ahead *a, struct keptblock *b);

#endif
