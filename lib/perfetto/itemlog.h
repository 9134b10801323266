/* SPDX-License-Identifier: MIT */
/*
 * The items of a drawing: their shape, track or series, time and category, but neither
 * names nor arguments. nst-page merges slices of such a log in place of reading the stream again.
 * An item takes about seven bytes, in memory or in a temporary file:
 *
 *   varint   track or series, shifted by two, and the shape
 *   varint   difference to the ts of the item before, zigzag, ns
 *   varint   dur + 1, ns; 0 for a range that was never closed
 *   varint   category
 */
#ifndef NST_ITEM_LOG_H
#define NST_ITEM_LOG_H

#include <stdbool.h>

#include "draw/draw.h"
#include "io/bytelog.h"

/* All zero but items.limit is an empty log; itemlogfree frees it. */
struct itemlog {
	struct bytelog items;
	struct stringtable categories;
	int64_t ts;   /* of the last item, ns */
};

/* Adds an item. */
void itemlogadd(struct itemlog *l, const struct item *item);

/* Calls take for each item. Only the members named above are set. */
void itemlogreplay(const struct itemlog *l, void (*take)(void *, const struct item *), void *arg);

void itemlogfree(struct itemlog *l);

#endif
