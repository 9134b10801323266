/* SPDX-License-Identifier: MIT */
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

/* Returns the floating-point number at p. */
static double
realat(const unsigned char *p)
{
	uint64_t bits = layoutword(p);
	double real;

	memcpy(&real, &bits, sizeof(real));
	return real;
}

/* Decodes a value that is neither NULL nor an integer, and sets n to its bytes, of which "left" are
 * in the page. Returns false if it continues elsewhere, or nsys does not write its type. */
static bool
takeother(uint64_t type, const unsigned char *p, size_t left, struct row *row, struct cell *cell,
    size_t *n)
{
	double real;

	*n = type < SERIAL_BYTES ? sizeof(real) : (size_t)(type - SERIAL_BYTES) / 2;
	if ((type != SERIAL_REAL && type < SERIAL_BYTES) || *n > left)
		return false;
	if (type == SERIAL_REAL) {
		real = realat(p);
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
			*cell = (struct cell){ .type = CELL_INT, .number = payloadid(r) };
		else if (s->defaulted && s->field >= count)
			return false;
		else if (s->real && cell->type == CELL_INT)
			*cell = (struct cell){ .type = CELL_REAL,
				.as.real = (double)cell->number };
	}
	return true;
}

/* Decodes a record value by value; the slow half of fieldstake. */
static bool
decode(const struct fields *f, const struct payload *r, struct row *row, struct cell *cells)
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
			cell->number = (int64_t)layoutword(r->p + at) >> integers[type].shift;
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

/* Returns true if integers of a cell stand for floating-point numbers. */
static bool
isintegral(const struct fields *f, uint32_t cell)
{
	for (size_t i = 0; i < f->specialcount; i++)
		if (f->specials[i].cell == cell && f->specials[i].real)
			return true;
	return false;
}

/* Adds a value of a record to a layout, if it has to be loaded. */
static void
learnvalue(const struct fields *f, struct recordlayout *l, struct load load, uint64_t type)
{
	struct cell *to = &l->cells[load.cell];

	if (type == SERIAL_NULL)
		return;
	if (type == SERIAL_ZERO || type == SERIAL_ONE) {
		to->type = isintegral(f, load.cell) ? CELL_REAL : CELL_INT;
		if (to->type == CELL_REAL)
			to->as.real = type == SERIAL_ONE;
		else
			to->number = type == SERIAL_ONE;
		layoutconstant(l, load.cell);
		return;
	}
	if (type < SERIAL_REAL) {
		load.shift = integers[type].shift;
		load.as = LOAD_INTEGRAL;
		to->type = isintegral(f, load.cell) ? CELL_REAL : CELL_INT;
	} else if (type == SERIAL_REAL) {
		load.as = LOAD_REAL;
		to->type = CELL_REAL;
	} else {
		load.n = (uint32_t)(type - SERIAL_BYTES) / 2;
		load.as = type & 1 ? LOAD_TEXT : LOAD_BLOB;
		to->type = type & 1 ? CELL_TEXT : CELL_BLOB;
	}
	layoutload(l, &load);
}

/* Returns the bytes of a value in a record. */
static size_t
valuesize(uint64_t type)
{
	if (type < SERIAL_REAL)
		return integers[type].length;
	if (type == SERIAL_REAL)
		return sizeof(double);
	return type < SERIAL_BYTES ? 0 : (size_t)(type - SERIAL_BYTES) / 2;
}

/* Sets the special text of a layout, after the integers before it were added. */
static void
learntext(const struct fields *f, struct recordlayout *l, uint32_t cell, size_t n, size_t at)
{
	l->textat = at;
	l->textn = n;
	l->textcell = cell;
	if (cell != f->spare)
		l->cells[cell].type = CELL_TEXT;
	l->fixed = l->count;
}

/* Adds the values of a record to a layout: the plain integers, or the others. */
static void
learnvalues(const struct fields *f, const struct payload *r, struct recordlayout *l, bool plain)
{
	const unsigned char *p, *end;
	uint64_t at, type;
	bool moves = false;

	p = varint(r->p, &at);
	end = r->p + at;
	for (size_t i = 0; i < f->count && p < end; i++) {
		uint32_t cell = f->cells[i];
		bool special = l->least > 0 && p == r->p + l->typeat;

		p = varint(p, &type);
		if (special && plain)
			learntext(f, l, cell, valuesize(type), at);
		else if (!special && cell != f->spare &&
		    plain == (type < SERIAL_REAL && !isintegral(f, cell)))
			learnvalue(f, l,
			    (struct load){ .at = (uint32_t)at, .cell = cell, .moves = moves },
			    type);
		moves = moves || special;
		at += valuesize(type);
	}
	l->end = at;
	l->slack = p == end ? 0 : SIZE_MAX;
}

/* Notes how the times of a row follow from a layout, if they are integers; end and class may be
 * NULL. */
static void
learntimes(struct recordlayout *l)
{
	static const int64_t none[ROW_TIMES] = { 0, ROW_NOSTOP, ROW_NOCLASS };

	if (!l->times)
		l->times = xzalloc(ROW_TIMES, sizeof(*l->times));
	l->spans = l->integers == l->count && l->cells[ROW_START].type == CELL_INT;
	for (int i = 0; i < ROW_TIMES; i++) {
		const struct cell *cell = &l->cells[i];

		l->spans = l->spans && (cell->type == CELL_INT || cell->type == CELL_NULL);
		l->times[i] = (struct recordtime){
			.constant = cell->type == CELL_INT ? cell->number : none[i] };
	}
	for (size_t i = 0; i < l->integers; i++) {
		const struct load *load = &l->loads[i];

		if (load->cell < ROW_TIMES)
			l->times[load->cell] =
			    (struct recordtime){ load->at, load->shift, -1, 0 };
	}
	l->spans = l->spans && l->times[ROW_START].mask == -1;
}

/* Makes a layout of a record that was decoded. */
static void
learn(struct fields *f, const struct payload *r, struct recordlayout **slot)
{
	const unsigned char *p, *end;
	struct recordlayout *l;
	size_t text = 0;
	uint64_t type;

	p = varint(r->p, &type);
	end = r->p + type;
	for (size_t i = 0; i < f->count && p < end; i++) {
		if (text == 0 && *p >= SERIAL_TEXT && *p < 0x80 && *p & 1)
			text = (size_t)(p - r->p);
		p = varint(p, &type);
	}
	if (p - r->p > LAYOUT_HEAD)
		return;
	l = layoutset(&f->layouts, slot, r->p, (size_t)(p - r->p), f->spare + 1);
	if (text > 0 && !f->times && !f->copies)
		layouttext(l, text);
	learnvalues(f, r, l, true);
	l->integers = l->count;
	if (l->least == 0)
		l->fixed = l->integers;
	learnvalues(f, r, l, false);
	for (size_t i = 0; i < f->specialcount; i++)
		if (f->specials[i].rowid) {
			l->cells[f->specials[i].cell].type = CELL_INT;
			layoutload(l,
			    &(struct load){ .cell = f->specials[i].cell, .as = LOAD_ROWID });
		}
	layoutshape(&f->layouts, l, f->spare + 1);
	if (f->times)
		learntimes(l);
}

/* Decodes a value at p that is no plain integer; row is NULL if texts are not needed. Returns false
 * if its cell does not have the type that the layout says. */
static bool
loadother(const struct fields *f, const struct load *load, const struct payload *r,
    const unsigned char *p, struct row *row, struct cell *cells)
{
	struct cell *cell = &cells[load->cell];

	switch (load->as) {
	case LOAD_REAL:
		cell->as.real = realat(p);
		cell->type = isnan(cell->as.real) ? CELL_NULL : CELL_REAL;
		return cell->type == CELL_REAL;
	case LOAD_INTEGRAL:
		cell->as.real = (double)((int64_t)layoutword(p) >> load->shift);
		break;
	case LOAD_TEXT:
	case LOAD_BLOB:
		if (row && f->copies) {
			rowput(row, cell, load->as == LOAD_TEXT ? CELL_TEXT : CELL_BLOB,
			    (struct span){ (const char *)p, load->n });
		} else if (row) {
			cell->as.text.at = (size_t)((const char *)p - row->from);
			cell->as.text.n = load->n;
		}
		break;
	case LOAD_ROWID:
		*cell = (struct cell){ .type = CELL_INT, .number = payloadid(r) };
	}
	return true;
}

bool
fieldsothers(const struct fields *f, const struct recordlayout *l, struct payload r,
    struct row *row, struct cell *cells)
{
	ptrdiff_t growth = layoutgrowth(l, r.p);
	bool same = true;

	for (size_t i = l->integers; i < l->count; i++) {
		const struct load *load = &l->loads[i];
		const unsigned char *p = r.p + load->at + (load->moves ? growth : 0);

		same = loadother(f, load, &r, p, row, cells) && same;
	}
	return same;
}

bool
fieldssearch(struct fields *f, struct payload r, struct row *row)
{
	struct recordlayout **unknown, *l = layoutfind(&f->layouts, r.p, f->count, &unknown);

	ptrdiff_t growth = l ? layoutgrowth(l, r.p) : 0;

	if (l && layoutwhole(l, &r, growth)) {
		fieldsrow(f, l, &r, growth, row);
		return true;
	}
	rowstart(row, f->spare + 1);
	if (!decode(f, &r, row, row->cells))
		return false;
	if (unknown)
		learn(f, &r, unknown);
	return true;
}

/* Decodes times by a layout. */
static inline void
taketimes(const struct fields *f, const struct recordlayout *l, const struct payload *r,
    struct cell cells[ROW_CELLS])
{
	memcpy(cells, l->cells, ROW_CELLS * sizeof(*cells));
	layoutintegers(l, r->p, 0, cells);
	if (l->integers < l->count)
		fieldsothers(f, l, *r, NULL, cells);
}

bool
fieldstimes(struct fields *f, struct payload r, struct cell cells[ROW_CELLS])
{
	struct recordlayout **unknown = NULL, *l = f->layouts.latest;

	if (!l || !layoutwholefixed(l, &r))
		l = layoutfind(&f->layouts, r.p, f->count, &unknown);
	if (l && layoutwholefixed(l, &r)) {
		taketimes(f, l, &r, cells);
		return true;
	}
	if (!decode(f, &r, NULL, cells))
		return false;
	if (unknown)
		learn(f, &r, unknown);
	return true;
}

bool
fieldsspancareful(struct fields *f, struct payload r, struct rowspan *span)
{
	struct recordlayout **unknown, *l = layoutfind(&f->layouts, r.p, f->count, &unknown);
	struct cell cells[ROW_CELLS] = { { .type = CELL_NULL } };
	const struct cell *start = &cells[ROW_START], *stop = &cells[ROW_STOP],
	                  *class = &cells[ROW_CLASS];

	if (l && l->spans && layoutwholefixed(l, &r))
		return layoutspan(l, r.p, span);
	if (!decode(f, &r, NULL, cells))
		return false;
	if (unknown)
		learn(f, &r, unknown);
	*span = (struct rowspan){ start->number, ROW_NOSTOP, ROW_NOCLASS };
	if (stop->type == CELL_INT)
		span->stop = stop->number;
	if (class->type == CELL_INT)
		span->class = class->number;
	return start->type == CELL_INT &&
	    (stop->type == CELL_INT ? stop->number != ROW_NOSTOP : stop->type == CELL_NULL) &&
	    (class->type == CELL_INT ? class->number >= 0 : class->type == CELL_NULL);
}

void
fieldsfree(struct fields *f)
{
	free(f->cells);
	free(f->specials);
	layoutsfree(&f->layouts);
}
