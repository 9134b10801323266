/* SPDX-License-Identifier: MIT */
/* Reads the rows of a table by SQL: slower than pagerows.h, but right for every table. The place is
 * the row number, with its sign bit inverted to keep the order. */
#ifndef NST_SQLROWS_H
#define NST_SQLROWS_H

#include "sqlite.h"

struct sqlrows;

/* Begins to read a table; sqlrowsclose frees. */
struct sqlrows *sqlrowsopen(struct sqlite *p, const struct rowsof *of);

void sqlrowsclose(struct sqlrows *a);

/* As pass, passall, at and take of struct rows; expressions stay NULL. */
void sqlrowspass(struct sqlrows *a, void (*look)(void *arg, const struct rowtimes *times),
    void *arg);
void sqlrowspassall(struct sqlrows *a,
    void (*each)(void *arg, uint64_t place, struct row *row), void *arg);
bool sqlrowsat(struct sqlrows *a, uint64_t place, struct rowtimes *times);
void sqlrowstake(struct sqlrows *a, uint64_t place, struct row *row);

/* Returns the place of the row with a number. */
static inline uint64_t
sqlrowsplace(int64_t rowid)
{
	return (uint64_t)rowid ^ UINT64_C(1) << 63;
}

#endif
