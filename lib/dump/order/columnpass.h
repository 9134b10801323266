/* SPDX-License-Identifier: MIT */
/* A pass over any columns of a table, not only its times. */
#ifndef NST_COLUMNPASS_H
#define NST_COLUMNPASS_H

#include "dump/tables/table.h"

/* Columns of one pass: as many as a row has times. */
enum { PASS_COLUMNS = ROW_TIMES };

/* Calls each with all rows of a table without blocks; the cells have the values of these columns.
 * They are indices in t->columns, each different, and no expressions; -1 stands for a NULL, but not
 * in the first one. Returns false if the table is unusual: the caller discards its results. */
bool columnpass(struct table *t, const int columns[PASS_COLUMNS],
    void (*each)(void *arg, const struct rowtimes *row), void *arg);

#endif
