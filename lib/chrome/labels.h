/* SPDX-License-Identifier: MIT */
/* The stage of nst-chrome --labels: what nsys2json writes, for scripts that were made for it. */
#ifndef NST_LABELS_H
#define NST_LABELS_H

#include "base/map.h"
#include "stream/event.h"
#include "stream/stage.h"

struct labels {
	struct stage stage;
	bool object;        /* an object around the array */

	struct buf out;     /* written, and not yet flushed; outend ends it */
	size_t whole;       /* what of it ends with a whole object */
	bool any;           /* one was written */
	struct map devices; /* pid -> the first device that it uses */
	struct names keys;  /* of tracks */
	struct labeltrack *tracks; /* by key */
	size_t room;
	uint64_t left[TYPE_COUNT + 1]; /* events that nsys2json has no place for, by type */
};

/* Makes the stage; object is the caller's to set. It keeps all that it writes in memory until the
 * end, since the order is that of tracks. labelsfree frees all but the output. */
void labelsinit(struct labels *l);

void labelsfree(struct labels *l);

#endif
