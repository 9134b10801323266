/* SPDX-License-Identifier: MIT */
/*
 * Columns that are expressions. SQLite computes them from the other cells of a row, whichever
 * decoder has read it. For example, "([sent] + [received])" becomes the query SELECT ([sent] +
 * [received]) FROM (SELECT 1, ?1 AS [sent], ?2 AS [received]).
 */
#ifndef NST_COMPUTE_H
#define NST_COMPUTE_H

#include "base/row.h"
#include "sqlite.h"

struct compute;

/* Returns true if SQLite can compute an expression over these columns of a table. It may contain a
 * query of other tables. */
bool computable(
    const struct sqlite *p, const char *table, const struct stringtable *have,
        const char *expression);

/* Prepares the columns that begin with a parenthesis, and adds the columns that they are computed
 * from. Returns NULL if there are none. computeclose frees. */
struct compute *computeopen(struct sqlite *p, const char *table, struct stringtable *columns);

/* Computes the cells of a row. */
void computerow(struct compute *c, struct row *row);

/* Frees it; c may be NULL. */
void computeclose(struct compute *c);

#endif
