/* SPDX-License-Identifier: MIT */
/* Counts what each limit of merging (coarse.h) would leave of a trace, and keeps the log of its
 * items. */
#ifndef NST_GAUGE_H
#define NST_GAUGE_H

#include "itemlog.h"

/* The limits that can be chosen, by level, ns: 100 ns, 200 ns, 500 ns, 1 us and so on. */
enum { GAUGE_LEVELS = 39 };
int64_t gaugelimit(int level);

/* A group that is open at a limit while items are counted. */
struct gaugegroup {
	int64_t from;   /* its begin, ns */
	uint32_t alone; /* the size of its only item, bytes; 0 once it has several */
};

/* The open group of a track, or of a series of a counter, at each limit. */
struct gaugelane {
	struct gaugegroup groups[GAUGE_LEVELS];
	/* The groups from this level on began with the same item and have several: another item
	 * that fits into the first of them changes none. GAUGE_LEVELS if there are no such. */
	int steady;
};

/* By track, or by series. */
struct gaugelanes {
	struct gaugelane *p;
	size_t count, room;
};

/* What a limit leaves. */
struct gaugelevel {
	uint64_t bytes;  /* size of the items that stay, not compressed */
	uint64_t groups; /* number of groups of several items */
};

/* What each limit would leave. All zero is empty; gaugefree frees it. */
struct gauge {
	uint64_t drawn;  /* number of slices, instants and counter values */
	uint64_t values; /* number of counter values */
	uint64_t bytes;  /* size of all of them, not compressed */
	struct gaugelevel levels[GAUGE_LEVELS];
	struct gaugelanes tracks, series;
	struct itemlog log;
};

/* Counts an item whose packets have that many bytes, and adds it to the log. */
void gaugetake(struct gauge *g, const struct item *item, size_t bytes);

/* The number of slices and instants that were counted. */
uint64_t gaugeslices(const struct gauge *g);

void gaugefree(struct gauge *g);

#endif
