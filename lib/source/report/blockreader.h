/* SPDX-License-Identifier: MIT */
/*
 * Unpacks a block of a report, decodes its rows, and packs those of the tables that are read. The
 * counters of an event may be hundreds of rows: then one row of the event is packed, and the
 * unpacked block stays in memory.
 */
#ifndef NST_BLOCKREADER_H
#define NST_BLOCKREADER_H

#include "packedrow.h"
#include "reportindex.h"

/* Offsets of the packed rows of one table. */
struct rowlist {
	uint32_t *list; /* in units of PACKED_UNIT bytes */
	size_t count, room;
};

enum { PACKED_UNIT = 4 };

/* A block with packed rows. */
struct packedblock {
	size_t block;
	struct buf packed; /* its rows */
	struct rowlist rows[REP_TABLES];
	struct buf plain; /* the unpacked block, if it has counters */
};

/* A table that is read. Its packed rows have the times first, then the other columns that have
 * values. */
struct boundtable {
	size_t packed, count; /* the number of cells of a packed row, and of a row */
	unsigned char to[PACKED_CELLS];
	struct packedshapes shapes;
};

/* Reads blocks. */
struct blockreader {
	const struct reportindex *report;
	struct boundtable bound[REP_TABLES];
	struct repscratch scratch;
	struct repcoverage tally; /* not used: the scan has it */
	struct repcursor cursor;
	struct buf single; /* a packed row */
};

/* The reader keeps the pointer and its own address. The caller frees with blockreaderclose. */
void blockreaderopen(struct blockreader *k, const struct reportindex *report);

void blockreaderclose(struct blockreader *k);

/* Indices of the columns of the times; -1 for none. */
struct timecolumns {
	int columns[ROW_TIMES];
};

/* Adds a table, by its number, to the tables that are read: the names of the columns of its rows,
 * which the table need not all have, and which of them are times. */
void blockreaderbind(struct blockreader *k, size_t form, const char *const *columns, size_t count,
    const struct timecolumns *times);

/* Makes a cursor read the times of a table, "" for none, and the columns without which a row is
 * damaged. */
void blockreadertimes(struct repcursor *c, size_t form, const char *const times[ROW_TIMES]);

/* Returns true if a table is read. */
static inline bool
blockreaderreads(const struct blockreader *k, size_t form)
{
	return k->bound[form].count > 0;
}

/* Reads the block with the number b->block, and replaces the rows of b. All zero but the number is
 * a block without rows. The caller frees with packedblockfree. */
void blockreaderfill(struct blockreader *k, struct packedblock *b);

void packedblockfree(struct packedblock *b);

/* Returns a packed row; NULL if there is none. Valid until the block is filled again. */
static inline const char *
packedblockrow(const struct packedblock *b, size_t form, size_t row)
{
	const struct rowlist *rows = &b->rows[form];

	return row < rows->count ? b->packed.p + (size_t)rows->list[row] * PACKED_UNIT : NULL;
}

/* Decodes a packed row of any reader of the same report; part selects a counter of an event.
 * Returns false if the event has no such counter. */
bool blockreadertake(struct blockreader *k, size_t form, const char *packed, size_t block,
    uint64_t part,
    struct row *row);

#endif
