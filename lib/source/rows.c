/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "rows.h"
#include "source/report/blockrows.h"
#include "source/sqlite/pagerows.h"
#include "source/sqlite/sqlrows.h"

/* One of them reads the rows; ask also those that walk cannot. */
struct rows {
	struct blockrows *blocks;
	struct pagerows *walk;
	struct sqlrows *ask;
};

struct rows *
rowsopen(struct profile *p, const struct rowsof *of)
{
	struct rows *r = xmalloc(sizeof(*r));

	*r = (struct rows){ .blocks = blockrowsopen(p, of) };
	if (r->blocks)
		return r;
	r->walk = pagerowsopen(p, of);
	r->ask = sqlrowsopen(p, of);
	return r;
}

void
rowsclose(struct rows *r)
{
	if (!r)
		return;
	blockrowsclose(r->blocks);
	pagerowsclose(r->walk);
	sqlrowsclose(r->ask);
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
		sqlrowspass(r->ask, look, arg);
		return true;
	}
	if (pagerowspass(r->walk, look, arg))
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
	struct blockrowslook *those = xreallocarray(NULL, count, sizeof(*those));

	for (size_t i = 0; i < count; i++)
		those[i] =
		    (struct blockrowslook){ looks[i].rows->blocks, looks[i].look, looks[i].arg };
	blockrowspass(those, count);
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
	pagerowsclose(r->walk);
	r->walk = NULL;
}

bool
rowsat(struct rows *r, uint64_t place, struct rowtimes *times)
{
	if (r->blocks)
		return blockrowsat(r->blocks, place, times);
	return r->walk ? pagerowsat(r->walk, place, times) : sqlrowsat(r->ask, place, times);
}

void
rowstake(struct rows *r, uint64_t place, struct row *row)
{
	int64_t rowid;

	if (r->blocks)
		blockrowstake(r->blocks, place, row);
	else if (!r->walk)
		sqlrowstake(r->ask, place, row);
	else if (!pagerowstake(r->walk, place, row, &rowid))
		sqlrowstake(r->ask, sqlrowsplace(rowid), row);
}

const char *
rowshold(struct rows *r, uint64_t place)
{
	return r->blocks ? blockrowshold(r->blocks, place) : NULL;
}

void
rowsgive(struct rows *r, const struct spot *spot, struct row *row)
{
	blockrowsgive(r->blocks, spot, row);
}
