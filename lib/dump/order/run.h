/* SPDX-License-Identifier: MIT */
/* The pass over the times of a table: counts the rows that are wanted, and finds runs. */
#ifndef NST_RUN_H
#define NST_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "chunk.h"
#include "dump/tables/table.h"
#include "order.h"
#include "stream/timespan.h"

/* Rows whose starts do not decrease; rows that are not wanted may be between them. For example, the
 * starts 3 5 5 2 9 are the runs 3 5 5 and 2 9. */
struct run {
	uint64_t first, last; /* places */
	int64_t ts;           /* of the first row, ns */
	bool single;          /* one row, which is dumped although it is outside of the window */
};

/* Sorters have signed keys: converts a place to a key of the same order, and back. */
static inline int64_t
placekey(uint64_t place)
{
	return (int64_t)(place ^ UINT64_C(1) << 63);
}

static inline uint64_t
keyplace(int64_t key)
{
	return (uint64_t)key ^ UINT64_C(1) << 63;
}

/* The results of a pass over a table. All zero is a table without rows; foundfree frees. */
struct found {
	struct run *runs;
	size_t count, room;
	struct piece *pieces; /* of all runs, in order */
	size_t piececount, pieceroom;
	struct sorter *sorter; /* has the rows, if there are too many runs or ties */
	uint64_t *names; /* places of rows of the type TYPE_META */
	size_t namecount, nameroom;
	uint64_t rows; /* number of rows that are wanted */
	int64_t first; /* ts of the earliest of them, ns */
	/* Of all rows, also those outside of the window; only a scan finds it (tablescan.h). */
	struct {
		bool known;
		int64_t ts;          /* the latest start, ns */
		int64_t end;         /* the latest end, ns; an open range ends when it starts */
		uint64_t place;      /* of the row that has this end */
		struct when when;
	} latest;
	unsigned mode; /* of the struct rows whose places these are */
	bool made;     /* an observer made the pass while the source was opened */
	bool lost;     /* there are too many runs or ties, and no sorter has the rows */
};

/* The state of a pass. */
struct pass {
	struct found *found;
	struct table *table;
	const struct wanted *wanted;
	int64_t latest;     /* ts of the last row that is wanted, ns */
	size_t ties;        /* rows since then with the same start */
	size_t gap;         /* rows since then that are not wanted */
	size_t firstties;   /* rows after the first wanted row with the same start */
	size_t lead;        /* rows up to the first wanted row, with it */
	bool lost;          /* there are too many runs or ties */
	unsigned blockbits; /* of struct rows */
};

/* Begins a pass over a table that has blocks. The pass keeps the pointers. */
struct pass passopen(
    struct found *f, struct table *t, const struct wanted *wanted, unsigned blockbits);

/* Counts the flaws of the next row, and notes it if it has names. Returns its plan, and when it
 * happened; NULL if it is not wanted or has no time. */
const struct plan *passtimes(
    struct pass *pass, uint64_t place, const struct cell *times, struct when *when);

/* A longer gap ends a run: the merge would have to read it again. */
enum { RUN_GAP = 256 };

/* Adds a row that is wanted to the last run, or begins a run. */
void passaddrow(struct pass *pass, uint64_t place, int64_t ts);

/* Adds a row to the last run and its last piece if it is later than the row before and in the same
 * block, which is so for nearly all rows. Returns false if it is not. */
static inline bool
passextend(struct pass *pass, uint64_t place, int64_t ts)
{
	struct found *f = pass->found;
	struct piece *last;

	if (f->piececount == 0 || ts <= pass->latest || pass->gap > RUN_GAP)
		return false;
	last = &f->pieces[f->piececount - 1];
	if ((last->first ^ place) >> pass->blockbits != 0)
		return false;
	last->last = f->runs[f->count - 1].last = place;
	last->to = pass->latest = ts;
	pass->ties = pass->gap = 0;
	return true;
}

/* Takes a row that is wanted. */
static inline void
passadd(struct pass *pass, uint64_t place, int64_t ts)
{
	struct found *f = pass->found;

	if (f->rows == 0 || ts < f->first)
		f->first = ts;
	f->rows++;
	if (!pass->lost && !passextend(pass, place, ts))
		passaddrow(pass, place, ts);
}

/* Takes any row: the slow half of passlook. */
void passlookcareful(struct pass *pass, uint64_t place, const struct cell *times);

/* Takes the next row: its place and its times. */
static inline void
passlook(struct pass *pass, uint64_t place, const struct cell *times)
{
	const struct plan *plan = tableplan(pass->table, &times[ROW_CLASS]);
	const struct cell *start = &times[ROW_START], *stop = &times[ROW_STOP];

	pass->gap++;
	if (!plan || !plan->spans || start->type != CELL_INT || stop->type != CELL_INT ||
	    start->number <= 0 || stop->number < start->number)
		passlookcareful(pass, place, times);
	else if (evoverlaps(start->number, stop->number, pass->wanted->from, pass->wanted->to))
		passadd(pass, place, start->number);
}

/* Takes the next rows: their places and their times. */
void passspans(struct pass *pass, const struct rowspans *spans);

/* Adds a pass over the next block to a pass over all blocks before it, and makes it ready for
 * another block. */
void passjoin(struct pass *pass, struct pass *block);

/* Makes the pass over a table without blocks. */
void runsfind(struct found *f, struct table *t, const struct wanted *wanted);

/* Makes the pass over the rows of some chunks only: of those that may touch the window. A pass over
 * the whole table has found its names, flaws and latest row. */
void runsfindinside(struct found *f, struct table *t, const struct wanted *wanted,
    const struct chunk *chunks, size_t count);

/* Makes one pass over those of several tables that have blocks, unless an observer made it. */
void runsfindapart(
    struct found *found, struct table *tables, size_t count, const struct wanted *wanted);

/* Extends a span of time to the wanted events of several tables. */
void runsextent(struct timespan *x, struct table *tables, size_t count);

/* Adds a row that is outside of the window. */
void foundaddsingle(struct found *f, uint64_t place, int64_t ts);

void foundfree(struct found *f);

#endif
