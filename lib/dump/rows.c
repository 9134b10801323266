/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "ask.h"
#include "rows.h"

struct rows {
	struct ask *ask;
};

struct rows *
rowsopen(struct profile *p, const struct rowsof *of)
{
	struct rows *r = xmalloc(sizeof(*r));

	*r = (struct rows){ .ask = askopen(p, of) };
	return r;
}

void
rowsclose(struct rows *r)
{
	if (!r)
		return;
	askclose(r->ask);
	free(r);
}

bool
rowspass(struct rows *r, void (*look)(void *arg, const struct rowtimes *times), void *arg)
{
	askpass(r->ask, look, arg);
	return true;
}

bool
rowsat(struct rows *r, uint64_t place, struct rowtimes *times)
{
	return askat(r->ask, place, times);
}

void
rowstake(struct rows *r, uint64_t place, struct row *row)
{
	asktake(r->ask, place, row);
}
