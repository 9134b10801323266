/* SPDX-License-Identifier: MIT */
/* The stage of nst-perfetto: writes a trace in Perfetto's format. */
#ifndef NST_PERFETTO_H
#define NST_PERFETTO_H

#include "coarse.h"
#include "draw/draw.h"
#include "idle.h"
#include "packet.h"
#include "render.h"
#include "stream/stage.h"

struct perfetto {
	struct stage stage;
	bool noflows;            /* draw no arrows */
	bool renders;            /* draw work on streams as render stages */
	bool parallel;           /* other threads may prepare and write the packets */
	bool folds;              /* put the idle streams of each GPU into one group */
	bool empty; /* the whole stream had no event to draw */
	uint32_t folded; /* idle streams that are in such a group, which viewers show closed */
	const struct idle *idle; /* rows to hide, or NULL */
	struct coarse *coarse;   /* slices to merge, or NULL */
	struct gauge *gauge;     /* counts all items, or NULL */
	/* Takes a block of output and empties it; NULL writes it to standard output. The last block
	 * stays in out. */
	void (*drain)(struct buf *out, void *arg);
	void *drainarg;

	struct draw draw;
	struct buf out;  /* not yet flushed; outend ends it */
	/* Other threads prepare items first; false for options by which more depends on earlier
	 * items than the packets. */
	bool prepares;
	bool counting;   /* the current item is a counter value, so its value is not an argument */
	struct bitset hidden; /* arrows that begin on hidden rows */
	struct packets packets;
	struct buf scanner; /* the JSON scanner's stack */
	struct buf grouptext; /* the text of a group's slice */
	struct packetlane *lanes; /* by track; lanes without events have not begun */
	size_t lanesroom, lanecount;
	struct buf used; /* for each group, 1 if a track of it has an event */
	struct sequence *counters; /* by series */
	size_t countersroom, countercount;
	struct sequence stacked;   /* events with call stacks */
	struct stacks stacks;
	struct render render;
};

/* Makes a stage that draws everything. The caller may set noflows, renders, folds, idle, coarse,
 * gauge and drain. perfettofree frees all but the output. */
void perfettoinit(struct perfetto *p);

void perfettofree(struct perfetto *p);

/* nst-perfetto with its options. */
extern const struct tool perfettotool;

#endif
