/* SPDX-License-Identifier: MIT */
/*
 * A trace made smaller: neighbours on one track that lie together within a limit become one slice,
 * which says how many they are and how long they last, and a counter has no more than one value in
 * such a time. What is as long as the limit stays as it is. How much each limit would leave is
 * known after a reading of the stream; what is merged takes another, before the one that writes.
 */
#ifndef NST_COARSE_H
#define NST_COARSE_H

#include <stdbool.h>

#include "draw/draw.h"
#include "stream/stage.h"

/* The limits that can be chosen, by level, ns: 100 ns, 200 ns, 500 ns, 1 us and so on. */
enum { COARSE_LEVELS = 39 };
int64_t coarselimit(int level);

/* When what is merged began, ns, at each limit: by track, or by series of a counter. */
struct gaugetimes {
	int64_t (*p)[COARSE_LEVELS];
	size_t count, room;
};

/* What each limit would leave. All zero is nothing drawn so far. */
struct gauge {
	uint64_t drawn;               /* slices, instants and values of counters */
	uint64_t values;              /* the latter alone */
	uint64_t left[COARSE_LEVELS];
	struct gaugetimes tracks, series;
};

/* Takes an item. */
void gaugetake(struct gauge *g, const struct item *item);

/* How many slices and instants were taken. */
uint64_t gaugeslices(const struct gauge *g);

/* The first level from a given one on that leaves no more than so many items; the last where none
 * does. */
int gaugelevel(const struct gauge *g, int from, uint64_t most);

void gaugefree(struct gauge *g);

/* What becomes of an item. */
enum coarse_kind { COARSE_KEPT, COARSE_FIRST_OF, COARSE_LEFT_OUT };

/* Neighbours that become one. */
struct coarsegroup {
	int64_t end, time;       /* ns on the trace's clock; time that they cover */
	uint64_t count, slices;  /* all of them, and those that are no instants */
	bool mixed;              /* they are of several categories */
};

/* What is merged at a limit; all zero but that is nothing. */
struct coarse {
	int64_t limit;       /* ns */
	struct buf kinds;    /* by number of the item */
	struct coarsegroup *groups; /* in the order of their first items */
	size_t count, room;
	uint64_t left, values; /* items that are drawn, and values of counters left out */
};

/* The stage that finds it: coarsebegin makes it, coarseend frees it. */
struct coarsestage {
	struct stage stage;
	struct draw draw;
	struct coarse *coarse;
	struct names categories;
	struct coarselane *lanes;
	int64_t *series;     /* the last value of each that is kept, ns */
	size_t laneroom, lanecount, seriesroom, seriescount;
};

/* How many slices and instants are drawn, of those of a gauge of the same stream. */
uint64_t coarseslices(const struct coarse *c, const struct gauge *g);

void coarsebegin(struct coarsestage *s, struct coarse *c);
void coarseend(struct coarsestage *s);

void coarsefree(struct coarse *c);

#endif
