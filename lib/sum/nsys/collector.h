/* SPDX-License-Identifier: MIT */
/*
 * A report that is more than times by name: an engine takes the events, and at the end it adds rows
 * to groups, or writes them itself. It is the first member of a struct in its own file.
 */
#ifndef NST_COLLECTOR_H
#define NST_COLLECTOR_H

#include "metanames.h"
#include "sum/tally/clip.h"
#include "sum/tally/group.h"
#include "table/tableview.h"

/* What an engine is given; what it points to lives longer. */
struct collectorargs {
	const struct clip *clip;
	const struct metanames *metanames;
	const struct tableview *view; /* without columns and rows */
	struct buf *out;           /* written at any time */
	bool ranged;               /* names of kernels have the innermost range before them */
	size_t rows;               /* how many at most; 0 for as many as the report has */
	int64_t gap;               /* ns; idle for longer is worth a row */
	int64_t threshold;         /* percent; work of less is worth a row */
	int64_t chunks;            /* parts that time is looked at in */
};

/* Writes the table of a report, if it has rows: as many as were asked for, else at most the usual
 * number, 0 for all; says what was left out unasked. Entries get arg. Returns how many rows there
 * are. */
size_t collectorwrite(const struct collectorargs *ask, const struct column *columns, size_t count,
    size_t rows, size_t usual, const void *arg);

struct collector {
	unsigned want; /* bits of the integer keys that it reads */

	void (*event)(struct collector *, const struct event *);

	/* Adds what it has to groups by what the report has for columns; NULL where it writes. */
	void (*fold)(struct collector *, struct groups *);

	/* Writes the rows, or what is left of them: their number. */
	size_t (*write)(struct collector *);

	/* Says what the table leaves open; may be NULL. */
	void (*say)(const struct collector *);

	void (*free)(struct collector *);
};

/* Whether an event touches the window that was asked for: reports of single events have it
 * whole. */
static inline bool
collectortouches(const struct collectorargs *ask, const struct event *ev)
{
	int64_t end = evisopen(ev) ? INT64_MAX : evend(ev);

	return ask->clip->from < ask->clip->to &&
	    evoverlaps(ev->number[KEY_TS], end, ask->clip->from, ask->clip->to);
}

#endif
