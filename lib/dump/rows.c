/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "ask.h"
#include "blocks.h"
#include "rows.h"
#include "walk.h"

/* One of them reads the rows; ask also those that walk cannot. */
struct rows {
	struct blocks *blocks;
	struct walk *walk;
	struct ask *ask;
};

struct rows *
rowsopen(struct profile *p, const struct rowsof *of)
{
	struct rows *r = xmalloc(sizeof(*r));

	*r = (struct rows){ .blocks = blocksopen(p, of) };
	if (r->blocks)
		return r;
	r->walk = walkopen(p, of);
	r->ask = askopen(p, of);
	return r;
}

void
rowsclose(struct rows *r)
{
	if (!r)
		return;
	blocksclose(r->blocks);
	walkclose(r->walk);
	askclose(r->ask);
	free(r);
}

bool
rowspass(struct rows *r, void (*look)(void *arg, const struct rowtimes *times), void *arg)
{
	if (r->blocks) {
		rowspasses(&(struct rowslook){ r, look, arg }, 1);
		return true;
	}
	if (!r->walk) {
		askpass(r->ask, look, arg);
		return true;
	}
	if (walkpass(r->walk, look, arg))
		return true;
	rowsask(r);
	return false;
}

bool
rowsapart(const struct rows *r)
{
	return r->blocks;
}

void
rowspasses(const struct rowslook *looks, size_t count)
{
	struct blocklook *those = xreallocarray(NULL, count, sizeof(*those));

	for (size_t i = 0; i < count; i++)
		those[i] =
		    (struct blocklook){ looks[i].rows->blocks, looks[i].look, looks[i].arg };
	blockspass(those, count);
	free(those);
}

bool
rowsasked(const struct rows *r)
{
	return !r->walk && !r->blocks;
}

void
rowsask(struct rows *r)
{
	walkclose(r->walk);
	r->walk = NULL;
}

bool
rowsat(struct rows *r, uint64_t place, struct rowtimes *times)
{
	if (r->blocks)
		return blocksat(r->blocks, place, times);
	return r->walk ? walkat(r->walk, place, times) : askat(r->ask, place, times);
}

void
rowstake(struct rows *r, uint64_t place, struct row *row)
{
	int64_t rowid;

	if (r->blocks)
		blockstake(r->blocks, place, row);
	else if (!r->walk)
		asktake(r->ask, place, row);
	else if (!walktake(r->walk, place, row, &rowid))
		asktake(r->ask, askplace(rowid), row);
}

const char *
rowshold(struct rows *r, uint64_t place)
{
	return r->blocks ? blockshold(r->blocks, place) : NULL;
}

void
rowsgive(struct rows *r, const struct spot *spot, struct row *row)
{
	blocksgive(r->blocks, spot, row);
}
