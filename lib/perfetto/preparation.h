/* SPDX-License-Identifier: MIT */
/*
 * Prepares items in the threads that format them (draw/itemqueue.h). The packets of a trace depend
 * on those before: strings have numbers, times are differences. So they are written in the order of
 * the items. The threads prepare in parallel the text of each item, and the encoding of its typed
 * args, which depend on no other item.
 */
#ifndef NST_PREPARATION_H
#define NST_PREPARATION_H

#include "draw/draw.h"
#include "packet.h"

/* The prepared items of a thread, which are not yet written. The owner sets typed and noflows; the
 * rest is zero. preparationfree frees it. */
struct preparation {
	const struct typedindex *typed;
	bool noflows;       /* arrows are not drawn */
	struct buf items;   /* for each item a struct preparedhead and its bytes */
	struct buf encoded; /* typed args of the current item */
	struct buf scanner; /* the JSON scanner's stack */
};

/* A prepared item. */
struct prepared {
	struct item item;    /* without an event; of its texts, only category and name are set */
	struct span stack;   /* the call stack: a JSON array, or empty */
	struct span value;   /* of a counter: a JSON number */
	struct span object;  /* args for packetargs: a JSON object, or empty */
	struct span encoded; /* args for packettyped */
	struct span others;  /* the other args, for preparednext */
};

/* Prepares an item and adds it. The record of the item and its category must outlive the use of the
 * prepared item. */
void prepare(struct preparation *r, struct itemformatter *f, const struct item *item);

/* Makes all prepared items ready to be read; none is added any more. */
void preparationready(struct preparation *r);

/* Reads the item at an offset of the items, from 0 on, and moves it to the next one. Returns false
 * behind the last one. */
bool preparationnext(const struct preparation *r, size_t *at, struct prepared *p);

/* Takes the next of the other args of an item. Returns false if there is none. */
bool preparednext(struct prepared *p, struct span *name, struct span *value);

/* Removes all items; the memory stays. */
void preparationclear(struct preparation *r);

void preparationfree(struct preparation *r);

#endif
