/* SPDX-License-Identifier: MIT */
/*
 * The rows of groups of which some were spilled. They are made in two passes: the first one merges
 * the records of each group, with the totals of its steps or one bin after the other, computes its
 * statistics, and writes a row to a temporary file. The second one sorts those rows that the caller
 * chooses. Then they are read in windows; the groups of the tally are those of one window.
 */
#ifndef NST_MERGEDROWS_H
#define NST_MERGEDROWS_H

#include "grouprows.h"

/* Sets *number to the number by which a row is sorted; returns false if it has none. */
typedef bool rownumber(const struct rowvalues *row, int id, wide *number);

/* Makes the rows, and the sections of t, in the order of their first rows. mergedrowsfree frees
 * them. */
struct mergedrows *mergedrowsmake(struct grouprows *t, const struct rowoptions *options);

/* Must be called once t is complete. */
void mergedrowsready(struct mergedrows *m, const struct grouprows *t);

/* Chooses the rows of some types, bits; 0 for all. */
void mergedrowstypes(struct mergedrows *m, uint64_t types);

/* Sorts by a key, or by what number returns for a column. */
void mergedrowssortkey(struct mergedrows *m, enum by key, bool reverse);
void mergedrowssortnumber(struct mergedrows *m, rownumber *number, int id, bool reverse);

/* Keeps the first top rows of each combination of values of all keys but the last, or of each
 * section. Returns the number of rows. */
size_t mergedrowstop(struct mergedrows *m, size_t top, bool sections);

/* Declares that only the first rows will be read, that many. */
void mergedrowsmost(struct mergedrows *m, size_t most);

/* Returns the largest number of groups in the tally at once while rows are read. */
size_t mergedrowscache(const struct groups *g);

/* grouprowsbins, if groups were spilled; counts must be 0. */
void mergedrowsbins(struct mergedrows *m, size_t row, uint64_t *counts);

void mergedrowsfree(struct mergedrows *m);

#endif
