/* SPDX-License-Identifier: MIT */
/* The columns of a table that are expressions: SQLite computes them from the other values of a row,
 * wherever that came from. */
#ifndef NST_COMPUTE_H
#define NST_COMPUTE_H

#include "base/row.h"
#include "profile.h"

struct compute;

/* Whether an expression over a table's columns can be computed: it may ask tables of the profile.
 * */
bool computable(
    const struct profile *p, const char *table, const struct stringtable *have,
    const char *expression);

/* Makes ready to compute those of the columns that begin with a parenthesis, and adds to them what
 * they are computed from; NULL when there are none. The columns stay the caller's; computeclose
 * frees. */
struct compute *computeopen(
    struct profile *p, const char *table, const struct stringtable *have,
    struct stringtable *columns);

/* Computes the cells of a row. */
void computerow(struct compute *c, struct row *row);

void computeclose(struct compute *c);

#endif
