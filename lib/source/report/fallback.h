/* SPDX-License-Identifier: MIT */
/* Decides whether the merge can read a report from its blocks, or the report has to be imported: it
 * has to where events of one time are in too many blocks. */
#ifndef NST_FALLBACK_H
#define NST_FALLBACK_H

#include "reportindex.h"

/* Returns the number of blocks that have to stay in memory so that the merge unpacks nearly all of
 * them once, while each of the given number of batches holds as many more. Returns 0 if no number
 * is enough, or that would be too much memory: the report has to be imported. Sorts the pieces. */
size_t fallbackblocks(
    const struct reportindex *g, struct piece *pieces, size_t count, unsigned batches);

#endif
