/* SPDX-License-Identifier: MIT */
/* Rows of a table by SQLite's own statements: slower than to read them from the pages, and right
 * for every table. A row's place is its number. */
#ifndef NST_SQLROWS_H
#define NST_SQLROWS_H

#include "source/rows.h"

struct sqlrows;

/* Begins to ask for the rows of a table; sqlrowsclose frees. */
struct sqlrows *sqlrowsopen(struct profile *p, const struct rowsof *of);

void sqlrowsclose(struct sqlrows *a);

/* What rows.h says of rowspass, rowsat and rowstake. */
void sqlrowspass(struct sqlrows *a, void (*look)(void *arg, const struct rowtimes *times),
    void *arg);
bool sqlrowsat(struct sqlrows *a, uint64_t place, struct rowtimes *times);
void sqlrowstake(struct sqlrows *a, uint64_t place, struct row *row);

/* The place of the row with that number. */
static inline uint64_t
sqlrowsplace(int64_t rowid)
{
	return (uint64_t)rowid ^ UINT64_C(1) << 63;
}

#endif
