/* SPDX-License-Identifier: MIT */
/*
 * A report that is dumped from its blocks. One look at all of its events gathers what the format
 * says only there: which tables have rows, and in which blocks; which strings are secrets; what is
 * not known or broken. Rows that SQL joins or sorts, and those that others look things up in, go
 * into a database on the side, with all lists; there the tables whose rows are read from blocks
 * (blockrows.h) are empty.
 */
#ifndef NST_REPORTINDEX_H
#define NST_REPORTINDEX_H

#include <pthread.h>

#include "base/map.h"
#include "import/import.h"

/* How many times a row has for whom looks at them: struct rowtimes (rows.h). */
enum { TIMES = 3 };

/* Who looks at the times of rows on the way, instead of in a pass later. */
struct rowobserver {
	/* The columns of the times of a table, by its number, "" for none; false when nobody looks
	 * at its rows. */
	bool (*begin)(void *arg, const struct reptable *form, size_t number,
	    const char *times[TIMES]);
	/* What one of the readers has seen of a block, and how that ends: it is freed. */
	void *(*open)(void *arg);
	void (*close)(void *seen);
	/* Looks at a row: its place and times, for as long as it is looked at. */
	void (*look)(void *seen, size_t number, uint64_t place, const struct cell *times);
	/* Adds what was seen of a block to what was seen of those before. */
	void (*join)(void *arg, void *seen);
	void *arg;
};

/* What of a report is asked for. */
struct sourceoptions {
	uint64_t types; /* a bit for each enum event_type */
	bool stacks;
	bool all; /* everything goes into the database */
	const struct rowobserver *watch; /* or NULL */
	unsigned readers; /* how many look at the events; 0 for as many as are worth it */
	bool shows; /* how far that is */
};

/* A block that has rows of a table, and what was counted before it. */
struct blockentry {
	uint32_t block;
	uint64_t rows, chains;
};

/* All of these of a table, in order. */
struct blocklist {
	struct blockentry *list;
	size_t count, room;
};

/* A report, open. Workers share it; only what hidden strings were asked for changes. */
struct reportindex {
	struct rep rep;
	struct repcoverage tally;
	bool apart[REP_TABLES]; /* rows of the table are read from blocks */
	struct blocklist heads[REP_TABLES];
	uint64_t plain;   /* bytes of all blocks, unpacked */
	uint32_t largest; /* bytes of the largest of them */
	size_t keep; /* how many blocks the merge keeps */
	size_t crowd; /* rows of a block, at most */
	pthread_mutex_t asking;
	struct map asked; /* strings that are secrets, and somebody asked for */
};

/* Looks at all events of a report, which is open, and belongs to the survey from then on;
 * writes the database on the side to a file that is empty, and notes what there is to say, or ends
 * the program with the reason. The path names the file. The caller frees with reportindexclose. */
void reportindexmake(struct reportindex *g, const struct sourceoptions *asked, const char *path,
    int fd,
    struct importnotes *notes);

void reportindexclose(struct reportindex *g);

/* The number of a table that is read from blocks; REP_NONE for all others. */
size_t reportindexform(const struct reportindex *g, const char *table);

/* The first block at a number or behind it that has rows of a table; NULL when there is none. */
const struct blockentry *reportindexfind(const struct reportindex *g, size_t form, size_t block);

/* How many rows a table of events has; false when it is none. */
bool reportindexrows(const struct reportindex *g, const char *table, uint64_t *rows);

/* The text of a string, empty where it is a secret; p is NULL when there is none. For any number of
 * threads. */
struct span reportindexstring(struct reportindex *g, int64_t id);

/* How many secrets were asked for. */
uint64_t reportindexsecrets(struct reportindex *g);

#endif
