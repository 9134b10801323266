/* SPDX-License-Identifier: MIT */
/* Tables, written for people or for programs. */
#ifndef NST_SHEET_H
#define NST_SHEET_H

#include <stdbool.h>

#include "mem.h"
#include "stats.h"

enum form { FORM_TEXT, FORM_TSV, FORM_CSV, FORM_JSON };

/* What a column holds: a text, or a number whose unit depends on the kind. */
enum sheet_kind {
	SHEET_TEXT,
	SHEET_COUNT,  /* a whole number */
	SHEET_TIME,   /* ns, a whole number */
	SHEET_MEAN,   /* ns */
	SHEET_NUMBER, /* any number */
	SHEET_PERCENT,
	SHEET_BYTES,
	SHEET_RATE,   /* GB/s */
};

/* One value; what is not given has no key in JSON, is nothing in TSV and CSV, and "-" for people. A
 * number is number / by, or real, not negative, where by is 0. A text need not be valid UTF-8: it is mended. */
struct entry {
	bool given;
	wide number, by;
	long double real;
	struct span text;
};

/* An entry that is a whole number. */
static inline struct entry
entrywhole(wide number)
{
	return (struct entry){ .given = true, .number = number, .by = 1 };
}

/* An entry that is number / by; none when by is 0. */
static inline struct entry
entryratio(wide number, wide by)
{
	return (struct entry){ .given = by > 0, .number = number, .by = by };
}

static inline struct entry
entryreal(long double real)
{
	return (struct entry){ .given = true, .real = real };
}

static inline struct entry
entrytext(struct span text)
{
	return (struct entry){ .given = true, .by = 1, .text = text };
}

/* The number of an entry in thousandths, to the nearest, halves away from zero. */
wide entrythousandths(const struct entry *e);

/* A column, with the function that makes its entries of whatever the rows of the sheet are. */
struct column {
	const char *title; /* the heading, and the key in JSON */
	enum sheet_kind kind;
	struct entry (*entry)(const void *rows, size_t row, const struct column *column);
	int what; /* for the function: which one of several this is */
};

/* A table; the entries are asked for one by one, those for people twice. */
struct sheet {
	enum form form;
	/* Numbers as "nsys stats" writes them: whole nanoseconds, one decimal where there is a
	 * fraction, and for people commas. */
	bool classic;
	const struct column *columns;
	size_t count, rows;
	const void *arg; /* the rows, for the columns */
};

/* Writes a table with its headings, and flushes out as it fills. For people columns without any
 * value are left out. */
void sheetwrite(const struct sheet *s, struct buf *out);

#endif
