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
	SHEET_COUNT,
	SHEET_TIME,    /* ns / 1000 */
	SHEET_MEAN,    /* 1 / 1000: a time or number that is a mean */
	SHEET_PERCENT, /* % / 1000 */
	SHEET_BYTES,
	SHEET_RATE,    /* GB/s / 1000 */
};

/* One value; what is not given has no key in JSON, is nothing in TSV and CSV, and "-" for people. A
 * text need not be valid UTF-8: it is mended. */
struct entry {
	bool given;
	wide number;
	struct span text;
};

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

/* Writes a text for people, which stays on its line and in its column: control characters and the
 * backslash are escaped as in JSON, and it is valid UTF-8. */
void sheettext(struct buf *out, struct span text);

/* Writes a table with its headings, and flushes out as it fills. For people columns without any
 * value are left out. */
void sheetwrite(const struct sheet *s, struct buf *out);

#endif
