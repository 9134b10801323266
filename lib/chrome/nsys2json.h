/* SPDX-License-Identifier: MIT */
/* The stage of nst-chrome --labels: imitates the output of nsys2json, for scripts that read
 * it. */
#ifndef NST_NSYS2JSON_H
#define NST_NSYS2JSON_H

#include "base/map.h"
#include "stream/event.h"
#include "stream/stage.h"

struct nsys2json {
	struct stage stage;
	bool object; /* wrap the array into an object */

	struct buf out;          /* not yet flushed; outend() frees it */
	size_t complete;         /* the length of out up to the end of the last complete object */
	bool any;                /* an object was written */
	bool empty; /* the whole stream had no event to draw */
	struct map devices;      /* pid -> the first device that it uses */
	struct stringtable keys; /* identities of tracks */
	struct nsys2jsontrack *tracks; /* by number in keys */
	size_t room;
	uint64_t skipped[TYPE_COUNT + 1]; /* events that nsys2json has no category for, by type */
};

/* Initializes the stage. The caller may set object then. The stage keeps its output in memory
 * until the end, because the output is sorted by track. The caller ends out by outend();
 * nsys2jsonfree frees the rest. */
void nsys2jsoninit(struct nsys2json *l);

void nsys2jsonfree(struct nsys2json *l);

#endif
