/* SPDX-License-Identifier: MIT */
/* Rows of groups that do not fit into memory. They are added in any order and sorted on disk; then
 * some of them at a time are loaded, and their groups replace those of the totals. */
#ifndef NST_ROWSPILL_H
#define NST_ROWSPILL_H

#include "diff.h"

/* Begins to collect rows of the groups of totals, which are loaded a part at a time. */
struct rowspill *rowspillmake(struct runtotals *totals);

/* Stores a row of a loaded group, of which rowspillread decides later. */
void rowspilldefer(struct rowspill *x, const struct diffrow *row);

/* Loads the next stored row. Returns false if there is none; no row may be stored after the first
 * call. */
bool rowspillread(struct rowspill *x, struct diffrow *row);

/* Adds a row of a loaded group to the sorted rows. */
void rowspilladd(struct rowspill *x, const struct diffrow *row);

/* Sorts the rows that were added. Returns their number. */
size_t rowspillsort(struct rowspill *x);

/* Returns the row with that index. It and the texts of its group are valid until the next call. */
const struct diffrow *rowspillat(struct rowspill *x, size_t index);

void rowspillfree(struct rowspill *x);

#endif
