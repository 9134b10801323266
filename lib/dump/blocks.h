/* SPDX-License-Identifier: MIT */
/*
 * Rows of a table by the blocks of a report. A row's place is its block, counted from the first,
 * where its event begins there, and which of the event's counters it is.
 */
#ifndef NST_BLOCKS_H
#define NST_BLOCKS_H

#include "rows.h"

/* The low bits of a place are the counter, those above it the event. */
enum { PART_BITS = 16, AT_BITS = 26 };

static inline uint64_t
placeof(uint64_t block, uint64_t at, uint64_t part)
{
	return block << (AT_BITS + PART_BITS) | at << PART_BITS | part;
}

/* The block of a place. */
static inline uint32_t
blockof(uint64_t place)
{
	return (uint32_t)(place >> (AT_BITS + PART_BITS));
}

struct blocks;

/* Begins to read a table; NULL when it is none whose rows are read from blocks. blocksclose
 * frees. */
struct blocks *blocksopen(struct profile *p, const struct rowsof *of);

void blocksclose(struct blocks *b);

/* A table in a pass. */
struct blocklook {
	struct blocks *blocks;
	void (*look)(void *arg, const struct rowtimes *times);
	void *arg;
};

/* Calls look with the times of all rows of several tables of one profile, in the order of the
 * file. */
void blockspass(const struct blocklook *looks, size_t count);

/* What rows.h says of rowsat and rowstake. */
bool blocksat(struct blocks *b, uint64_t place, struct rowtimes *times);
void blockstake(struct blocks *b, uint64_t place, struct row *row);

/* What rows.h says of rowscopy and rowsgive. */
bool blockscopy(struct blocks *b, uint64_t place, struct buf *out);
void blocksgive(const struct blocks *b, const char *copy, struct row *row);

#endif
