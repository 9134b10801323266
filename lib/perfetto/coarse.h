/* SPDX-License-Identifier: MIT */
/*
 * Reduces the size of a trace: neighbouring short slices on one track are merged into one slice,
 * and a counter keeps one value for each interval of the same length. The length is the limit:
 *
 *   limit 1 us:  |a 200 ns| |b 300 ns| |c 40 us|   becomes   |2 slices| |c 40 us|
 *
 * A slice that is as long as the limit, or longer, stays. A first reading of the stream counts what
 * each limit would leave (gauge.h), and keeps what decides about merging (itemlog.h). Then the
 * items that are merged at a limit are found from the log. A second reading writes the trace.
 */
#ifndef NST_COARSE_H
#define NST_COARSE_H

#include <stdbool.h>

#include "gauge.h"
#include "io/pagedarray.h"

/* What becomes of an item: it stays, it begins a group, or it is part of one. */
enum coarse_kind { COARSE_KEPT, COARSE_FIRST_OF, COARSE_LEFT_OUT };

/* Neighbours that become one slice. */
struct coarsegroup {
	int64_t end, time;       /* ns: the end, and the time that its slices cover */
	uint64_t count, slices;  /* number of items, and number of slices among them */
	bool mixed;              /* its items have several categories */
};

/* The items that are merged at a limit. All zero but the first three is empty; coarsefree frees
 * it. */
struct coarse {
	int64_t limit;            /* ns */
	struct bytelog kinds;     /* an enum coarse_kind for each item; its limit is the caller's */
	struct pagepool pool;     /* of the groups; its limit is the caller's */
	struct pagedarray groups; /* of struct coarsegroup, in the order of their first items */
	size_t count;             /* number of groups */
	size_t next;              /* the group that coarsenext returns next */
	uint64_t left, values;    /* numbers of items drawn, and of counter values left out */
	uint64_t passed;          /* number of items drawn that coarsenext has returned */
	struct bytelogreader reader;
};

/* The number of slices and instants that are drawn, out of those counted by a gauge of the same
 * stream. */
uint64_t coarseslices(const struct coarse *c, const struct gauge *g);

/* Finds the items of a log that are merged. */
void coarsefind(struct coarse *c, const struct itemlog *log);

/* Returns what becomes of the next item of the log, and sets *group if it is the first one of a
 * group. An item behind the last one is left out. */
enum coarse_kind coarsenext(struct coarse *c, struct coarsegroup *group);

/* Returns true if the next item of the log is left out, so it has no packet. */
bool coarseleavesout(struct coarse *c);

/* Frees all but the numbers. */
void coarsefree(struct coarse *c);

#endif
