/* SPDX-License-Identifier: MIT */
/*
 * Event layouts: the fastest path for events. A layout is a decoder for events in which all lengths
 * are the same, too: of each number, text and message. So each byte has its place. One comparison
 * under a mask shows that an event has the layout, and each number is at a fixed offset. Example:
 * calls of 40 bytes with a correlation id of 4 bytes. Their tags, type, class and lengths of
 * messages are compared, and of other numbers the bits that tell their lengths. A cursor makes a
 * layout from a decoder and an event that fits it.
 */
#ifndef NST_EVENTLAYOUT_H
#define NST_EVENTLAYOUT_H

#include <stdbool.h>

#include "base/mem.h"

struct eventlayout;
struct repcursor;
struct repdecoder;

/* Layouts are in a set-associative cache: events of a type and a length have a set, in which
 * layouts that fit move to the front. */
enum { LAYOUT_SETS = 128, LAYOUT_WAYS = 4 };

/* The layouts of a cursor. All zero is empty; eventlayoutsfree frees them. */
struct eventlayouts {
	struct eventlayout *list[LAYOUT_SETS][LAYOUT_WAYS];
	uint32_t missed[LAYOUT_SETS]; /* the length of the last event without a layout */
	/* The numbers of layouts made and of events read by them: making one costs more than it
	 * saves unless many events have it. */
	uint64_t made, fits;
};

/* Makes a layout from an event that a decoder has just read. Makes none for the first event of its
 * length, if layouts of earlier events were of little use, or if the event has something that no
 * layout can read. */
void eventlayoutlearn(
    struct repcursor *c, const struct repdecoder *decoder, struct span event);

/* Goes to the next event with a wanted row, and reads that row. Returns false at an event that has
 * no layout; the cursor stays before it. Returns false, too, if the row is not complete, and sets
 * c->begun. */
bool eventlayoutnext(struct repcursor *c);

/* Goes to the next event that needs more than a layout, and appends the times of the rows before it
 * to the lists of repcursorspans(). If a list is full, returns the number of its table: the caller
 * has to empty it. Returns REP_NONE at that event. No rows of the current event may remain to be
 * read. */
size_t eventlayoutspans(struct repcursor *c);

void eventlayoutsfree(struct eventlayouts *t);

#endif
