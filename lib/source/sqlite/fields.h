/* SPDX-License-Identifier: MIT */
/* The values of a record, as SQLite's file format keeps them. */
#ifndef NST_FIELDS_H
#define NST_FIELDS_H

#include <stdbool.h>

#include "base/row.h"

/* A record in a page, with 16 bytes behind the page that may be looked at. */
struct payload {
	const unsigned char *p;
	size_t local, total; /* bytes of it that are in the page, and all of them */
	int64_t rowid;
};

/* What is special about a column. */
struct special {
	size_t field;
	uint32_t cell;
	bool real;      /* its integers are floating-point numbers */
	bool rowid;     /* it is another name of the row number */
	bool defaulted; /* in a record that ends before it, it is not NULL */
};

/* Which values of a record are read, and which cell of a row takes each. All zero but the spare
 * cell is none; fieldsfree frees. */
struct fields {
	uint32_t *cells; /* for each value up to the last that is read */
	size_t count, room;
	uint32_t spare;  /* the cell of values that nobody asked for */
	struct special *specials;
	size_t specialcount, specialroom;
};

/* Adds a column. */
void fieldsadd(struct fields *f, const struct special *column);

/* Takes the values into cells, the spare one among them; the bytes of texts into the row, where it
 * is not NULL. False when SQLite has to read the record: it goes on on another page, is damaged,
 * has a value of a type that nobody writes, or none for a column that was added. */
bool fieldstake(
    const struct fields *f, const struct payload *r, struct row *row, struct cell *cells);

void fieldsfree(struct fields *f);

/* Reads an integer of one to nine bytes, all of which may be looked at; returns what is behind. */
static inline const unsigned char *
varint(const unsigned char *p, uint64_t *v)
{
	uint64_t sum = *p & 0x7F;

	for (int i = 1; *p++ >= 0x80; i++) {
		if (i == 8) {
			*v = sum << 8 | *p;
			return p + 1;
		}
		sum = sum << 7 | (*p & 0x7F);
	}
	*v = sum;
	return p;
}

#endif
