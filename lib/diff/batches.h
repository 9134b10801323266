/* SPDX-License-Identifier: MIT */
/* Batch means: the calls of a group in a run, in the order of the stream, cut into batches of the
 * same number of calls. The means of the batches are samples of the time of a call. A batch
 * averages over calls that depend on their neighbours, so batches depend less on each other than
 * calls do. A. M. Law, Simulation Modeling and Analysis, describes the method. */
#ifndef NST_BATCHES_H
#define NST_BATCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

/* The largest number of batches. If there are more calls, two neighbours become one. */
enum { BATCHES_MOST = 32 };

/* The number of calls whose durations need no allocation. Where names are distinct, most groups
 * have one call. */
enum { BATCHES_INLINE = 2 };

/* All zero has no call. Example: after 70 calls there are 18 batches, 17 of 4 calls and one of
 * 2. */
struct batches {
	uint64_t calls;
	uint64_t size; /* calls of a full batch, a power of two; 0 before the first call */
	union {
		double inplace[BATCHES_INLINE]; /* durations of the first calls, ns */
		struct {
			double *total; /* of each batch, ns */
			size_t room;
		} heap;
	} storage;
};

/* Adds a call. With single, batches stay of one call, and there may be any number of them: then
 * batchesload can append them to others. Returns the number of bytes that it allocated. */
size_t batchesadd(struct batches *b, double duration, bool single);

/* Writes the mean of each batch, ns, in order. The calls of a last batch that is not full belong
 * to the one before. means has room for BATCHES_MOST. Returns the number of means. */
size_t batchesmeans(const struct batches *b, double *means);

/* Appends calls to a buffer as bytes, from the call of an index on: all of them, or if batches are
 * single some. Returns the index of the first call that is left. */
uint64_t batchessave(const struct batches *b, uint64_t from, struct buf *out);

/* Adds the calls of batchessave. Unless b has no calls, the batches that were saved must be
 * single. */
void batchesload(struct batches *b, struct span saved);

void batchesfree(struct batches *b);

#endif
