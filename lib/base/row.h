/* SPDX-License-Identifier: MIT */
/* One row of a table, from whatever source: cells with the types of SQLite. */
#ifndef NST_ROW_H
#define NST_ROW_H

#include <stdint.h>

#include "mem.h"

enum cell_type { CELL_NULL, CELL_INT, CELL_REAL, CELL_TEXT, CELL_BLOB };

/* One value of a row. */
struct cell {
	enum cell_type type;
	int64_t number; /* of an integer; 0 for other types */
	union {
		double real; /* of a floating-point number */
		struct {
			/* Of a text or blob: the offset in row.text or row.from, the length. */
			size_t at, n;
		} text;
	} as;
};

enum { ROW_SHAPES = 64 };

/* A row. Each row read replaces the one before. All zero is empty; rowfree frees it. */
struct row {
	struct cell *cells;
	size_t room;
	struct buf text;
	const char *from; /* where texts and blobs are, or NULL if they are in "text" */
	/* Rows of a table with the same shape, below ROW_SHAPES, have cells of the same types. 0 if
	 * it is unknown. */
	uint32_t shape;
	/* What the source knows about the types and constants in the cells; 0 for nothing. */
	uint64_t layout;
};

/* The times of a row as integers. */
struct rowspan {
	int64_t start, stop, class; /* ROW_NOSTOP and ROW_NOCLASS stand for NULL */
};

#define ROW_NOSTOP INT64_MIN
enum { ROW_NOCLASS = -1 };

/* The times of rows of a table that follow each other. */
enum { ROW_SPANS = 64 };

struct rowspans {
	uint64_t place, step; /* the place of the first row; the distance to that of the next one */
	size_t count;
	struct rowspan list[ROW_SPANS];
};

/* Makes room for count cells and drops the texts of the row before, and its shape. The cells are
 * not initialized. */
static inline void
rowstart(struct row *row, size_t count)
{
	GROW(row->cells, row->room, count);
	row->text.n = 0;
	row->from = NULL;
	row->shape = 0;
	row->layout = 0;
}

/* Makes the cell a text or blob with a copy of the bytes; row->from is NULL. */
void rowput(struct row *row, struct cell *cell, enum cell_type type, struct span bytes);

/* Returns the bytes of a text or blob; valid until the next row is read. */
static inline struct span
rowtext(const struct row *row, const struct cell *cell)
{
	const char *from = row->from ? row->from : row->text.p;

	return (struct span){ from + cell->as.text.at, cell->as.text.n };
}

void rowfree(struct row *row);

#endif
