/* SPDX-License-Identifier: MIT */
/* Decodes records of SQLite's file format. */
#ifndef NST_FIELDS_H
#define NST_FIELDS_H

#include <stdbool.h>

#include "recordlayout.h"
#include "source/source.h"

/* A record in a page; PAGE_SLACK bytes after the page may be read (pages.h). */
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
	bool times; /* they are those of struct rowtimes */
	struct recordlayouts layouts;
};

/* Adds a column. */
void fieldsadd(struct fields *f, const struct special *column);

/* Decodes the values of a record into a row, which gets one cell more than the spare one has
 * before it. Returns false if SQLite has to read the record: it continues on another page, is
 * damaged, or has values that nsys does not write. */
bool fieldstake(struct fields *f, const struct payload *r, struct row *row);

/* The same for the times of a row, without the bytes of texts. */
bool fieldstimes(struct fields *f, const struct payload *r, struct cell cells[ROW_CELLS]);

/* The slow half of fieldsspan. */
bool fieldsspancareful(struct fields *f, const struct payload *r, struct rowspan *span);

/* Returns true if a record has a layout, and all values that this has. */
static inline bool
layoutwhole(const struct recordlayout *l, const struct payload *r)
{
	return layoutfits(l, r->p) && l->end <= r->local && (!l->whole || l->end == r->total);
}

/* Takes the times of a row by its layout. Returns false if an integer would stand for NULL. */
static inline __attribute__((always_inline)) bool
layoutspan(const struct recordlayout *l, const unsigned char *record, struct rowspan *span)
{
	span->start = layouttime(&l->times[ROW_START], record);
	span->stop = layouttime(&l->times[ROW_STOP], record);
	span->class = layouttime(&l->times[ROW_CLASS], record);
	return (span->stop != ROW_NOSTOP || l->times[ROW_STOP].mask == 0) &&
	    (span->class >= 0 || l->times[ROW_CLASS].mask == 0);
}

/* Decodes the times of a row as integers. Returns false if they are none, or for the reasons of
 * fieldstake. */
static inline __attribute__((always_inline)) bool
fieldsspan(struct fields *f, const struct payload *r, struct rowspan *span)
{
	const struct recordlayout *l = f->layouts.latest;

	if (!l || !l->spans || !layoutwhole(l, r))
		return fieldsspancareful(f, r, span);
	return layoutspan(l, r->p, span);
}

void fieldsfree(struct fields *f);

/* The slow half of varint. */
static inline const unsigned char *
varintlong(const unsigned char *p, uint64_t *v)
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

/* Decodes a varint of one to nine bytes, which may all be read. Returns its end. */
static inline const unsigned char *
varint(const unsigned char *p, uint64_t *v)
{
	if (p[0] < 0x80) {
		*v = p[0];
		return p + 1;
	}
	if (p[1] < 0x80) {
		*v = (uint64_t)(p[0] & 0x7F) << 7 | p[1];
		return p + 2;
	}
	if (p[2] < 0x80) {
		*v = (uint64_t)(p[0] & 0x7F) << 14 | (uint64_t)(p[1] & 0x7F) << 7 | p[2];
		return p + 3;
	}
	return varintlong(p, v);
}

#endif
