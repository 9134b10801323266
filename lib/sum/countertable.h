/* SPDX-License-Identifier: MIT */
/* The table of counters (nst-sum --by counter): statistics of the values of each counter. */
#ifndef NST_COUNTERTABLE_H
#define NST_COUNTERTABLE_H

#include "base/map.h"
#include "program/clip.h"
#include "table/tableview.h"

/* All zero except clip. countertablefree frees it. */
struct countertable {
	const struct clip *clip;
	struct stringtable texts;
	struct stringtable known; /* the identities of counters; the id is the index of the row */
	struct counterrow *rows;
	size_t count, room;
	struct buf key, scratch;
};

/* The integer keys that must have been decoded. */
#define COUNTERTABLE_KEYS \
	(EVKEY(KEY_PID) | EVKEY(KEY_GPU) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT))

/* Reads an event; ignores those without a number as value. Ends the program if it is before the
 * previous one of its counter. */
void countertableevent(struct countertable *t, const struct event *ev);

/* Writes the titles of the columns that must not be added up, as a JSON array. */
void countertablenotadditive(struct buf *out);

/* Writes the table. Drops the values outside the window and sorts the others, so no event may
 * follow. Returns the number of rows. */
size_t countertablewrite(struct countertable *t, const struct tableview *s, struct buf *out);

void countertablefree(struct countertable *t);

#endif
