/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "ask.h"
#include "rows.h"
#include "walk.h"

struct rows {
	struct walk *walk; /* NULL where rows have to be asked for */
	struct ask *ask;
};

struct rows *
rowsopen(struct profile *p, const struct rowsof *of)
{
	struct rows *r = xmalloc(sizeof(*r));

	*r = (struct rows){ .walk = walkopen(p, of), .ask = askopen(p, of) };
	return r;
}

void
rowsclose(struct rows *r)
{
	if (!r)
		return;
	walkclose(r->walk);
	askclose(r->ask);
	free(r);
}

bool
rowspass(struct rows *r, void (*look)(void *arg, const struct rowtimes *times), void *arg)
{
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
rowsasked(const struct rows *r)
{
	return !r->walk;
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
	return r->walk ? walkat(r->walk, place, times) : askat(r->ask, place, times);
}

void
rowstake(struct rows *r, uint64_t place, struct row *row)
{
	int64_t rowid;

	if (!r->walk)
		asktake(r->ask, place, row);
	else if (!walktake(r->walk, place, row, &rowid))
		asktake(r->ask, askplace(rowid), row);
}
