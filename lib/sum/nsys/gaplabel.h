/* SPDX-License-Identifier: MIT */
/* The texts of gpu_gaps:around about an event: its name, the call that launched it and the ranges
 * around the launch; or the cause, kind and blame of an idle state of nst-state. */
#ifndef NST_GAPLABEL_H
#define NST_GAPLABEL_H

#include "base/map.h"
#include "stream/event.h"

enum gaptext {
	GAPTEXT_NAME,
	GAPTEXT_CALL,
	GAPTEXT_RANGES, /* from the outermost to the innermost, with slashes between them */
	GAPTEXT_CAUSE = 0,
	GAPTEXT_KIND,
	GAPTEXT_BLAME,
	GAPTEXTS
};

/* All zero is empty; gaplabelsfree frees it. */
struct gaplabels {
	struct stringtable texts;
	struct gaplabel {
		uint32_t texts[GAPTEXTS];
	} *p;
	size_t count, room;
	struct buf scratch, ranges;
};

/* Adds the label of an event; returns its index. */
uint32_t gaplabeladd(struct gaplabels *l, const struct event *ev);

/* Returns a text of a label, empty if the event has none. */
struct span gaplabeltext(const struct gaplabels *l, uint32_t label, enum gaptext text);

void gaplabelsfree(struct gaplabels *l);

#endif
