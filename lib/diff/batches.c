/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "batches.h"

/* Makes one batch of each two neighbours. */
static void
batchesmerge(struct batches *b)
{
	for (size_t i = 0; i < BATCHES_MOST / 2; i++)
		b->total[i] = b->total[2 * i] + b->total[2 * i + 1];
	b->size *= 2;
}

void
batchesadd(struct batches *b, double duration)
{
	size_t last;

	if (b->size == 0)
		b->size = 1;
	else if (b->calls == b->size * BATCHES_MOST)
		batchesmerge(b);
	last = (size_t)(b->calls / b->size);
	GROW(b->total, b->room, last + 1);
	if (b->calls % b->size == 0)
		b->total[last] = 0;
	b->total[last] += duration;
	b->calls++;
}

size_t
batchesmeans(const struct batches *b, double *means)
{
	size_t full = b->size > 0 ? (size_t)(b->calls / b->size) : 0;
	uint64_t rest = b->size > 0 ? b->calls % b->size : 0;

	for (size_t i = 0; i < full; i++)
		means[i] = b->total[i] / (double)b->size;
	if (full > 0 && rest > 0)
		means[full - 1] =
		    (b->total[full - 1] + b->total[full]) / (double)(b->size + rest);
	return full;
}
