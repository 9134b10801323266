/* SPDX-License-Identifier: MIT */
/* Decodes records of SQLite's file format. */
#ifndef NST_FIELDS_H
#define NST_FIELDS_H

#include <stdbool.h>

#include "base/row.h"

/* A record in a page; 16 bytes after the page may be read. */
struct payload {
	const unsigned char *p;
	size_t local, total; /* bytes in the page, and all bytes */
	int64_t rowid;
};

/* A column whose values need more than decoding. */
struct special {
	size_t field;
	uint32_t cell;
	bool real;      /* integers stand for floating-point numbers */
	bool rowid;     /* another name of the row number */
	bool defaulted; /* if a record ends before it, it has a default value */
};

/* Which values of a record are decoded, and into which cells. For example, the columns start and
 * end of a table are the values 0 and 1, and cells ROW_START and ROW_STOP. All zero but the spare
 * cell is none; fieldsfree frees. */
struct fields {
	uint32_t *cells; /* for each value up to the last that is decoded */
	size_t count, room;
	uint32_t spare;  /* the cell for other values */
	struct special *specials;
	size_t specialcount, specialroom;
};

/* Adds a column. */
void fieldsadd(struct fields *f, const struct special *column);

/* Decodes the values of a record into cells, and into the spare one; texts into the row, unless it
 * is NULL. Returns false if SQLite has to read the record: it continues on another page, is
 * damaged, or has values that nsys does not write. */
bool fieldstake(
    const struct fields *f, const struct payload *r, struct row *row, struct cell *cells);

void fieldsfree(struct fields *f);

/* Decodes a varint of one to nine bytes, which may all be read. Returns its end. */
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
