/* SPDX-License-Identifier: MIT */
/*
 * Writes tables as text, TSV, CSV or JSON lines, in nst's format or as "nsys stats" does.
 *
 * Glossary:
 *   table view   the columns of a table and the number of its rows; callbacks make the cells
 *   cell         one value: a text, or a number in the unit of its column
 *   text format  for people: aligned columns, units, shortened texts
 *   nsys format  the format of the tables of "nsys stats"
 */
#ifndef NST_TABLEVIEW_H
#define NST_TABLEVIEW_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/wide.h"

enum table_format { TABLE_TEXT, TABLE_TSV, TABLE_CSV, TABLE_JSON };

/* The type and the unit of a column's cells. */
enum column_kind {
	COLUMN_TEXT,
	COLUMN_INTEGER,
	COLUMN_TIME,   /* ns, an integer */
	COLUMN_MEAN_TIME,   /* ns, with decimals */
	COLUMN_DECIMAL,
	COLUMN_PERCENT,
	COLUMN_BYTES,
	COLUMN_RATE,   /* GB/s */
	COLUMN_MEGABYTES, /* 10^6 bytes; only in the nsys format */
};

/* A cell. Without a value (given is false) it has no key in JSON, is empty in TSV and CSV, and is
 * "-" in the text format. A number is number / by, or real if by is 0; real is not negative.
 * Writing a text replaces invalid UTF-8. Example: 2.5 ns is { true, 5, 2 }. */
struct tablecell {
	bool given;
	wide number, by;
	long double real;
	struct span text;
};

/* Returns an integer. */
static inline struct tablecell
cellwhole(wide number)
{
	return (struct tablecell){ .given = true, .number = number, .by = 1 };
}

/* Returns number / by, or a cell without a value if by is 0. */
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

/* Returns the number in thousandths, rounded to the nearest integer, halves away from zero. */
wide cellthousandths(const struct tablecell *e);

/* A column. The function returns the cell of a row; rows is the arg of the table view.
 * Example: { "bytes", COLUMN_BYTES, statisticcell, STATISTIC_BYTES, 3 }. */
struct column {
	const char *title; /* the heading, and the key in JSON */
	enum column_kind kind;
	struct tablecell (*cell)(const void *rows, size_t row, const struct column *column);
	int id;        /* lets one function make several columns */
	int omitorder; /* if lines are too long, the largest is omitted first; 0 for never */
};

/* Units of time in the nsys format. */
enum time_unit { TIME_NS, TIME_US, TIME_MS, TIME_S, TIME_UNITS };

/* The nsys format. Numbers are rounded once: times to whole ns or to the decimals of their unit,
 * others to one decimal. In text it has a line with the title, and cells of more than 100
 * characters are cut. */
struct nsysformat {
	const char *title, *name; /* of the stats report */
	enum time_unit unit;
	bool commas; /* between each three digits, in the text format */
	bool uncut;  /* cells are not cut */
};

/* A table. Cells are requested one by one; the text format requests each several times. */
struct tableview {
	enum table_format format;
	const struct nsysformat *nsys; /* NULL for nst's own format */
	const struct column *columns;
	size_t count, rows;
	const void *arg;   /* passed to the functions of the columns */
	bool noheadings;   /* the rows continue a table: no headings; not in the text format */
	const char *title; /* of the text format, or NULL */
	size_t allrows;    /* number of rows before the table was cut to rows; else 0 */
	/* Writes the table instead of tableviewwrite, with the columns and rows that the text
	 * format would have; NULL for none. */
	void (*write)(const struct tableview *, struct buf *out);
	void *writearg; /* for the write function */
	/* The maximum length of a line in the text format, or 0. Longer lines are shortened by
	 * omitting columns and shortening texts. The titles of omitted columns are appended to
	 * *omitted, separated by ", ", each once. */
	size_t width;
	size_t least; /* characters that texts keep before columns are omitted; 0 is 32 */
	struct buf *omitted;
};

/* Writes one cell, which must have a value, as in a table of that format. */
void tableviewcell(
    struct buf *b, enum table_format format, enum column_kind kind, const struct tablecell *e);

/* Writes a table with its headings, and flushes out as it fills. The text format omits columns
 * without any value, except in the nsys format. */
void tableviewwrite(const struct tableview *s, struct buf *out);

#endif
