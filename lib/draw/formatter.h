/* SPDX-License-Identifier: MIT */
/*
 * A formatter: what a thread needs to complete the items of a drawing and to format them. Threads
 * share the layout, which they only read, and nothing else, so the caches of names and args are
 * here.
 */
#ifndef NST_FORMATTER_H
#define NST_FORMATTER_H

#include "gpu/groupname.h"
#include "label.h"
#include "sliceargs.h"

struct draw;

/* A formatter of a drawing. */
struct itemformatter {
	struct draw *draw;
	void *own; /* the writer's: what its put needs for each thread */
	struct groupnamer namer;
	struct kernellabels kernellabels;
	struct sliceargs sliceargs;
	struct buf scratch;
};

/* Makes a formatter with the options and the header of another one. formatterfree frees it. */
void formattercopy(struct itemformatter *f, const struct itemformatter *from);

/* Frees all but own. */
void formatterfree(struct itemformatter *f);

#endif
