/* SPDX-License-Identifier: MIT */
/*
 * Reads blocks of a report and keeps their rows, packed. A block is unpacked once, and all rows of
 * the tables that are read are kept; of events whose counters are rows, and there may be hundreds,
 * the block itself.
 */
#ifndef NST_BLOCKREADER_H
#define NST_BLOCKREADER_H

#include "packedrow.h"
#include "reportindex.h"

/* The rows of a block in one table: where they are among all. */
struct rowlist {
	uint32_t *list; /* in units of PACKED_UNIT bytes */
	size_t count, room;
};

enum { PACKED_UNIT = 4 };

/* A block whose rows are kept. */
struct packedblock {
	size_t block;
	struct buf kept; /* its rows */
	struct rowlist rows[REP_TABLES];
	struct buf plain; /* where counters are read from it */
};

/* A table that is read: which cells of its rows are those that are kept. */
struct boundtable {
	size_t kept, count; /* the cells that are kept, and those of a row */
	unsigned char to[PACKED_CELLS];
};

/* What reads blocks. */
struct blockreader {
	const struct reportindex *report;
	struct boundtable bound[REP_TABLES];
	struct repscratch scratch;
	struct repcoverage tally; /* was gathered before: nobody looks at it */
	struct repcursor cursor;
	struct buf single; /* a row */
};

/* Begins to read blocks of a report, which stays longer than the keeper; it stays where it is. The
 * caller frees with blockreaderclose. */
void blockreaderopen(struct blockreader *k, const struct reportindex *report);

void blockreaderclose(struct blockreader *k);

/* Which columns the times of rows are, by index; -1 for none that the table has. */
struct timecolumns {
	int columns[TIMES];
};

/* Reads from now on a table by its number: the names of all columns of its rows, one that the table
 * has not being NULL, and which are times. */
void blockreaderbind(struct blockreader *k, size_t form, const char *const *columns, size_t count,
    const struct timecolumns *times);

/* Makes a cursor read the times of a table, "" for none, and what its rows must not lack. */
void blockreadertimes(struct repcursor *c, size_t form, const char *const times[TIMES]);

/* Whether a table is read. */
static inline bool
blockreaderreads(const struct blockreader *k, size_t form)
{
	return k->bound[form].count > 0;
}

/* Unpacks the block whose number it has, and keeps its rows instead of those it had; all zero but
 * that is one that had none. The caller frees with packedblockfree. */
void blockreaderfill(struct blockreader *k, struct packedblock *b);

void packedblockfree(struct packedblock *b);

/* A row of a block, packed, the times first; NULL when there is none. Stays as long as the block's
 * rows do. */
static inline const char *
packedblockrow(const struct packedblock *b, size_t form, size_t row)
{
	const struct rowlist *rows = &b->rows[form];

	return row < rows->count ? b->kept.p + (size_t)rows->list[row] * PACKED_UNIT : NULL;
}

/* Takes a row of a block that was kept by this keeper or another one of the same report: of an
 * event one of its counters, which may be no more, then it returns false. */
bool blockreadertake(struct blockreader *k, size_t form, const char *kept, size_t block,
    uint64_t part,
    struct row *row);

#endif
