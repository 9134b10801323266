/* SPDX-License-Identifier: MIT */
/*
 * Layouts of records. The header of a record has a type for each value, and the types decide
 * where each value is. Most records of a table have one of a few headers, so a layout caches what
 * follows from a header: the cells that it makes constant, and the offsets of the other values.
 *
 * For example, the header 04 05 08 00 says that the first value is an integer of six bytes at
 * offset 4, the second is 0, and the third is NULL.
 *
 * The length of a text is in its type. So that texts of different lengths have one layout, the
 * first short text of a record is special: its length may be any, and the values after it move.
 */
#ifndef NST_RECORDLAYOUT_H
#define NST_RECORDLAYOUT_H

#include <endian.h>
#include <stdbool.h>
#include <string.h>

#include "base/map.h"
#include "base/row.h"

/* The bytes of a header that a layout may depend on. */
enum { LAYOUT_HEAD = 64, LAYOUT_WORDS = LAYOUT_HEAD / 8 };

/* A value that a record has: its offset in the record, and its cell. */
struct load {
	uint32_t at, cell;
	uint32_t n;          /* bytes of a text or blob */
	unsigned char shift; /* of the eight bytes at the offset, to get the integer */
	bool moves;          /* it is after the special text */
	enum { LOAD_REAL, LOAD_INTEGRAL, LOAD_TEXT, LOAD_BLOB, LOAD_ROWID } as;
};

/* A time of a row (struct rowspan): an integer at an offset in the record, or a constant. */
struct recordtime {
	uint32_t at, shift; /* as in a load */
	int64_t mask;       /* -1 for an integer, 0 for a constant */
	int64_t constant;   /* 0 for an integer */
};

struct recordlayout {
	/* The id of its table, and in the low 32 bits its own; see struct row. */
	uint64_t id;
	uint64_t head[LAYOUT_WORDS]; /* the bits of the header that a record must have */
	uint64_t mask[LAYOUT_WORDS]; /* the bits that count */
	size_t last;                 /* index of the last word */
	size_t end;                  /* offset behind the last value */
	size_t slack;                /* how many bytes may follow */
	/* The special text, if there is one: the offset of its type in the header, that type and
	 * the least one of a text, its offset and length, its cell. Else "type" is the first byte
	 * of the header. */
	size_t typeat, textat, textn;
	unsigned char type, least;
	uint32_t textcell;
	struct cell *cells;          /* with all values that follow from the header */
	uint32_t *constants;         /* the cells of the integers 0 and 1 */
	size_t constantcount, constantroom;
	struct load *loads;          /* first the integers, then values as "as" says */
	size_t fixed, integers, count, room; /* the first "fixed" integers do not move */
	uint32_t shape;              /* see struct row */
	bool spans;                  /* the times of a row follow from these: start, end, class;
		the start is no constant */
	struct recordtime *times;    /* NULL in layouts that are used for other values only */
};

/* The layouts of a table. All zero is empty; layoutsfree frees. */
struct recordlayouts {
	struct recordlayout *latest; /* NULL before the first layout */
	struct recordlayout **slots; /* a hash table; NULL where there is none */
	uint32_t *seen; /* for each slot, the hash of the last header without a layout */
	struct stringtable shapes;  /* types of cells, as bytes */
	uint64_t id;                /* of the next layout */
};

/* Returns the eight bytes at p, big-endian. */
static inline uint64_t
layoutword(const unsigned char *p)
{
	uint64_t v = 0;

	memcpy(&v, p, sizeof(v));
	return be64toh(v);
}

/* Returns true if a record has the header of a layout, but for the special text. LAYOUT_HEAD bytes
 * can be read. */
static inline __attribute__((always_inline)) bool
layouthead(const struct recordlayout *l, const unsigned char *record)
{
	uint64_t word = 0;

	memcpy(&word, record, sizeof(word));
	if ((word & l->mask[0]) != l->head[0])
		return false;
	for (size_t i = 1; i <= l->last; i++) {
		memcpy(&word, record + i * sizeof(word), sizeof(word));
		if ((word & l->mask[i]) != l->head[i])
			return false;
	}
	return true;
}

/* Returns true if a record has the header of a layout. */
static inline bool
layoutfits(const struct recordlayout *l, const unsigned char *record)
{
	return layouthead(l, record) && record[l->typeat] >= l->least;
}

/* Returns by how many bytes the special text of a record is longer than that of its layout. */
static inline ptrdiff_t
layoutgrowth(const struct recordlayout *l, const unsigned char *record)
{
	return ((ptrdiff_t)record[l->typeat] - l->type) / 2;
}

/* Returns a time of the row in a record. */
static inline int64_t
layouttime(const struct recordtime *t, const unsigned char *record)
{
	return ((int64_t)layoutword(record + t->at) >> t->shift & t->mask) | t->constant;
}

/* Gives a row the cells of a layout, before values are loaded into them. */
static inline void
layoutcells(const struct recordlayout *l, struct row *row, size_t cells)
{
	if (row->layout == l->id)
		return;
	if (l->shape > 0 && row->shape == l->shape && (row->layout ^ l->id) >> 32 == 0) {
		for (size_t i = 0; i < l->constantcount; i++)
			row->cells[l->constants[i]] = l->cells[l->constants[i]];
	} else {
		rowstart(row, cells);
		memcpy(row->cells, l->cells, cells * sizeof(*row->cells));
		row->shape = l->shape;
	}
	row->layout = l->id;
}

/* Returns the layout of a record whose types begin with this number of bytes or more, else NULL.
 * Then, if *learn is not NULL, the caller may fill that slot with layoutset. A header gets a layout
 * when it is seen for the second time. */
struct recordlayout *layoutfind(struct recordlayouts *all, const unsigned char *record,
    size_t types, struct recordlayout ***learn);

/* Makes an empty layout in a slot for records that begin with the header, of n bytes up to
 * LAYOUT_HEAD, and gives it cells, all NULL. The caller adds values and sets the other members. */
struct recordlayout *layoutset(struct recordlayouts *all, struct recordlayout **slot,
    const unsigned char *header, size_t n, size_t cells);

/* The type of an empty text. */
enum { SERIAL_TEXT = 13 };

/* Makes the text with the type at an offset of the header special; the type has one byte. The
 * caller sets the offset, the length and the cell of the text. */
void layouttext(struct recordlayout *l, size_t typeat);

/* Adds a value, the integers first. */
void layoutload(struct recordlayout *l, const struct load *load);

/* Adds an integer that follows from the header. */
void layoutconstant(struct recordlayout *l, uint32_t cell);

/* Sets the shape of a layout from its cells. */
void layoutshape(struct recordlayouts *all, struct recordlayout *l, size_t cells);

void layoutsfree(struct recordlayouts *all);

#endif
