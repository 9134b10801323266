/* SPDX-License-Identifier: MIT */
/*
 * Rows of a report for as long as the merge needs them, packed: which cells are there, and the
 * values of these, with four bytes each or eight. Cells are NULL, integers or texts. Of an event
 * whose counters are rows there are the first cells, and where to read the event once more.
 */
#ifndef NST_KEPT_H
#define NST_KEPT_H

#include <stdbool.h>

#include "base/row.h"

/* How many cells a row may have. */
enum { KEPT_CELLS = 62 };

/* An event whose counters are rows. */
struct keptevent {
	struct span message; /* of its block */
	uint32_t at, parts;  /* where it begins there, and how many counters it has */
};

/* Appends so many cells of a row, and the event that they are of, else NULL. The buffer has some
 * bytes of room behind them, which may be read. */
void keptput(
    struct buf *to, const struct row *row, size_t count, const struct keptevent *event);

/* Two words come first: a bit for each cell that is there, and one for each whose value has eight
 * bytes. Behind the values of a row that has texts, whose values are their lengths, there is a bit
 * for each text, and the texts; behind those of an event, that. */
enum { KEPT_HEAD = 2 * sizeof(uint64_t), KEPT_NARROW = 4, KEPT_WIDE = 8 };

static inline uint64_t
keptword(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* The next value of those that begin at p. */
static inline uint64_t
keptvalue(const char **p, bool eight)
{
	uint64_t v = keptword(*p);

	*p += KEPT_NARROW << eight;
	return eight ? v : (uint32_t)v;
}

/* Takes the first cells of a row, which are integers or NULL, up to so many. */
static inline void
keptcells(const char *kept, struct cell *cells, size_t count)
{
	uint64_t there = keptword(kept), large = keptword(kept + sizeof(there));
	const char *p = kept + KEPT_HEAD;

	for (size_t i = 0; i < count; i++) {
		cells[i] = (struct cell){ .type = CELL_NULL };
		if (there >> i & 1) {
			cells[i].type = CELL_INT;
			cells[i].number = (int64_t)keptvalue(&p, large >> i & 1);
		}
	}
}

/* The event whose counters are rows; false for a row of its own. */
bool keptevent(const char *kept, struct keptevent *event);

/* Takes a row of so many cells, each of which becomes that of the number that its number leads
 * to. */
void kepttake(const char *kept, const unsigned char *to, size_t count, struct row *row);

#endif
