/* SPDX-License-Identifier: MIT */
/* The stage of nst-chrome --labels: what nsys2json writes, for scripts that were made for it. */
#ifndef NST_NSYS2JSON_H
#define NST_NSYS2JSON_H

#include "base/map.h"
#include "stream/event.h"
#include "stream/stage.h"

struct nsys2json {
	struct stage stage;
	bool object;        /* an object around the array */

	struct buf out;     /* written, and not yet flushed; outend ends it */
	size_t complete;       /* what of it ends with a whole object */
	bool any;           /* one was written */
	struct map devices; /* pid -> the first device that it uses */
	struct stringtable keys;  /* of tracks */
	struct nsys2jsontrack *tracks; /* by key */
	size_t room;
	uint64_t skipped[TYPE_COUNT + 1]; /* events that nsys2json has no place for, by type */
};

/* Makes the stage; object is the caller's to set. It keeps all that it writes in memory until the
 * end, since the order is that of tracks. nsys2jsonfree frees all but the output. */
void nsys2jsoninit(struct nsys2json *l);

void nsys2jsonfree(struct nsys2json *l);

#endif
