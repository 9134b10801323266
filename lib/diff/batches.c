/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/proto.h"

#include "batches.h"

/* The most single batches that are saved at once. The number of calls and the size of batches, as
 * varints, precede the totals of the batches in the bytes of batchessave. */
enum { SAVED_MOST = 2048 };

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

size_t
batchesadd(struct batches *b, double duration, bool single)
{
	double *total;
	size_t last, before = 0;

	if (b->calls < BATCHES_INLINE) {
		b->size = 1;
		b->storage.inplace[b->calls++] = duration;
		return 0;
	}
	if (b->calls == BATCHES_INLINE)
		batchesmove(b);
	else
		before = b->storage.heap.room;
	if (b->calls == b->size * BATCHES_MOST && !single)
		batchesmerge(b);
	last = (size_t)(b->calls / b->size);
	GROW(b->storage.heap.total, b->storage.heap.room, last + 1);
	total = b->storage.heap.total;
	if (b->calls % b->size == 0)
		total[last] = 0;
	total[last] += duration;
	b->calls++;
	return (b->storage.heap.room - before) * sizeof(*total);
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

uint64_t
batchessave(const struct batches *b, uint64_t from, struct buf *out)
{
	uint64_t calls = b->calls - from, totals;

	if (b->size == 1 && calls > SAVED_MOST)
		calls = SAVED_MOST;
	totals = (calls + b->size - 1) / b->size;
	protovarint(out, calls);
	protovarint(out, b->size);
	bufmem(out, (const char *)(batchestotals(b) + from), totals * sizeof(double));
	return from + calls;
}

void
batchesload(struct batches *b, struct span bytes)
{
	uint64_t calls, size;
	const char *p = protoread(protoread(bytes.p, &calls), &size);
	size_t totals = (size_t)(bytes.p + bytes.n - p) / sizeof(double);

	for (size_t i = 0; i < totals; i++) {
		double total;

		memcpy(&total, p + i * sizeof(total), sizeof(total));
		batchesadd(b, total, size > 1);
	}
	if (size > 1) {
		b->calls = calls;
		b->size = size;
	}
}

void
batchesfree(struct batches *b)
{
	if (b->calls > BATCHES_INLINE)
		free(b->storage.heap.total);
}
