/* SPDX-License-Identifier: MIT */
/* Checks if a table of nst-sum can be compared, by its first record (lib/sum/tablerecord.h). */
#ifndef NST_TABLECHECK_H
#define NST_TABLECHECK_H

#include "runtotals.h"

/* Returns the object "table" of a JSON object, or an empty span if it has none. */
struct span tablecheckrecord(struct span object, struct buf *stack);

/* Reads that object for the last run, and notes which events the table is restricted to. Returns
 * true if its totals can be compared by the keys of --by; otherwise appends the reason to why. */
bool tablecheck(struct runtotals *t, struct span table, struct buf *stack, struct buf *why);

/* Ends the program if a run is a table that is restricted to other events than another run: by a
 * window on one side only, or by patterns of --event; or if kernels have other names in it. */
void tablecheckruns(const struct runtotals *t);

#endif
