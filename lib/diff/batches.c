/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "batches.h"

/* Returns the total of each batch, ns. */
static const double *
batchestotals(const struct batches *b)
{
	return b->calls > BATCHES_INLINE ? b->storage.heap.total : b->storage.inplace;
}

/* Moves the durations of the first calls to the heap. */
static void
batchesmove(struct batches *b)
{
	double first[BATCHES_INLINE], *total = NULL;
	size_t room = 0;

	memcpy(first, b->storage.inplace, sizeof(first));
	GROW(total, room, BATCHES_INLINE + 1);
	memcpy(total, first, sizeof(first));
	b->storage.heap.total = total;
	b->storage.heap.room = room;
}

/* Makes one batch of each two neighbours. */
static void
batchesmerge(struct batches *b)
{
	double *total = b->storage.heap.total;

	for (size_t i = 0; i < BATCHES_MOST / 2; i++)
		total[i] = total[2 * i] + total[2 * i + 1];
	b->size *= 2;
}

void
batchesadd(struct batches *b, double duration)
{
	double *total;
	size_t last;

	if (b->calls < BATCHES_INLINE) {
		b->size = 1;
		b->storage.inplace[b->calls++] = duration;
		return;
	}
	if (b->calls == BATCHES_INLINE)
		batchesmove(b);
	else if (b->calls == b->size * BATCHES_MOST)
		batchesmerge(b);
	last = (size_t)(b->calls / b->size);
	GROW(b->storage.heap.total, b->storage.heap.room, last + 1);
	total = b->storage.heap.total;
	if (b->calls % b->size == 0)
		total[last] = 0;
	total[last] += duration;
	b->calls++;
}

size_t
batchesmeans(const struct batches *b, double *means)
{
	size_t full = b->size > 0 ? (size_t)(b->calls / b->size) : 0;
	uint64_t rest = b->size > 0 ? b->calls % b->size : 0;
	const double *total = batchestotals(b);

	for (size_t i = 0; i < full; i++)
		means[i] = total[i] / (double)b->size;
	if (full > 0 && rest > 0)
		means[full - 1] = (total[full - 1] + total[full]) / (double)(b->size + rest);
	return full;
}

void
batchesfree(struct batches *b)
{
	if (b->calls > BATCHES_INLINE)
		free(b->storage.heap.total);
}
