/* SPDX-License-Identifier: MIT */
/* Groups with their totals, in the order of a table's rows. */
#ifndef NST_TOTAL_H
#define NST_TOTAL_H

#include "group.h"

struct total {
	uint32_t group;
	uint32_t type; /* a text; UINT32_MAX when it has none, or is not grouped by that */
	uint32_t rank; /* those with a lower one come first */
	wide whole;    /* ns: of all groups of its type */
	wide median;   /* ns / PERCENTS */
	struct stats stats;
};

/* Those of one rank with the larger total first. */
struct totals {
	const struct groups *groups;
	struct total *p;
	size_t count;
};

/* Makes one of each group that has durations. first holds texts, types, count of them: if there are
 * any, they are by type, those first, in that order. The durations of groups come into another
 * order. The caller frees t->p. */
void totalsmake(struct totals *t, struct groups *g, const uint32_t *first, size_t count);

#endif
