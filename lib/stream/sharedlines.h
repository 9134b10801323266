/* SPDX-License-Identifier: MIT */
/*
 * The lines of a batch and the notes of their values, which later batches refer to instead of
 * copying them. Threads that have such batches count as users. The batch that has the lines is a
 * user, too. When it is to be filled again while there are others, it leaves its memory to them,
 * and goes on with memory that the last user of other lines has left.
 */
#ifndef NST_SHAREDLINES_H
#define NST_SHAREDLINES_H

#include <stdatomic.h>

#include "event.h"

/* What holds lines and notes. */
struct linememory {
	struct buf text;
	struct valuenote *values;
	size_t valueroom;
};

/* Nothing changes the lines and notes while they are shared. */
struct sharedlines {
	atomic_uint users;
	struct linememory left; /* their memory, once the batch has left it; else zero */
	struct sharedlines *next; /* of those without users */
};

/* Returns lines with one user, the caller. */
struct sharedlines *sharedlinesmake(void);

/* Counts one more user. Returns its argument. */
static inline struct sharedlines *
sharedlinesuse(struct sharedlines *s)
{
	atomic_fetch_add_explicit(&s->users, 1, memory_order_relaxed);
	return s;
}

/* Returns true if there is no user but the caller. */
static inline bool
sharedlinesalone(struct sharedlines *s)
{
	return atomic_load_explicit(&s->users, memory_order_acquire) == 1;
}

/* Ends the use by the caller. The last user leaves the memory to sharedlinesmemory. */
void sharedlinesdrop(struct sharedlines *s);

/* Leaves memory to the other users, and ends the use by the caller. */
void sharedlinesleave(struct sharedlines *s, struct linememory memory);

/* Returns memory that was left and has no users any more, or none. Its content is void; the caller
 * frees it. */
struct linememory sharedlinesmemory(void);

#endif
