/* SPDX-License-Identifier: MIT */
/* Rows of a table that are read from the blocks of a report, by their places (blockplace.h). */
#ifndef NST_BLOCKROWS_H
#define NST_BLOCKROWS_H

#include "reportsource.h"

/* Begins to read a table, as struct sourceops says. Returns NULL if its rows are not read from
 * blocks but from the side tables. */
struct rows *blockrowsopen(struct reportsource *source, const struct rowsof *of);

/* Makes one pass over several tables, as struct sourceops says. */
void blockrowspasses(const struct rowspass *list, size_t count);

#endif
