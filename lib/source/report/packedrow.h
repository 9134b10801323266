/* SPDX-License-Identifier: MIT */
/*
 * Rows of a report for as long as the merge needs them, packed: which cells are there, and the
 * values of these, with four bytes each or eight. Cells are NULL, integers or texts. Of an event
 * whose counters are rows there are the first cells, and where to read the event once more.
 */
#ifndef NST_PACKEDROW_H
#define NST_PACKEDROW_H

#include <stdbool.h>

#include "base/row.h"

/* How many cells a row may have. */
enum { PACKED_CELLS = 62 };

/* An event whose counters are rows. */
struct packedevent {
	struct span message; /* of its block */
	uint32_t at, parts;  /* where it begins there, and how many counters it has */
};

/* Appends so many cells of a row, and the event that they are of, else NULL. The buffer has some
 * bytes of room behind them, which may be read. */
void packedrowput(
    struct buf *to, const struct row *row, size_t count, const struct packedevent *event);

/* Two words come first: a bit for each cell that is there, and one for each whose value has eight
 * bytes. Behind the values of a row that has texts, whose values are their lengths, there is a bit
 * for each text, and the texts; behind those of an event, that. */
enum { PACKED_HEAD = 2 * sizeof(uint64_t), PACKED_NARROW = 4, PACKED_WIDE = 8 };

static inline uint64_t
packedword(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* The next value of those that begin at p. */
static inline uint64_t
packednumber(const char **p, bool eight)
{
	uint64_t v = packedword(*p);

	*p += PACKED_NARROW << eight;
	return eight ? v : (uint32_t)v;
}

/* Takes the first cells of a row, which are integers or NULL, up to so many. */
static inline void
packedrowcells(const char *kept, struct cell *cells, size_t count)
{
	uint64_t there = packedword(kept), large = packedword(kept + sizeof(there));
	const char *p = kept + PACKED_HEAD;

	for (size_t i = 0; i < count; i++) {
		cells[i] = (struct cell){ .type = CELL_NULL };
		if (there >> i & 1) {
			cells[i].type = CELL_INT;
			cells[i].number = (int64_t)packednumber(&p, large >> i & 1);
		}
	}
}

/* The event whose counters are rows; false for a row of its own. */
bool packedevent(const char *kept, struct packedevent *event);

/* Takes a row of so many cells, each of which becomes that of the number that its number leads
 * to. */
void packedrowtake(const char *kept, const unsigned char *to, size_t count, struct row *row);

#endif
