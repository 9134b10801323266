/* SPDX-License-Identifier: MIT */
/* What a few hundred rows of a large table tell about the order of all of them. */
#ifndef NST_PIECE_H
#define NST_PIECE_H

#include "probe.h"

/* A table has at most so many pieces; with more it is another case. */
enum { PIECES = 1024 };

/* Rows that are believed to be sorted by start. */
struct piece {
	int64_t low, high; /* row numbers */
};

/* Finds the sorted pieces of a table. As nsys writes it, a table is sorted by start, or has the
 * rows of one thread and class together, sorted: so a piece ends where starts fall, and may end
 * where thread or class change, if they seldom do. Returns how many there are, 0 when that cannot
 * be told. */
size_t piecesfind(struct probe *p, struct piece *pieces);

/* Times behind from, ns, at which to cut the rows of some tables, so that each slice has about so
 * many of them. Ascending; the caller frees. */
int64_t *
pieceslices(const struct table *tables, size_t count, uint64_t rows, int64_t from, size_t *slices);

#endif
