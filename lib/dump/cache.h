/* SPDX-License-Identifier: MIT */
/*
 * Blocks of a report, unpacked, as one worker reads them: as many as are read in turns. Of each it
 * is known where the rows of all tables are that the worker reads, and when they happened.
 */
#ifndef NST_CACHE_H
#define NST_CACHE_H

#include "survey.h"

/* The rows of an event in a table: one, or one for each counter. */
struct blockrow {
	int64_t v[TIMES];
	uint32_t at;     /* where the event begins in the block's message */
	uint32_t number; /* rows of the table before it in the block */
	uint32_t chain;  /* the number of its call chain, behind those before the block */
	uint32_t kept;   /* where its cells are among those of the block; NOT_KEPT for nowhere */
	uint32_t parts : 29, null : TIMES; /* how many rows; a bit for each time that is NULL */
};

#define NOT_KEPT UINT32_MAX

/* Those of a block in one table. */
struct blockrows {
	struct blockrow *list;
	size_t count, room;
};

/* A block, unpacked. */
struct cached {
	size_t block;
	uint64_t used; /* when, by a count */
	struct buf plain;
	struct span message;
	bool indexed;
	struct blockrows rows[REP_TABLES];
	/* Cells of rows, 8 bytes each, with their types behind those of a row, a byte each, and of
	 * texts where they begin in texts and how many bytes they have, 32 bits each. */
	struct buf cells, texts;
};

struct cache {
	const struct survey *report;
	struct cached *list;
	size_t *blocks;     /* their numbers */
	size_t count;
	size_t latest;      /* the one used last */
	uint64_t clock;
	struct buf packed;
	struct reptally tally; /* was gathered before: nobody looks at it */
	/* These read times alone, rows alone, and both at once for who reads all of them. */
	struct repcursor times, rows, both;
	bool bound[REP_TABLES];
	bool whole; /* rows are read at once with their times, and kept */
};

/* Begins to read blocks of a report, which stays longer than the cache, the whole of them or single
 * rows; it stays where it is. The caller frees with cacheclose. */
void cacheopen(struct cache *c, const struct survey *g, bool whole);

void cacheclose(struct cache *c);

/* Reads from now on a table by its number: the names of all columns of its rows, one that the table
 * has not being NULL, and of their times. */
void cachebind(struct cache *c, size_t form, const char *const *columns, size_t count,
    const char *const times[TIMES]);

/* Makes a cursor read the times of a table, and what its rows must not lack. */
void cachetimes(struct repcursor *c, size_t form, const char *const times[TIMES]);

/* Takes the cells of a row of a table that was kept. */
void cachetake(
    const struct cache *c, const struct cached *b, size_t form, uint32_t kept, struct row *row);

/* Appends such a row to a buffer; and takes it from there. */
void cachecopy(const struct cache *c, const struct cached *b, size_t form, uint32_t kept,
    struct buf *out);
void cachegive(const struct cache *c, size_t form, const char *copy, struct row *row);

/* A block, where indexed with its rows; stays until the next call. */
const struct cached *cacheget(struct cache *c, size_t block, bool indexed);

#endif
