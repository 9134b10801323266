/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "blockrows.h"
#include "fallback.h"

/* Bytes that may be kept; those of a row besides the block's; blocks that are kept besides those
 * that are read in turns, since rows are written when the merge is some further; and how often a
 * block is unpacked at most, on average. */
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

static int
fallbackbytime(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* All pieces of all tables, those of one block joined where they overlap; the caller frees. */
static struct piece *
fallbackjoin(const struct found *found, size_t count, size_t *joined)
{
	struct piece *all;
	size_t n = 0, last = 0;

	for (size_t i = 0; i < count; i++)
		n += found[i].piececount;
	all = xreallocarray(NULL, n + 1, sizeof(*all));
	n = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < found[i].piececount; j++)
			all[n++] = found[i].pieces[j];
	qsort(all, n, sizeof(*all), byblock);
	for (size_t i = 1; i < n; i++)
		if (blockofplace(all[i].first) != blockofplace(all[last].first) ||
		    all[i].from > all[last].to)
			all[++last] = all[i];
		else if (all[last].to < all[i].to)
			all[last].to = all[i].to;
	*joined = n > 0 ? last + 1 : 0;
	return all;
}

/* How many pieces there are at one time, at most. */
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
	qsort(from, n, sizeof(*from), fallbackbytime);
	qsort(to, n, sizeof(*to), fallbackbytime);
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
fallbackblocks(
    const struct reportindex *g, const struct found *found, size_t count, unsigned batches)
{
	size_t n, blocks;
	struct piece *pieces;

	for (size_t i = 0; i < count; i++)
		if (found[i].lost)
			return 0;
	pieces = fallbackjoin(found, count, &n);
	blocks = depthof(pieces, n) + AHEAD;
	free(pieces);
	if (n > EACH * g->rep.file.count + FEW ||
	    (g->largest + (uint64_t)ROW * g->crowd) * blocks * (batches + 1) > MEMORY)
		return 0;
	return blocks;
}
