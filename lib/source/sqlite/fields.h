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
	const unsigned char *key; /* the row number, a varint */
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
	bool copies; /* texts are copied into the row, since more are added to it */
	struct recordlayouts layouts;
};

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

/* Returns the number of the row with a record. */
static inline int64_t
payloadid(const struct payload *r)
{
	uint64_t id;

	varint(r->key, &id);
	return (int64_t)id;
}

/* Adds a column. */
void fieldsadd(struct fields *f, const struct special *column);

/* Returns true if a record has a layout, and all values that this has; growth is that of
 * layoutgrowth. */
static inline __attribute__((always_inline)) bool
layoutwhole(const struct recordlayout *l, const struct payload *r, ptrdiff_t growth)
{
	size_t end = l->end + (size_t)growth;

	return layoutfits(l, r->p) && end <= r->local && r->total - end <= l->slack;
}

/* The same for a layout without a special text. */
static inline __attribute__((always_inline)) bool
layoutwholefixed(const struct recordlayout *l, const struct payload *r)
{
	return layouthead(l, r->p) && l->end <= r->local && r->total - l->end <= l->slack;
}

/* Decodes values that are no plain integers. Returns false if some cell does not have the type that
 * the layout says. */
bool fieldsothers(const struct fields *f, const struct recordlayout *l, struct payload r,
    struct row *row, struct cell *cells);

/* Decodes the integers of a record by its layout; growth is that of layoutgrowth. */
static inline void
layoutintegers(const struct recordlayout *l, const unsigned char *record, ptrdiff_t growth,
    struct cell *cells)
{
	const struct load *load = l->loads, *fixed = load + l->fixed, *end = load + l->integers;

	for (; load < fixed; load++)
		cells[load->cell].number =
		    (int64_t)layoutword(record + load->at) >> load->shift;
	record += growth;
	for (; load < end; load++)
		cells[load->cell].number =
		    (int64_t)layoutword(record + load->at) >> load->shift;
}

/* Decodes a record by a layout; growth is that of layoutgrowth. */
static inline __attribute__((always_inline)) void
fieldsrow(const struct fields *f, const struct recordlayout *l, const struct payload *r,
    ptrdiff_t growth, struct row *row)
{
	layoutcells(l, row, f->spare + 1);
	row->text.n = 0;
	row->from = f->copies ? NULL : (const char *)r->p;
	layoutintegers(l, r->p, growth, row->cells);
	if (l->least > 0) {
		row->cells[l->textcell].as.text.at = l->textat;
		row->cells[l->textcell].as.text.n = l->textn + (size_t)growth;
	}
	if (l->integers < l->count && !fieldsothers(f, l, *r, row, row->cells))
		row->layout = row->shape = 0;
}

/* The slow half of fieldstake: the record has not the layout of the one before. */
bool fieldssearch(struct fields *f, struct payload r, struct row *row);

/* Decodes the values of a record into a row, which gets one cell more than the spare one has
 * before it. Texts stay in the page, unless f->copies is set. Returns false if SQLite has to read
 * the record: it continues on another page, is damaged, or has values that nsys does not write. */
static inline __attribute__((always_inline)) bool
fieldstake(struct fields *f, const struct payload *r, struct row *row)
{
	const struct recordlayout *l = f->layouts.latest;
	ptrdiff_t growth = l ? layoutgrowth(l, r->p) : 0;

	if (!l || !layoutwhole(l, r, growth))
		return fieldssearch(f, *r, row);
	fieldsrow(f, l, r, growth, row);
	return true;
}

/* The same for the times of a row, without the bytes of texts. */
bool fieldstimes(struct fields *f, struct payload r, struct cell cells[ROW_CELLS]);

/* The slow half of fieldsspan. */
bool fieldsspancareful(struct fields *f, struct payload r, struct rowspan *span);

/* Takes the times of a row by its layout. Returns false if an integer would stand for NULL. */
static inline __attribute__((always_inline)) bool
layoutspan(const struct recordlayout *l, const unsigned char *record, struct rowspan *span)
{
	const struct recordtime *start = &l->times[ROW_START];

	span->start = (int64_t)layoutword(record + start->at) >> start->shift;
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

	if (!l || !l->spans || !layoutwholefixed(l, r))
		return fieldsspancareful(f, *r, span);
	return layoutspan(l, r->p, span);
}

void fieldsfree(struct fields *f);

#endif
