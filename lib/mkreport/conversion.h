/* SPDX-License-Identifier: MIT */
/* The state of a conversion from an export to a report, which the files of this room share. */
#ifndef NST_CONVERSION_H
#define NST_CONVERSION_H

#include <sqlite3.h>

#include "report/repschema.h"
#include "reportwriter.h"

struct conversion {
	const char *path; /* of the export, for messages */
	sqlite3 *db;
	struct repschema schema;
	struct reportwriter reportwriter;
	/* the parts of the export that the report does not have, as a list */
	struct buf *skipped;
	struct buf product;  /* ends with a NUL */
	int64_t environment; /* the id of a string that is an environment; -1 for none */
	int64_t unmatched;   /* the number of rows that are no known kind of event */
	struct buf event;
};

/* Adds to the list of skipped parts: count rows of a table, or values of its column if that is
 * not NULL. A count of 0 adds nothing. */
void conversionskip(struct conversion *m, const char *table, const char *column, int64_t count);

/* Appends values of META_DATA_CAPTURE as texts in a field: those whose names begin with
 * prefix. */
void conversioncaptured(
    const struct conversion *m, struct buf *out, unsigned field, const char *prefix);

/* Appends environment variables as messages in a field: the values of META_DATA_CAPTURE with
 * this name. */
void conversionvariables(
    const struct conversion *m, struct buf *out, unsigned field, const char *name);

/* Writes the rows of all event tables as events. It merges the tables by time, and keeps the
 * order of rows in each table. */
void conversionevents(struct conversion *m);

/* Writes the rows of GPU_METRICS as generic events, one for all values of a GPU at a time.
 * Appends the layout of these events to sources, for the chunk header. */
void conversionmetrics(struct conversion *m, struct buf *sources);

#endif
