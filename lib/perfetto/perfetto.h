/* SPDX-License-Identifier: MIT */
/* The stage of nst-perfetto: a trace in Perfetto's own format. */
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
	bool noflows;            /* no arrows are drawn */
	bool renders;            /* what runs on streams is drawn as render stages */
	const struct idle *idle; /* tracks that are hidden, or NULL */
	const struct coarse *coarse; /* what is merged, or NULL */
	struct gauge *gauge;     /* takes all that is drawn, or NULL */
	/* Takes a block of what was written, and empties it; NULL: it goes to standard output. The
	 * last is left in out. */
	void (*drain)(struct buf *out, void *arg);
	void *drainarg;

	struct draw draw;
	size_t item, group; /* of what is merged: the next ones */
	struct buf out;  /* written, and not yet flushed; outend ends it */
	bool counting;   /* the item at hand is a counter, and its value no argument */
	struct map hidden; /* arrows that leave from hidden tracks */
	struct packets packets;
	struct packetlane *lanes; /* by track; those of no events have not begun */
	size_t lanesroom, lanecount;
	struct buf used; /* for each group, whether something is drawn in it as a track */
	struct sequence *counters; /* by series */
	size_t countersroom, countercount;
	struct sequence stacked;   /* events with call stacks */
	struct stacks stacks;
	struct render render;
};

/* Makes a stage that draws everything; noflows, renders, idle, coarse, gauge and
 * drain are the caller's to set. perfettofree frees all but the output. */
void perfettoinit(struct perfetto *p);

void perfettofree(struct perfetto *p);

/* nst-perfetto with its options. */
extern const struct tool perfettotool;

#endif
