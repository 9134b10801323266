/* SPDX-License-Identifier: MIT */
/*
 * An open report: one scan of all its events finds everything that the format has nowhere else. All
 * workers share the result. The terms of this room:
 *
 *   form         a table of reports, by its number in lib/report/shape.h
 *   block        4 MB of events that the file stores compressed
 *   scan         reads all blocks once, in several threads (reportscan.h)
 *   side tables  a database with the rows that SQL joins, sorts or looks up, and all lists; tables
 *                that are read from blocks are empty there
 *   packed row   a row as it stays in memory (packedrow.h)
 *   counter      an event may have hundreds; each becomes a row (blockplace.h)
 *   import       writes all rows into the database, if blocks would be read too often (fallback.h)
 */
#ifndef NST_REPORTINDEX_H
#define NST_REPORTINDEX_H

#include "base/map.h"
#include "base/thread.h"
#include "import/import.h"
#include "source/source.h"

/* A block that has rows of a table, and the rows and call chains before it. */
struct blockentry {
	uint32_t block;
	uint64_t rows, chains;
};

/* The blocks of a table, in order. */
struct blocklist {
	struct blockentry *list;
	size_t count, room;
};

/* A scanned report. After the scan only the secrets that were asked for change. */
struct reportindex {
	struct rep rep;
	struct repcoverage tally;
	bool apart[REP_TABLES]; /* the rows of the table are read from blocks */
	struct blocklist blocks[REP_TABLES];
	uint64_t plain;   /* bytes of all blocks, unpacked */
	uint32_t largest; /* bytes of the largest block, unpacked */
	size_t keep; /* the number of blocks in the cache */
	size_t mostrows; /* the largest number of rows of a block */
	struct lock asking; /* guards asked */
	struct map asked;   /* secrets that events refer to */
	struct importnotes notes;
};

/* Scans an open report, g->rep, and writes the side tables to an empty file, whose path is for
 * messages. Ends the program with the reason if it cannot. The caller frees with
 * reportindexclose. */
void reportindexmake(struct reportindex *g, const struct sourceoptions *asked, const char *path,
    int fd);

void reportindexclose(struct reportindex *g);

/* Returns the form of a table that is read from blocks; REP_NONE for other tables. */
size_t reportindexform(const struct reportindex *g, const char *table);

/* Returns the first block from a number on that has rows of a table; NULL if there is none. */
const struct blockentry *reportindexfind(const struct reportindex *g, size_t form, size_t block);

/* Sets the number of rows of a table of events. Returns false if it is none. */
bool reportindexrows(const struct reportindex *g, const char *table, uint64_t *rows);

/* Returns the text of a string, empty if it is a secret; p is NULL if there is none. Any thread may
 * call it. */
struct span reportindexstring(struct reportindex *g, int64_t id);

/* Returns the number of secrets that were asked for. */
uint64_t reportindexsecrets(struct reportindex *g);

#endif
