/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "row.h"

void
rowput(struct row *row, struct cell *cell, enum cell_type type, struct span bytes)
{
	*cell = (struct cell){ .type = type, .as.text = { row->text.n, bytes.n } };
	bufspan(&row->text, bytes);
}

void
rowfree(struct row *row)
{
	free(row->cells);
	free(row->text.p);
}
