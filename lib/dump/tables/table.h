/* SPDX-License-Identifier: MIT */
/* Bound tables: the mappings of a table, looked up among the columns that an open profile has. */
#ifndef NST_TABLE_H
#define NST_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "program/window.h"
#include "schema.h"
#include "source/source.h"
#include "when.h"

/* What the user asked for on the command line. */
struct wanted {
	uint64_t types;    /* a bit for each enum event_type */
	const char *style; /* of names: short, template, demangled, mangled or both */
	bool stacks;       /* call chains */
	bool python;       /* Python calls of a trace */
	size_t memory;     /* bytes for sorting the events of a trace */
	bool hosts;        /* the name of the machine in the header */
	bool command;      /* the program and its first argument in the header */
	struct window window;
	/* The same window on the clock of the profile, ns, half-open; INT64_MIN and INT64_MAX stand
	 * for no limit. */
	int64_t from, to;
	bool linked;      /* the window is that of a struct linkwindow (lib/dump/order) */
	unsigned readers; /* threads that open the profile; 0 for as many as are useful */
	bool shows;       /* the progress of that on a terminal */
	bool imported;    /* do not read rows from blocks (struct sourceoptions) */
};

/* Returns true if there is a window. */
static inline bool
windowed(const struct wanted *wanted)
{
	return wanted->from != INT64_MIN || wanted->to != INT64_MAX;
}

/* The lead of a value is copied in pieces of LEAD bytes, which its buffer has. */
enum { LEAD = 32 };

/* The labels of smaller codes are in an array. Those are copied in pieces of LABEL bytes. */
enum { CODES = 32, LABEL = 2 * LEAD };

/* How a field is written. For example, the op of "stream" has the column 5 of a row, the lead
 * ,"stream": and nothing == 4294967295. */
struct op {
	enum kind kind;
	int column;          /* of a row, -1 for none */
	bool plain;          /* as in struct kindfacts */
	int64_t mask;
	bool silent;         /* the key is left out if the value is nothing */
	int64_t nothing;
	const char *aux;
	struct buf lead;     /* is written before the value; has LEAD bytes or more */
	enum event_key key;  /* KEY_COUNT if no stage asks for the key */
	size_t colon;        /* the number of bytes of lead up to the colon, with it */
	size_t next;         /* the next op if this one wrote a value: skips alternatives */
	int by;              /* for a lookup: its second column, -1 for none */
	struct lookup *lookup; /* for a lookup or a stack */
	struct map found;    /* for a lookup: cached results, numbers in rowwriter.found */
	/* For each code below CODES the lead, the label and a quote, with room for LABEL bytes;
	 * empty if it was not needed yet. NULL if the op has no labels. */
	struct buf *labels;
};

/* A mapping bound to the columns of a table. */
struct plan {
	const struct mapping *mapping;
	struct buf type; /* the key "type" and its value */
	struct op *ops;  /* for the other keys */
	size_t args, count; /* the ops from args on write keys of "args" */
	bool wanted;
	bool stops;             /* rows have an end, and so a duration */
	bool spans;             /* rows are wanted, have an end, and are not of TYPE_META */
	bool closes;            /* a row without an end has a duration of 0, and is not open */
	bool except;            /* the classes are those of other plans */
	int64_t class[CLASSES]; /* values of the class column */
	size_t classes;         /* number of them; 0 for any class */
	struct {
		int column;   /* -1 for none */
		int64_t mask; /* the bits of an integer that count */
	} roles[ROLES];
	/* How rows of each shape are written (rowtemplate.h); NULL where it is not known yet. */
	struct rowtemplate **templates;
};

/* The number of rows of a table, or of values, with a flaw. */
struct flaws {
	uint64_t strays; /* rows without a plan for their class */
	/* Rows that were left out since CUPTI could not collect their time, or have none in the
	 * session. */
	uint64_t untimed;
	/* Values of a type that nsys does not write, left out; the whole row if it is the start. */
	uint64_t odd;
	uint64_t backward; /* rows that end before they start: written with a duration of 0 */
};

/* The plans of smaller classes are in an array. */
enum { CLASSES_AT_HAND = 128 };

/* A bound table. Its address does not change. */
struct table {
	struct source *source;
	const char *name;
	struct plan *plans;
	size_t count;
	struct stringtable columns; /* of a row, by index; 0 is the start */
	/* The columns of the end and of the class, -1 for none. */
	int stop, class;
	const struct plan *byclass[CLASSES_AT_HAND]; /* the plans for small classes */
	const struct plan *unclassed; /* the plan for rows without a class */
	struct rowsof of;
	struct rows *rows;
	struct row row; /* the row that is written */
	struct flaws flaws;
};

/* Binds the mappings of a table, the first one and its neighbours, to a source. Returns false if no
 * event of it is wanted, or the source has no such table; also if each mapping lacks a required
 * column, which is printed. The caller frees with tablefree. */
bool tablebind(
    struct table *t, struct source *s, const struct mapping *first, const struct wanted *wanted);

void tablefree(struct table *t);

/* Binds a table before its source is open, for a pass over its times only: the plans have no ops.
 * Returns false if no event of it is wanted, or each mapping lacks a required column. The caller
 * frees with tablefree. */
bool tablebindtimes(struct table *t, const char *name, const struct stringtable *have,
    const struct wanted *wanted);

/* Returns true if a pass over the times of both tables, of which the second was bound by
 * tablebindtimes, finds the same. */
bool tablesametimes(const struct table *t, const struct table *times);

/* Computes when a row with that start and end happened. Returns false if it has no time. */
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
		/* Hostile times may be more than 292 years apart. */
		when->span = when->backward ? 0 : subsat(stop->number, when->ts);
	} else if (type == CELL_NULL) {
		when->open = !plan->closes;
		when->span = plan->closes ? 0 : -1;
	}
	return true;
}

/* Counts a row without a time as a flaw. */
void tabletimeless(struct table *t, const struct plan *plan, const struct cell *start);

/* Returns the plan for rows of a class that is not small. The slow half of tableplan. */
const struct plan *tableplanof(const struct table *t, int64_t class);

/* Returns the plan for rows of a class, a NULL cell if the table has no class column; NULL if there
 * is no plan. */
static inline const struct plan *
tableplan(const struct table *t, const struct cell *class)
{
	if (class->type != CELL_INT)
		return t->unclassed;
	if ((uint64_t)class->number < CLASSES_AT_HAND)
		return t->byclass[class->number];
	return tableplanof(t, class->number);
}

/* Returns the plan of a row, or NULL if that is not at hand. */
static inline const struct plan *
tablespanplan(const struct table *t, const struct rowspan *span)
{
	if ((uint64_t)span->class < CLASSES_AT_HAND)
		return t->byclass[span->class];
	return span->class == ROW_NOCLASS ? t->unclassed : NULL;
}

/* Makes cells of the times of a row. */
static inline void
tablespancells(const struct rowspan *span, struct cell times[ROW_TIMES])
{
	times[ROW_START] = (struct cell){ .type = CELL_INT, .number = span->start };
	times[ROW_STOP] = times[ROW_CLASS] = (struct cell){ .type = CELL_NULL };
	if (span->stop != ROW_NOSTOP)
		times[ROW_STOP] = (struct cell){ .type = CELL_INT, .number = span->stop };
	if (span->class != ROW_NOCLASS)
		times[ROW_CLASS] = (struct cell){ .type = CELL_INT, .number = span->class };
}

/* Returns the plan for a row, and when it happened. NULL if the row is not wanted or has no
 * time. */
static inline const struct plan *
tabletimes(const struct table *t, const struct rowtimes *times, struct when *when)
{
	const struct plan *plan = tableplan(t, &times->cells[ROW_CLASS]);

	if (!plan || !plan->wanted ||
	    !tablewhen(plan, &times->cells[ROW_START], &times->cells[ROW_STOP], when))
		return NULL;
	return plan;
}

/* The same for all cells of a row. */
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

/* Returns true if an event touches the window. */
static inline bool
tableinside(const struct wanted *wanted, const struct when *when)
{
	return evoverlaps(when->ts, whenend(when), wanted->from, wanted->to);
}

/* Adds the flaws that another worker found in the same table. */
void tableadd(struct table *t, const struct table *other);

/* Prints the flaws of a table on standard error. Returns true if values of wrong types were left
 * out, which no export has. */
bool tablereport(const struct table *t);

#endif
