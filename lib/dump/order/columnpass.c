/* SPDX-License-Identifier: MIT */
#include "columnpass.h"

bool
columnpass(struct table *t, const int columns[PASS_COLUMNS],
    void (*each)(void *arg, const struct rowtimes *row), void *arg)
{
	struct stringtable names = { 0 };
	struct rowsof of = { t->name, &names, -1, -1 };
	int first = -1, *index[PASS_COLUMNS] = { &first, &of.stop, &of.class };
	struct rows *rows;
	bool done;

	for (int i = 0; i < PASS_COLUMNS; i++)
		if (columns[i] >= 0)
			*index[i] = (int)stringintern(&names,
			    stringat(&t->columns, (uint32_t)columns[i]));
	rows = t->source->ops->rows(t->source, &of);
	/* the places are those of t->rows in the same mode only */
	done = rows->mode == t->rows->mode && rows->pass(rows, each, arg);
	rowsclose(rows);
	stringtablefree(&names);
	return done;
}
