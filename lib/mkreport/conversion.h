/* SPDX-License-Identifier: MIT */
/* What the parts of the maker of reports share. */
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
	struct buf *skipped;    /* what the export has and the report has not */
	struct buf product;  /* with a NUL behind */
	int64_t environment; /* a string that is one; -1 for none */
	int64_t unmatched;     /* rows of no kind of event */
	struct buf event;
};

/* Adds to what the report has not: so many of a table, or of its column. */
void conversionskip(struct conversion *m, const char *table, const char *column, int64_t count);

/* Adds fields of texts from what was captured: those whose names begin so. */
void conversioncaptured(
    const struct conversion *m, struct buf *out, unsigned field, const char *prefix);

/* Adds messages of variables of an environment, those captured by that name. */
void conversionvariables(
    const struct conversion *m, struct buf *out, unsigned field, const char *name);

/* Writes the rows of all tables of events: each in its order, and together in order of time as far
 * as that goes. */
void conversionevents(struct conversion *m);

/* Writes the samples of metrics, all values of one time together; what the chunk header says of
 * them goes to sources. */
void conversionmetrics(struct conversion *m, struct buf *sources);

#endif
