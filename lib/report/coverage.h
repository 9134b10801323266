/* SPDX-License-Identifier: MIT */
/* Coverage: the numbers of events and rows that a cursor has read, and of entries that give no
 * row. It also gathers which strings are secret. Each thread has its own; repcoverageadd joins
 * them. */
#ifndef NST_COVERAGE_H
#define NST_COVERAGE_H

#include "base/row.h"
#include "repschema.h"
#include "stream/skipped.h"

/* The most kinds of anomalies that are counted apart. */
enum { REP_ANOMALIES = 64 };

/* Kinds of anomalies: a field of the wrong type, an unknown event, an unknown field. When
 * there is no room for all, the first kinds have priority. */
enum repanomalykind { ANOMALY_TYPE, ANOMALY_EVENT, ANOMALY_FIELD };

struct repanomaly {
	enum repanomalykind what;
	uint64_t type, class; /* of an event */
	/* the field with the payload; of a field anomaly, the field's number */
	uint32_t payload;
	enum repmessage message;
	uint64_t count;
};

struct repcoverage {
	uint8_t *secrets; /* a bit set of strings */
	size_t secretroom;
	uint64_t events, generic;        /* numbers of entries that were read */
	uint64_t kinds[REP_EVENTS];      /* per kind of event, also those without rows */
	uint64_t rows[REP_TABLES];       /* per table */
	uint64_t incomplete[REP_TABLES]; /* rows left out: they lack a NOT NULL value */
	/* per table: its first NOT NULL column that a row lacked */
	const struct repcol *missingcol[REP_TABLES];
	/* per column, by repcol.index: values that no pair has shown */
	uint64_t *unproven;
	uint64_t properties; /* the number of system properties left out */
	uint64_t nolayout;   /* the number of generic events that match no layout */
	/* Sorted. If there are too many, the first ones in this order are kept, so the result
	 * does not depend on how threads share the blocks. */
	struct repanomaly anomalies[REP_ANOMALIES];
	size_t count;
	uint64_t moreanomalies; /* the sum of those that did not fit */
};

/* Initializes a coverage for a schema. The caller frees with repcoveragefree. */
void repcoverageopen(struct repcoverage *t, const struct repschema *s);

void repcoveragefree(struct repcoverage *t);

/* Marks a string as secret. */
void repcoveragehide(struct repcoverage *t, uint64_t string);

/* Returns true if a string is secret. */
bool repcoveragehidden(const struct repcoverage *t, uint64_t string);

/* Checks the trust in a value that was read from source. An unproven value is counted, and
 * becomes NULL if the schema has proven set. */
void repcoveragejudge(struct repcoverage *t, const struct repschema *s, const struct repcol *col,
    const struct repsource *source, struct cell *cell);

/* Counts a row of a table. lacking is a NOT NULL column without a value, or NULL; returns
 * false if it is not NULL. */
bool repcoveragerow(struct repcoverage *t, size_t table, const struct repcol *lacking);

/* Counts an anomaly. */
void repcoverageanomaly(struct repcoverage *t, const struct repanomaly *anomaly);

/* Adds the coverage of another thread. */
void repcoverageadd(
    struct repcoverage *t, const struct repcoverage *other, const struct repschema *s);

/* Adds the known parts that were not imported: exports of this version do not have them either, or
 * they are unproven and the schema leaves that out. */
void repcoverageskipped(
    const struct repcoverage *t, const struct repschema *s, struct skipped *out);

/* Appends a list of the parts that are not known, with counts, separated by commas. The list may be
 * empty. */
void repcoverageunknown(const struct repcoverage *t, struct buf *out);

/* Appends a list of both, which may be empty. */
void repcoverageleftout(const struct repcoverage *t, const struct repschema *s, struct buf *out);

/* Appends a list of the columns and events that were imported unproven. */
void repcoverageunproven(const struct repcoverage *t, const struct repschema *s, struct buf *out);

/* Appends a list of errors in the report: rows without a NOT NULL value, and fields of the
 * wrong type. */
void repcoveragebroken(const struct repcoverage *t, const struct repschema *s, struct buf *out);

#endif
