/* SPDX-License-Identifier: MIT */
/* The rows of a table that is in no order, sorted by SQLite in a file without a name: memory does
 * not grow with them. */
#ifndef NST_SORTER_H
#define NST_SORTER_H

#include "dump/order/order.h"
#include "profile.h"

struct sorter;

/* Begins with no rows; the profile and what is named are for messages. sorterclose frees. */
struct sorter *sorteropen(const struct profile *p, const char *what);

/* Adds a row at a place. */
void sorterput(struct sorter *s, const struct when *when, uint64_t place);

/* The next row in the order of the stream, and where there is a tie of places; false behind the
 * last. No row can be added once one was taken. */
bool sorternext(struct sorter *s, struct when *when, uint64_t *place);

void sorterclose(struct sorter *s);

#endif
