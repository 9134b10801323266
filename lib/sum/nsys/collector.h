/* SPDX-License-Identifier: MIT */
/* A stats report that is more than durations by name has a collector. It reads the events. At the
 * end it adds rows to groups, or writes the table itself. A collector is the first member of a
 * larger struct in its own file. */
#ifndef NST_COLLECTOR_H
#define NST_COLLECTOR_H

#include "metanames.h"
#include "program/clip.h"
#include "sum/tally/group.h"
#include "table/tableview.h"

/* The arguments of a collector. Whatever they point to outlives it. */
struct collectorargs {
	const struct clip *clip;
	const struct metanames *metanames;
	const struct tableview *view; /* without columns and rows */
	struct buf *out;              /* flushed as it fills */
	bool ranged;                  /* names of kernels are "RANGE/KERNEL", with the innermost
	                               * range */
	size_t rows;                  /* maximum number of rows; 0 for that of the report */
	int64_t gap;                  /* ns; longer idle times are rows */
	bool around;                  /* they have columns about the events around them */
	int64_t threshold;            /* percent; less busy times are rows */
	int64_t chunks;               /* number of parts that the time is divided into */
};

/* Writes the table of a stats report, if it has rows: at most args->rows, or, if that is 0, at most
 * usual (0 for all), with a warning if that cuts the table. cellarg is passed to the columns.
 * Returns the number of rows before the cut. */
size_t collectorwrite(const struct collectorargs *args, const struct column *columns, size_t count,
    size_t rows, size_t usual, const void *cellarg);

struct collector {
	unsigned want; /* bits of the integer keys that it reads */

	void (*event)(struct collector *, const struct event *);

	/* Adds rows to groups, whose keys are the columns of the report. NULL if it has write. */
	void (*togroups)(struct collector *, struct groups *);

	/* Writes the rows that are not written yet. Returns the number of rows. */
	size_t (*write)(struct collector *);

	/* Prints warnings about the table; may be NULL. */
	void (*warn)(const struct collector *);

	void (*free)(struct collector *);
};

/* Returns true if an event touches the requested window. Reports of single events do not clip
 * them. */
static inline bool
collectortouches(const struct collectorargs *args, const struct event *ev)
{
	int64_t end = evisopen(ev) ? INT64_MAX : evend(ev);

	return args->clip->from < args->clip->to &&
	    evoverlaps(ev->number[KEY_TS], end, args->clip->from, args->clip->to);
}

#endif
