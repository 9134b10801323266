/* SPDX-License-Identifier: MIT */
/*
 * Reduces the size of a trace: neighbouring short slices on one track are merged into one slice,
 * and a counter keeps one value for each interval of the same length. The length is the limit:
 *
 *   limit 1 us:  |a 200 ns| |b 300 ns| |c 40 us|   becomes   |2 slices| |c 40 us|
 *
 * A slice that is as long as the limit, or longer, stays. A first reading of the stream counts how
 * many items each limit would leave (gauge), and keeps what decides about merging (itemlog.h). Then
 * the items that are merged at a limit are found (coarse), from the log, or from the stream if the
 * log became too long. A second reading writes the trace.
 */
#ifndef NST_COARSE_H
#define NST_COARSE_H

#include <stdbool.h>

#include "draw/draw.h"
#include "itemlog.h"
#include "stream/stage.h"

/* The limits that can be chosen, by level, ns: 100 ns, 200 ns, 500 ns, 1 us and so on. */
enum { COARSE_LEVELS = 39 };
int64_t coarselimit(int level);

/* The begin of the current group at each limit, ns: by track, or by series of a counter. */
struct gaugetimes {
	int64_t (*p)[COARSE_LEVELS];
	size_t count, room;
};

/* The number of items that each limit would leave. All zero is empty; gaugefree frees it. */
struct gauge {
	uint64_t drawn;               /* number of slices, instants and counter values */
	uint64_t values;              /* number of counter values */
	uint64_t left[COARSE_LEVELS];
	struct gaugetimes tracks, series;
	struct itemlog log;
};

/* Counts an item, and adds it to the log. */
void gaugetake(struct gauge *g, const struct item *item);

/* The number of slices and instants that were counted. */
uint64_t gaugeslices(const struct gauge *g);

/* Returns the first level, at the given one or above, that leaves at most most items; the last
 * level if none does. */
int gaugelevel(const struct gauge *g, int from, uint64_t most);

void gaugefree(struct gauge *g);

/* What becomes of an item: it stays, it begins a group, or it is part of one. */
enum coarse_kind { COARSE_KEPT, COARSE_FIRST_OF, COARSE_LEFT_OUT };

/* Neighbours that become one slice. */
struct coarsegroup {
	int64_t end, time;       /* ns: the end, and the time that its slices cover */
	uint64_t count, slices;  /* number of items, and number of slices among them */
	bool mixed;              /* its items have several categories */
};

/* The items that are merged at a limit. All zero but the limit is empty; coarsefree frees it. */
struct coarse {
	int64_t limit;       /* ns */
	struct buf kinds;    /* an enum coarse_kind for each item, by number */
	struct coarsegroup *groups; /* in the order of their first items */
	size_t count, room;
	uint64_t left, values; /* numbers of items drawn, and of counter values left out */
};

/* The stage that decides: coarsebegin makes it, coarseend frees it. */
struct coarsestage {
	struct stage stage;
	struct draw draw;
	struct coarse *coarse;
	struct stringtable categories;
	struct coarselane *lanes;
	int64_t *series;     /* the value kept last of each series, ns */
	size_t laneroom, lanecount, seriesroom, seriescount;
};

/* The number of slices and instants that are drawn, out of those counted by a gauge of the same
 * stream. */
uint64_t coarseslices(const struct coarse *c, const struct gauge *g);

void coarsebegin(struct coarsestage *s, struct coarse *c);
void coarseend(struct coarsestage *s);

/* Decides from a log in place of the stream. The limit of c is set. */
void coarsefromlog(struct coarse *c, const struct itemlog *log);

void coarsefree(struct coarse *c);

#endif
