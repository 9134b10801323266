/* SPDX-License-Identifier: MIT */
/* A row of a table, whatever it was read from: values with their types, as SQLite has them. */
#ifndef NST_ROW_H
#define NST_ROW_H

#include <stdint.h>

#include "mem.h"

enum cell_type { CELL_NULL, CELL_INT, CELL_REAL, CELL_TEXT, CELL_BLOB };

/* One value of a row. */
struct cell {
	enum cell_type type;
	int64_t number; /* of an integer, else 0 */
	union {
		double real; /* of a floating-point number */
		struct {
			size_t at, n; /* of a text or blob: bytes of the row's text */
		} text;
	} as;
};

/* The row read last. All zero is empty; rowfree frees it. */
struct row {
	struct cell *cells;
	size_t room;
	struct buf text;
};

/* Makes room for a row of so many values and forgets the one before; the cells are not set. */
void rowstart(struct row *row, size_t count);

/* Makes a cell a text or blob with a copy of the bytes. */
void rowput(struct row *row, struct cell *cell, enum cell_type type, struct span bytes);

/* The bytes of a text or blob; valid until the row is read again. */
struct span rowtext(const struct row *row, const struct cell *cell);

void rowfree(struct row *row);

#endif
