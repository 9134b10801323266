/* SPDX-License-Identifier: MIT */
/* A table of the profile, read as the events that the table of tables makes of it. */
#ifndef NST_TABLE_H
#define NST_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "dump/order/order.h"
#include "program/window.h"
#include "schema.h"
#include "source/rows.h"
#include "source/sqlite/compute.h"

/* What the user asked for. */
struct wanted {
	uint64_t types;    /* a bit for each enum event_type */
	const char *style; /* of names: short, demangled, mangled or both */
	bool stacks;       /* call chains, too */
	bool hosts;        /* the name of the machine, too */
	struct window window;
	/* Events that touch this half-open window, ns, which is that of above on the profile's
	 * clock; INT64_MAX has no end. */
	int64_t from, to;
	unsigned readers; /* how many look through a report; 0 for as many as are worth it */
	bool shows; /* how far that is */
	bool imported; /* a report is imported first: its events are in too many runs */
};

/* Whether a window was asked for. */
static inline bool
windowed(const struct wanted *wanted)
{
	return wanted->from != INT64_MIN || wanted->to != INT64_MAX;
}

/* What stands before a value is copied so many bytes at a time: they are there. */
enum { LEAD = 32 };

/* Labels of codes below this are kept at hand. */
enum { CODES = 32 };

/* How one field of a source is written. */
struct op {
	enum kind kind;
	int column;          /* of a row, -1 for none */
	bool plain;          /* an integer is written as it is: */
	int64_t mask;        /* these bits of it */
	bool silent;         /* if it is nothing its key is left out */
	int64_t nothing;
	const char *aux;
	struct buf lead;     /* written before the value; LEAD bytes or more may be read */
	enum event_key key;  /* of those that programs ask for; KEY_COUNT for none */
	size_t colon;        /* where in lead the value begins */
	/* The op to go on with once this one was written: alternatives are passed over. */
	size_t next;
	int by;              /* for a lookup: its other column, -1 for none */
	sqlite3_stmt *query; /* for a lookup or a stack */
	struct map found;    /* for a lookup: what it found, in rowwriter.found */
	uint32_t *labels;    /* for a code below CODES: its label there, plus one; 0 is not known */
};

/* A source bound to the columns that this file has. */
struct plan {
	const struct mapping *mapping;
	struct buf type; /* the key as written */
	struct op *ops;  /* how to write the others of a row */
	size_t args, count; /* those from args on go into "args" */
	bool wanted;
	bool stops;             /* it has an end, and so a duration */
	bool closes;            /* without an end it has a duration of 0, and is not open */
	bool except;            /* classes are those of other rows */
	int64_t class[CLASSES]; /* values of the table's class column */
	size_t classes;
	struct {
		int column;   /* -1 for none */
		int64_t mask; /* the bits of an integer that count */
	} roles[ROLES];
};

/* What was wrong with the rows of a table: how many of them, or of their values. */
struct flaws {
	uint64_t strays; /* no plan claims them */
	/* CUDA activities with start and end 0, and samples without a time: it could not be
	 * collected; left out. */
	uint64_t untimed;
	/* Values of another type than their column's, left out; without its start the whole row
	 * is. */
	uint64_t odd;
	uint64_t backward; /* they end before they start: written with a duration of 0 */
};

/* Classes below this find their plan at once. */
enum { CLASSES_AT_HAND = 128 };

/* A bound table. It stays where it is. */
struct table {
	struct profile *profile;
	const char *name;
	struct plan *plans;
	size_t count;
	struct stringtable columns; /* of a row, by index; 0 is the start */
	/* Columns of the end and of what tells the plans apart, -1 where there is none. */
	int stop, class;
	const struct plan *byclass[CLASSES_AT_HAND]; /* the plans for small classes */
	struct rowsof of;
	struct rows *rows;
	struct compute *compute; /* the columns that are expressions; NULL where there are none */
	struct flaws flaws;
};

/* Binds the table of the first source and its neighbours to the profile. False when nobody wants
 * it, the file has no such table, or lacks a column that all of its sources require: that is said
 * on standard error. The caller frees with tablefree. */
bool tablebind(
    struct table *t, struct profile *p, const struct mapping *first, const struct wanted *wanted);

void tablefree(struct table *t);

/* Makes of a table that has these columns, before there is a profile, what a pass over its times
 * needs: plans that can write nothing. False when nobody wants it, or it has not what it needs. The
 * caller frees with tablefree. */
bool tablebindtimes(struct table *t, const char *name, const struct stringtable *have,
    const struct wanted *wanted);

/* Whether a pass over a sketch found what one over the table would. */
bool tablesametimes(const struct table *t, const struct table *sketch);

/* Reads the row at a place, or takes what was kept of it, if that was. */
void tabletake(struct table *t, const struct spot *spot, struct row *row);

/* When a row with that start and end happened; false when it has no time. */
static inline bool
tablewhen(
    const struct plan *plan, const struct cell *start, const struct cell *stop, struct when *when)
{
	enum cell_type type = plan->stops ? stop->type : CELL_BLOB;

	if (start->type != CELL_INT ||
	    (start->number == 0 && plan->mapping->stamped &&
	        (!plan->stops || (type == CELL_INT && stop->number == 0))))
		return false;
	*when = (struct when){ .ts = start->number, .span = -1 };
	if (type == CELL_INT) {
		when->backward = stop->number < when->ts;
		/* Of hostile times, more than 292 years apart. */
		when->span = when->backward ? 0 : subsat(stop->number, when->ts);
	} else if (type == CELL_NULL) {
		when->open = !plan->closes;
		when->span = plan->closes ? 0 : -1;
	}
	return true;
}

/* Counts a row that has none. */
void tabletimeless(struct table *t, const struct plan *plan, const struct cell *start);

/* The plan for a row with that class, a NULL where its table has none; NULL when no source claims
 * it. The slow half of tableplan. */
const struct plan *tableplanof(const struct table *t, const struct cell *class);

static inline const struct plan *
tableplan(const struct table *t, const struct cell *class)
{
	if (class->type == CELL_INT && (uint64_t)class->number < CLASSES_AT_HAND)
		return t->byclass[class->number];
	return tableplanof(t, class);
}

/* The plan for a row that is wanted, and when it happened; NULL when it is not, or has no time. */
static inline const struct plan *
tabletimes(const struct table *t, const struct rowtimes *times, struct when *when)
{
	const struct plan *plan = tableplan(t, &times->cells[ROW_CLASS]);

	if (!plan || !plan->wanted ||
	    !tablewhen(plan, &times->cells[ROW_START], &times->cells[ROW_STOP], when))
		return NULL;
	return plan;
}

/* The same of a row that was read. */
static inline const struct plan *
tablerow(const struct table *t, const struct row *row, struct when *when)
{
	static const struct cell none = { .type = CELL_NULL };
	const struct plan *plan = tableplan(t, t->class < 0 ? &none : &row->cells[t->class]);

	if (!plan || !plan->wanted ||
	    !tablewhen(plan, &row->cells[0], t->stop < 0 ? &none : &row->cells[t->stop], when))
		return NULL;
	return plan;
}

/* Whether a row touches the window. */
static inline bool
tableinside(const struct wanted *wanted, const struct when *when)
{
	int64_t end = when->open ? INT64_MAX : addsat(when->ts, when->span < 0 ? 0 : when->span);

	return evoverlaps(when->ts, end, wanted->from, wanted->to);
}

/* Adds what was found wrong by another reader of the same table. */
void tableadd(struct table *t, const struct table *other);

/* Says on standard error what was wrong with the table's rows; true when values had to be left out
 * that no export has. */
bool tablereport(const struct table *t);

#endif
