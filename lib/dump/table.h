/* SPDX-License-Identifier: MIT */
/* A table of the profile, read as the events that the table of tables makes of it. */
#ifndef NST_TABLE_H
#define NST_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "mem.h"
#include "meta.h"
#include "profile.h"
#include "row.h"
#include "schema.h"

/* What the user asked for. */
struct wanted {
	uint64_t types;    /* a bit for each enum event_type */
	const char *style; /* of names: short, demangled or mangled */
	bool stacks;       /* call chains, too */
	int64_t from, to;  /* events that touch this half-open window, ns; INT64_MAX has no end */
};

/* Whether a window was asked for. */
static inline bool
windowed(const struct wanted *wanted)
{
	return wanted->from != INT64_MIN || wanted->to != INT64_MAX;
}

/* When a row happened, in the order of the stream: earlier first, then longer first. */
struct when {
	int64_t ts;    /* ns */
	int64_t span;  /* ns; -1 for an instant */
	bool open;     /* a range never closed: longer than any */
	bool backward; /* the row ends before it starts; span is 0 */
};

/* How one field of a source is written. */
struct op {
	enum kind kind;
	int column;          /* of a row, -1 for none */
	const char *aux;
	struct buf lead;     /* written before the value */
	/* The op to go on with once this one was written: alternatives are passed over. */
	size_t next;
	int by;              /* for a lookup: its other column, -1 for none */
	sqlite3_stmt *query; /* for a lookup or a stack */
	struct map found;    /* for a lookup: what it found, in the profile's text */
};

/* A source bound to the columns that this file has. */
struct plan {
	const struct source *source;
	struct buf type; /* the key as written */
	struct op *ops;  /* how to write the others of a row */
	size_t args, count; /* those from args on go into "args" */
	bool wanted;
	bool stops;             /* it has an end, and so a duration */
	bool except;            /* classes are those of other rows */
	int64_t class[CLASSES]; /* values of the table's class column */
	size_t classes;
	int roles[ROLES];       /* the column of each role, -1 where there is none */
};

/* A bound table. */
struct table {
	struct profile *profile;
	const char *name;
	const char *rowid;    /* a name for it that no column of the file has taken */
	struct plan *plans;
	size_t count;
	struct buf scratch; /* what the file lacks to be prepared */
	struct names columns; /* of the SELECT, by index; 0 is the start */
	/* Columns of the end and of what tells the plans apart, -1 where there is none. */
	int stop, class;
	uint64_t strays;      /* rows that no plan claims */
	/* Rows of CUDA activities with start and end 0, and samples without a time: it could not be
	 * collected; left out. */
	uint64_t untimed;
	/* Values of another type than their column's, left out; without its start the whole row
	 * is. */
	uint64_t odd;
	uint64_t backward;    /* rows that end before they start: written with a duration of 0 */
};

/* Binds the table of the first source and its neighbours to the profile. False when nobody wants
 * it, the file has no such table, or lacks a column that all of its sources require: that is said
 * on standard error. The caller frees with tablefree. */
bool tablebind(
    struct table *t, struct profile *p, const struct source *first, const struct wanted *wanted);

void tablefree(struct table *t);

/* Writes the bound columns for a SELECT, and the row number behind them. */
void tablecolumns(const struct table *t, struct buf *sql);

/* Writes a bound column, or NULL where there is none, and a comma. */
void tablecolumn(const struct table *t, int column, struct buf *sql);

/* Writes the FROM of a SELECT, without the indexes that somebody may have added: rows come in the
 * order of their numbers. */
void tablefrom(const struct table *t, struct buf *sql);

/* When a row with that start and end happened; false when it has no time. Without a column for the
 * end stop is NULL. */
bool tablewhen(
    const struct plan *plan, const struct cell *start, const struct cell *stop, struct when *when);

/* Counts a row that has none. */
void tabletimeless(struct table *t, const struct plan *plan, const struct cell *start);

/* The plan for a row with that class, NULL when its table has none; NULL when no source claims
 * it. */
struct plan *tableplan(const struct table *t, const struct cell *class);

/* Whether a row touches the window. */
bool tableinside(const struct wanted *wanted, const struct when *when);

/* Adds what was found wrong by another reader of the same table. */
void tableadd(struct table *t, const struct table *other);

/* Says on standard error what was wrong with the table's rows; true when values had to be left out
 * that no export has. */
bool tablereport(const struct table *t);

#endif
