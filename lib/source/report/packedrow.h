/* SPDX-License-Identifier: MIT */
/*
 * Packed rows: the form in which rows of a report stay in memory until a worker writes them. Cells
 * are NULL, integers or texts. A packed row has, without padding:
 *
 *   8 bytes  a bit for each cell that is not NULL, and the bits "has texts" and "is an event"
 *   8 bytes  a bit for each value of eight bytes
 *   values   of 4 or 8 bytes: integers, and lengths of texts
 *   texts    if there are any: 8 bytes with a bit for each text, then their bytes
 *   event    if it is one: a struct packedevent
 *
 * A kernel with 20 columns takes 100 bytes or so.
 */
#ifndef NST_PACKEDROW_H
#define NST_PACKEDROW_H

#include <stdbool.h>

#include "base/row.h"

/* The largest number of cells. */
enum { PACKED_CELLS = 62 };

/* An event whose counters are rows: they are decoded when they are needed. */
struct packedevent {
	struct span message; /* the unpacked block */
	uint32_t at, parts;  /* offset of the event in it, and its number of counters */
};

/* Appends the first cells of a row, and the event if the row stands for one, else NULL. The buffer
 * has some bytes after them that may be read. */
void packedrowput(
    struct buf *to, const struct row *row, size_t count, const struct packedevent *event);

/* The lengths of the two words, and of values. */
enum { PACKED_HEAD = 2 * sizeof(uint64_t), PACKED_NARROW = 4, PACKED_WIDE = 8 };

static inline uint64_t
packedword(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* Decodes a value and moves p after it. */
static inline uint64_t
packednumber(const char **p, bool eight)
{
	uint64_t v = packedword(*p);

	*p += PACKED_NARROW << eight;
	return eight ? v : (uint32_t)v;
}

/* Decodes the first cells of a row, which are integers or NULL. */
static inline void
packedrowcells(const char *packed, struct cell *cells, size_t count)
{
	uint64_t there = packedword(packed), large = packedword(packed + sizeof(there));
	const char *p = packed + PACKED_HEAD;

	for (size_t i = 0; i < count; i++) {
		cells[i] = (struct cell){ .type = CELL_NULL };
		if (there >> i & 1) {
			cells[i].type = CELL_INT;
			cells[i].number = (int64_t)packednumber(&p, large >> i & 1);
		}
	}
}

/* Decodes the event that a row stands for. Returns false if it stands for itself. */
bool packedevent(const char *packed, struct packedevent *event);

/* The shapes (struct row) of the packed rows of a table: which cells are there, and which of them
 * are texts. All zero is empty. */
struct packedshapes {
	uint64_t cells[ROW_SHAPES - 1], texts[ROW_SHAPES - 1];
	uint32_t count, latest;
};

/* Returns the shape of a packed row; 0 if there are too many. */
uint32_t packedshape(struct packedshapes *all, const char *packed);

/* Decodes a row of count cells; cell i of the packed row becomes cell to[i]. */
void packedrowtake(const char *packed, const unsigned char *to, size_t count, struct row *row);

#endif
