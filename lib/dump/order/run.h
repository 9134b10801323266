/* SPDX-License-Identifier: MIT */
/* The pass over the times of a table's rows: how many there are, and its runs. */
#ifndef NST_RUN_H
#define NST_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "dump/tables/table.h"
#include "order.h"
#include "source/sqlite/sorter.h"
#include "stream/timespan.h"

/* Rows whose starts do not fall. Others that are not wanted may be among them. */
struct run {
	uint64_t first, last; /* places */
	int64_t ts;           /* of the first, ns */
};

/* Neighbours among the rows of a run that are in one block of a report: the places of the first and
 * the last of them, and when these start, ns. */
struct piece {
	uint64_t first, last;
	int64_t from, to;
};

/* What a pass found in a table. All zero is a table without rows; foundfree frees. */
struct found {
	struct run *runs;
	size_t count, room;
	struct piece *pieces; /* of all runs, in order */
	size_t piececount, pieceroom;
	struct sorter *sorter; /* instead of runs, for a table in no order */
	uint64_t *names; /* places of rows that name things */
	size_t namecount, nameroom;
	uint64_t rows; /* that are wanted */
	int64_t first; /* ts of the earliest of them, ns */
	bool asked;    /* the rows have to be asked for: rowsask */
	bool made;     /* the pass was made already */
	bool lost;     /* runs are missing: the rows of a report's blocks are in no order */
};

/* A pass over a table. */
struct pass {
	struct found *found;
	struct table *table;
	const struct wanted *wanted;
	int64_t latest; /* ts of the last row that is wanted, ns */
	size_t ties;    /* rows since then that start then, too */
	size_t gap;     /* rows since then that are not wanted */
	/* The same of the first row that is wanted: rows behind it that start then, and rows up to
	 * it, with it. */
	size_t firstties, lead;
	bool lost;      /* there are too many runs or ties */
	bool apart;     /* the rows are those of a report's blocks */
};

/* Begins a pass over a table whose rows are those of a report's blocks; all stay where they are. */
struct pass passopen(struct found *f, struct table *t, const struct wanted *wanted);

/* Looks at the next row: its place, and the cells of its times. */
void passlook(struct pass *pass, uint64_t place, const struct cell *times);

/* Adds a pass over the rows of the next block to that over those before, and makes it ready for
 * another block. */
void passjoin(struct pass *pass, struct pass *block);

/* Makes the pass over a table, which counts its rows. */
void runsfind(struct found *f, struct table *t, const struct wanted *wanted);

/* The same for all tables among several whose rows are those of a report's blocks, unless it was
 * made already. */
void runsfindapart(
    struct found *found, struct table *tables, size_t count, const struct wanted *wanted);

/* Adds from when to when the wanted events of several tables last. */
void runsextent(struct timespan *x, struct table *tables, size_t count);

void foundfree(struct found *f);

#endif
