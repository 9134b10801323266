/* SPDX-License-Identifier: MIT */
/* The table of counters (nst-sum --by counter): statistics of the values of each counter, of the
 * whole stream, by bins, or inside the time of kernels, ranges or steps. */
#ifndef NST_COUNTERTABLE_H
#define NST_COUNTERTABLE_H

#include "base/map.h"
#include "counterspans.h"
#include "sum/tally/accumulator.h"
#include "table/tableview.h"

/* All zero except accumulator and the fields of spans that its caller sets. countertablefree frees
 * it. */
struct countertable {
	const struct accumulator *accumulator; /* its window and its bins */
	struct counterspans spans;
	struct stringtable texts;
	struct stringtable known; /* the identities of counters; the id is the index in counters */
	struct counter *counters;
	size_t count, room;
	struct counterrow *rows;
	size_t rowcount, rowroom;
	double *values; /* of the next row */
	size_t valuecount, valueroom;
	long double weighted, time, sum; /* of these values: value * ns, ns, value */
	wide full; /* ns; of these values the time of those that are a full queue */
	size_t unplaced; /* counters of no GPU, which have no row by spans */
	bool lenient;    /* values out of order set unordered; otherwise they end the program */
	bool unordered;
	struct buf key, scratch;
};

/* The integer keys that must have been decoded. */
#define COUNTERTABLE_KEYS (COUNTERSPANS_KEYS | EVKEY(KEY_CONTEXT))

/* Reads an event; ignores those without a number as value. Ends the program if it is before the
 * previous one of its counter, unless lenient is set. */
void countertableevent(struct countertable *t, const struct event *ev);

/* Writes the titles of the columns that must not be added up, as a JSON array. */
void countertablenotadditive(const struct countertable *t, struct buf *out);

/* Writes the table, with the first top rows of each counter, or with all if top is 0. Drops the
 * values outside the window, so no event may follow. Returns the number of rows. */
size_t countertablewrite(
    struct countertable *t, const struct tableview *s, size_t top, struct buf *out);

void countertablefree(struct countertable *t);

#endif
