/* SPDX-License-Identifier: MIT */
/* Rows of a table by SQLite's own statements: slower than to read them from the pages, and right
 * for every table. A row's place is its number. */
#ifndef NST_ASK_H
#define NST_ASK_H

#include "rows.h"

struct ask;

/* Begins to ask for the rows of a table; askclose frees. */
struct ask *askopen(struct profile *p, const struct rowsof *of);

void askclose(struct ask *a);

/* What rows.h says of rowspass, rowsat and rowstake. */
void askpass(struct ask *a, void (*look)(void *arg, const struct rowtimes *times), void *arg);
bool askat(struct ask *a, uint64_t place, struct rowtimes *times);
void asktake(struct ask *a, uint64_t place, struct row *row);

/* The place of the row with that number. */
static inline uint64_t
askplace(int64_t rowid)
{
	return (uint64_t)rowid ^ UINT64_C(1) << 63;
}

#endif
