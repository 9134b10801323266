/* SPDX-License-Identifier: MIT */
/* The groups of struct runtotals that are in memory. */
#ifndef NST_TOTALSGROUPS_H
#define NST_TOTALSGROUPS_H

#include "batches.h"

struct runtotals;

/* Returns the calls of a group in a run; makes them if there are none. */
struct batches *totalsgroupsbatches(struct runtotals *t, uint32_t group, uint32_t run);

/* Returns the calls of a group in a run, or NULL if there are none. */
const struct batches *totalsgroupscalls(const struct runtotals *t, uint32_t group, size_t run);

/* Removes the groups in memory. */
void totalsgroupsclear(struct runtotals *t);

#endif
