/* SPDX-License-Identifier: MIT */
/*
 * The rows of a table, wherever they are kept: in the pages of an SQLite file (pagerows.h), behind
 * its
 * statements (sqlrows.h), or in the blocks of a report (blockrows.h). Whoever puts rows in order
 * and
 * writes them knows only what stands here. Each worker has its own; the same table's rows have the
 * same places for all of them, once rowsask was called for those whose pass made it necessary.
 */
#ifndef NST_ROWS_H
#define NST_ROWS_H

#include "base/row.h"
#include "dump/order/order.h"
#include "source/sqlite/profile.h"

/* What is asked of a table: some of its columns. */
struct rowsof {
	const char *table;
	/* The columns of a row, by index: 0 is the start. An expression in parentheses is no column
	 * of the table's own: its cell is left NULL. */
	const struct stringtable *columns;
	int stop, class; /* the columns of the end and the class, -1 where there is none */
};

/* The cells of struct rowtimes, and one for who reads it. */
enum { ROW_START, ROW_STOP, ROW_CLASS, ROW_SPARE, ROW_TIMES };

/* What the order of the stream depends on. */
struct rowtimes {
	uint64_t place; /* of the row */
	uint64_t next;  /* the least place that the row behind it may have, if there is one */
	/* Without the bytes of texts; NULL where there is no such column. */
	struct cell cells[ROW_TIMES];
};

/* The rows of one table, as one worker reads them. */
struct rows;

/* Begins to read a table of a profile; ends the program when that is not possible. What is asked
 * stays the caller's. rowsclose frees. */
struct rows *rowsopen(struct profile *p, const struct rowsof *of);

void rowsclose(struct rows *r);

/* Calls look with the times of all rows, in the order of their places. False when the table is not
 * what it seemed: all that was seen is to be forgotten, and the pass to be made again. */
bool rowspass(struct rows *r, void (*look)(void *arg, const struct rowtimes *times), void *arg);

/* Whether the rows are those of a report's blocks, which all tables share: a pass reads several of
 * them at once. */
bool rowsapart(const struct rows *r);

/* A table in such a pass. */
struct rowslook {
	struct rows *rows;
	void (*look)(void *arg, const struct rowtimes *times);
	void *arg;
};

/* Makes it. */
void rowspasses(const struct rowslook *looks, size_t count);

/* Whether rows have to be read by statements, and what makes them so. */
bool rowsasked(const struct rows *r);
void rowsask(struct rows *r);

/* The times of the first row at a place or behind it; false behind the last. */
bool rowsat(struct rows *r, uint64_t place, struct rowtimes *times);

/* Reads the row at a place; ends the program when there is none. */
void rowstake(struct rows *r, uint64_t place, struct row *row);

/* The row at a place as it was read together with its times, where it stays until the batch is
 * written (blockcachebatch); NULL when it has to be read by rowstake. */
const char *rowshold(struct rows *r, uint64_t place);

/* Takes such a row: for the worker that writes it, of the same table. */
void rowsgive(struct rows *r, const struct spot *spot, struct row *row);

#endif
