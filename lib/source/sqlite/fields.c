/* SPDX-License-Identifier: MIT */
#include <endian.h>
#include <math.h>
#include <stdlib.h>

#include "fields.h"

/* Serial types of values: 0 is NULL, 1 to 6 are integers of some bytes, 7 is a floating-point
 * number, 8 and 9 are the integers 0 and 1; from 12 on, blobs and texts by turns, the length is in
 * the type. */
enum {
	SERIAL_NULL,
	SERIAL_REAL = 7,
	SERIAL_ZERO = 8,
	SERIAL_ONE = 9,
	SERIAL_BYTES = 12
};

/* The bytes of an integer of each serial type, and by how many bits its first eight bytes are
 * shifted to the right. */
static const struct {
	unsigned char length, shift;
} integers[SERIAL_REAL] = {
	{ 0, 0 }, { 1, 56 }, { 2, 48 }, { 3, 40 }, { 4, 32 }, { 6, 16 }, { 8, 0 }
};

void
fieldsadd(struct fields *f, const struct special *column)
{
	GROW(f->cells, f->room, column->field + 1);
	while (f->count <= column->field)
		f->cells[f->count++] = f->spare;
	f->cells[column->field] = column->cell;
	if (!column->real && !column->rowid && !column->defaulted)
		return;
	GROW(f->specials, f->specialroom, f->specialcount + 1);
	f->specials[f->specialcount++] = *column;
}

/* Returns eight bytes, big-endian. */
static inline uint64_t
eightbytes(const unsigned char *p)
{
	uint64_t v = 0;

	memcpy(&v, p, sizeof(v));
	return be64toh(v);
}

/* Decodes a value that is neither NULL nor an integer, and sets n to its bytes, of which "left" are
 * in the page. Returns false if it continues elsewhere, or nsys does not write its type. */
static bool
takeother(uint64_t type, const unsigned char *p, size_t left, struct row *row, struct cell *cell,
    size_t *n)
{
	uint64_t bits;
	double real;

	*n = type < SERIAL_BYTES ? sizeof(real) : (size_t)(type - SERIAL_BYTES) / 2;
	if ((type != SERIAL_REAL && type < SERIAL_BYTES) || *n > left)
		return false;
	if (type == SERIAL_REAL) {
		bits = eightbytes(p);
		memcpy(&real, &bits, sizeof(real));
		*cell = (struct cell){ .type = CELL_REAL, .as.real = real };
		if (isnan(real)) /* SQLite has no such number */
			cell->type = CELL_NULL;
		return true;
	}
	cell->type = type & 1 ? CELL_TEXT : CELL_BLOB;
	cell->number = 0;
	if (row)
		rowput(row, cell, cell->type, (struct span){ (const char *)p, *n });
	return true;
}

/* Sets the values of special columns; the record has count values. Returns false if SQLite has
 * to. */
static bool
takespecials(const struct fields *f, const struct payload *r, size_t count, struct cell *cells)
{
	for (size_t i = 0; i < f->specialcount; i++) {
		const struct special *s = &f->specials[i];
		struct cell *cell = &cells[s->cell];

		if (s->rowid)
			*cell = (struct cell){ .type = CELL_INT, .number = r->rowid };
		else if (s->defaulted && s->field >= count)
			return false;
		else if (s->real && cell->type == CELL_INT)
			*cell = (struct cell){ .type = CELL_REAL,
				.as.real = (double)cell->number };
	}
	return true;
}

bool
fieldstake(const struct fields *f, const struct payload *r, struct row *row, struct cell *cells)
{
	const uint32_t *to = f->cells, *last = to + f->count;
	const unsigned char *p, *end;
	uint64_t at, type;
	size_t n;

	p = varint(r->p, &at);
	end = r->p + at;
	if (at > r->local || p >= end)
		return false;
	for (; to < last && p < end; to++) {
		struct cell *cell = &cells[*to];

		type = *p++;
		if (type == SERIAL_NULL) {
			cell->type = CELL_NULL;
			cell->number = 0;
			continue;
		}
		if (at > r->local)
			return false;
		if (type < SERIAL_REAL) {
			cell->type = CELL_INT;
			cell->number = (int64_t)eightbytes(r->p + at) >> integers[type].shift;
			at += integers[type].length;
		} else if (type == SERIAL_ZERO || type == SERIAL_ONE) {
			cell->type = CELL_INT;
			cell->number = type == SERIAL_ONE;
		} else {
			p = varint(p - 1, &type);
			if (!takeother(type, r->p + at, r->local - at,
			        *to == f->spare ? NULL : row, cell, &n))
				return false;
			at += n;
		}
	}
	if (at > r->local || p > end || (p == end && at != r->total))
		return false;
	for (const uint32_t *rest = to; rest < last; rest++)
		cells[*rest] = (struct cell){ .type = CELL_NULL };
	return f->specialcount == 0 || takespecials(f, r, (size_t)(to - f->cells), cells);
}

void
fieldsfree(struct fields *f)
{
	free(f->cells);
	free(f->specials);
}
