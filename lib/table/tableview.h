/* SPDX-License-Identifier: MIT */
/* Tables, written for people or for programs. */
#ifndef NST_TABLEVIEW_H
#define NST_TABLEVIEW_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/wide.h"

enum table_format { TABLE_TEXT, TABLE_TSV, TABLE_CSV, TABLE_JSON };

/* What a column holds: a text, or a number whose unit depends on the kind. */
enum column_kind {
	COLUMN_TEXT,
	COLUMN_INTEGER,  /* a whole number */
	COLUMN_TIME,   /* ns, a whole number */
	COLUMN_MEAN_TIME,   /* ns */
	COLUMN_DECIMAL, /* any number */
	COLUMN_PERCENT,
	COLUMN_BYTES,
	COLUMN_RATE,   /* GB/s */
	COLUMN_MEGABYTES, /* 10^6 bytes; in the way of "nsys stats" only */
};

/* One value; what is not given has no key in JSON, is nothing in TSV and CSV, and "-" for people. A
 * number is number / by, or real, not negative, where by is 0. A text need not be valid UTF-8: it
 * is mended. */
struct tablecell {
	bool given;
	wide number, by;
	long double real;
	struct span text;
};

/* An entry that is a whole number. */
static inline struct tablecell
cellwhole(wide number)
{
	return (struct tablecell){ .given = true, .number = number, .by = 1 };
}

/* An entry that is number / by; none when by is 0. */
static inline struct tablecell
cellratio(wide number, wide by)
{
	return (struct tablecell){ .given = by > 0, .number = number, .by = by };
}

static inline struct tablecell
cellreal(long double real)
{
	return (struct tablecell){ .given = true, .real = real };
}

static inline struct tablecell
celltext(struct span text)
{
	return (struct tablecell){ .given = true, .by = 1, .text = text };
}

/* The number of an entry in thousandths, to the nearest, halves away from zero. */
wide cellthousandths(const struct tablecell *e);

/* A column, with the function that makes its entries of whatever the rows of the sheet are. */
struct column {
	const char *title; /* the heading, and the key in JSON */
	enum column_kind kind;
	struct tablecell (*entry)(const void *rows, size_t row, const struct column *column);
	int what;  /* for the function: which one of several this is */
	int spare; /* how soon it is left out where a line is too long; 0 for never */
};

/* Units of time, as "nsys stats" has them. */
enum time_unit { TIME_NS, TIME_US, TIME_MS, TIME_S, TIME_UNITS };

/* How "nsys stats" writes a table: rounded once, to whole ns, to one decimal where there is a
 * fraction. For people it has a line with the title, and longer cells are cut to 100 characters. */
struct nsysformat {
	const char *title, *name; /* of the report */
	enum time_unit unit;
	bool commas;              /* between each three digits, for people */
	bool whole;               /* cells are not cut */
};

/* A table; the entries are asked for one by one, those for people more than once. */
struct tableview {
	enum table_format format;
	const struct nsysformat *nsys; /* NULL for our own way */
	const struct column *columns;
	size_t count, rows;
	const void *arg; /* the rows, for the columns */
	bool body;       /* these rows follow others: no headings; not for people */
	const char *title; /* stands above it for people, or NULL */
	size_t of;         /* rows that there are, where these are the first of more; else 0 */
	/* Writes it in a way of its own, with what is chosen for people; NULL for ours. */
	void (*write)(const struct tableview *, struct buf *out);
	void *to;          /* for write */
	/* Of a line, for people: where a line would be longer, texts are shortened and columns
	 * left out; 0 for no limit. Titles left out, each but the first behind ", ", go to
	 * omitted, where they are not there yet. */
	size_t width;
	struct buf *omitted;
};

/* Writes an entry that is given, as in a table of that form. */
void tableviewcell(
    struct buf *b, enum table_format format, enum column_kind kind, const struct tablecell *e);

/* Writes a table with its headings, and flushes out as it fills. For people columns without any
 * value are left out, but not from a table in the way of "nsys stats". */
void tableviewwrite(const struct tableview *s, struct buf *out);

#endif
