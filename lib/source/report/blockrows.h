/* SPDX-License-Identifier: MIT */
/*
 * Rows of a table by the blocks of a report. A row's place is its block, counted from the first,
 * which event of the table it is there, and which of the event's counters.
 */
#ifndef NST_BLOCKROWS_H
#define NST_BLOCKROWS_H

#include "source/rows.h"

/* The low bits of a place are the counter, those above it the event. */
enum { PART_BITS = 16, EVENT_BITS = 26 };

static inline uint64_t
blockplace(uint64_t block, uint64_t event, uint64_t part)
{
	return block << (EVENT_BITS + PART_BITS) | event << PART_BITS | part;
}

/* The block of a place. */
static inline uint32_t
blockofplace(uint64_t place)
{
	return (uint32_t)(place >> (EVENT_BITS + PART_BITS));
}

/* Gives rows of a block their places, in the order in which a cursor reads them. */
struct places {
	uint64_t block;
	uint32_t events[REP_TABLES]; /* of each table, so far */
	uint32_t at[REP_TABLES];     /* the last of them */
};

static inline void
placesbegin(struct places *p, uint64_t block)
{
	p->block = block;
	memset(p->events, 0, sizeof(p->events));
}

/* The place of the row that was read. */
static inline uint64_t
placenext(struct places *p, const struct repcursor *c)
{
	if (!c->parts || p->events[c->table] == 0 || p->at[c->table] != c->at)
		p->events[c->table]++;
	p->at[c->table] = c->at;
	return blockplace(p->block, p->events[c->table] - 1, c->nth);
}

struct blockrows;

/* Begins to read a table; NULL when it is none whose rows are read from blocks. blockrowsclose
 * frees. */
struct blockrows *blockrowsopen(struct profile *p, const struct rowsof *of);

void blockrowsclose(struct blockrows *b);

/* A table in a pass. */
struct blockrowslook {
	struct blockrows *blocks;
	void (*look)(void *arg, const struct rowtimes *times);
	void *arg;
};

/* Calls look with the times of all rows of several tables of one profile, in the order of the
 * file. */
void blockrowspass(const struct blockrowslook *looks, size_t count);

/* What rows.h says of rowsat and rowstake. */
bool blockrowsat(struct blockrows *b, uint64_t place, struct rowtimes *times);
void blockrowstake(struct blockrows *b, uint64_t place, struct row *row);

/* What rows.h says of rowshold and rowsgive. */
const char *blockrowshold(struct blockrows *b, uint64_t place);
void blockrowsgive(struct blockrows *b, const struct spot *spot, struct row *row);

#endif
