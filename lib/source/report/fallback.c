/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/compare.h"
#include "blockplace.h"
#include "fallback.h"

/* The limits: bytes of blocks in memory; bytes for each packed row besides its block; blocks more
 * than those with events at one time, since rows are written later than they are merged; and how
 * often a block is read at most, on average, with some more for a small report. */
enum { MEMORY = 192 << 20, ROW = 384, AHEAD = 2, EACH = 4, FEW = 64 };

static int
byblock(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;
	uint32_t one = blockofplace(x->first), other = blockofplace(y->first);

	if (one != other)
		return one < other ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

/* Joins the pieces of a block where they overlap in time; returns how many there are then. */
static size_t
fallbackjoin(struct piece *all, size_t n)
{
	size_t last = 0;

	qsort(all, n, sizeof(*all), byblock);
	for (size_t i = 1; i < n; i++)
		if (blockofplace(all[i].first) != blockofplace(all[last].first) ||
		    all[i].from > all[last].to)
			all[++last] = all[i];
		else if (all[last].to < all[i].to)
			all[last].to = all[i].to;
	return n > 0 ? last + 1 : 0;
}

/* Returns the largest number of pieces at one time. */
static size_t
depthof(const struct piece *pieces, size_t n)
{
	int64_t *from = xreallocarray(NULL, n + 1, sizeof(*from));
	int64_t *to = xreallocarray(NULL, n + 1, sizeof(*to));
	size_t depth = 0, ended = 0;

	for (size_t i = 0; i < n; i++) {
		from[i] = pieces[i].from;
		to[i] = pieces[i].to;
	}
	qsort(from, n, sizeof(*from), compareint64);
	qsort(to, n, sizeof(*to), compareint64);
	for (size_t i = 0; i < n; i++) {
		while (to[ended] < from[i])
			ended++;
		if (depth < i + 1 - ended)
			depth = i + 1 - ended;
	}
	free(from);
	free(to);
	return depth;
}

size_t
fallbackblocks(const struct reportindex *g, struct piece *pieces, size_t count, unsigned batches)
{
	size_t n = fallbackjoin(pieces, count), blocks = depthof(pieces, n) + AHEAD;

	if (n > EACH * g->rep.file.count + FEW ||
	    (g->largest + (uint64_t)ROW * g->mostrows) * blocks * (batches + 1) > MEMORY)
		return 0;
	return blocks;
}
