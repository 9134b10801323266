/* SPDX-License-Identifier: MIT */
/*
 * Places of rows of a report. A place is three numbers: the block, counted from 0; the event, among
 * those of the table in the block; and the counter, if the counters of an event are rows. For
 * example, the second counter of the first event of block 3 has the place 3 << 42 | 0 << 16 | 1.
 */
#ifndef NST_BLOCKPLACE_H
#define NST_BLOCKPLACE_H

#include "report/cursor.h"

/* The low bits of a place are the counter, the next ones the event. */
enum { PART_BITS = 16, EVENT_BITS = 26, PLACE_BITS = PART_BITS + EVENT_BITS };

static inline uint64_t
blockplace(uint64_t block, uint64_t event, uint64_t part)
{
	return block << PLACE_BITS | event << PART_BITS | part;
}

/* Returns the block of a place. */
static inline uint32_t
blockofplace(uint64_t place)
{
	return (uint32_t)(place >> PLACE_BITS);
}

/* Gives the rows of a block their places, in the order in which a cursor reads them. */
struct places {
	uint64_t block;
	uint32_t events[REP_TABLES]; /* number of events of each table before the current row */
	uint32_t at[REP_TABLES];     /* offsets of the last of them in the block */
};

static inline void
placesbegin(struct places *p, uint64_t block)
{
	p->block = block;
	memset(p->events, 0, sizeof(p->events));
}

/* Returns the place of the row that the cursor has read. */
static inline uint64_t
placenext(struct places *p, const struct repcursor *c)
{
	if (!c->parts || p->events[c->table] == 0 || p->at[c->table] != c->at)
		p->events[c->table]++;
	p->at[c->table] = c->at;
	return blockplace(p->block, p->events[c->table] - 1, c->nth);
}

/* Returns the place of the first of some rows of a table that are one per event. */
static inline uint64_t
placesnext(struct places *p, size_t table, size_t rows)
{
	uint64_t place = blockplace(p->block, p->events[table], 0);

	p->events[table] += (uint32_t)rows;
	return place;
}

#endif
