/* SPDX-License-Identifier: MIT */
/* What a reader of events gathers beside rows: the strings that are secrets, and what of the report
 * it could not make rows of. Each reader has its own. */
#ifndef NST_COVERAGE_H
#define NST_COVERAGE_H

#include "base/row.h"
#include "repschema.h"

/* Kinds of unknown things that are told apart. */
enum { REP_ANOMALIES = 64 };

/* A field that has not what it should, an event that nobody knows, or a field of a message: the
 * first ones are never without room for the others. */
enum repanomalykind { ANOMALY_TYPE, ANOMALY_EVENT, ANOMALY_FIELD };

struct repanomaly {
	enum repanomalykind what;
	uint64_t type, class; /* of an event */
	uint32_t payload;     /* its field; of a field the number */
	enum repmessage message;
	uint64_t count;
};

struct repcoverage {
	uint8_t *secrets; /* a bit for each string */
	size_t secretroom;
	uint64_t events, generic;      /* read */
	uint64_t kinds[REP_EVENTS];    /* events of each kind that are rows, or would be */
	uint64_t rows[REP_TABLES];     /* made */
	uint64_t incomplete[REP_TABLES]; /* rows left out: they lack a NOT NULL value */
	const struct repcol *missingcol[REP_TABLES]; /* the first column of a table that had none */
	uint64_t *unproven;             /* of each column, by its place, that no pair has shown */
	uint64_t properties;           /* of the system, that are not imported */
	uint64_t nolayout;               /* generic events that no layout fits */
	/* In order, and the first ones of all: so it is the same which reader has read what. */
	struct repanomaly anomalies[REP_ANOMALIES];
	size_t count;
	uint64_t moreanomalies;/* strays beyond those */
};

/* Begins to gather; the shape stays where it is. The caller frees with repcoveragefree. */
void repcoverageopen(struct repcoverage *t, const struct repschema *s);

void repcoveragefree(struct repcoverage *t);

/* Notes that a string is a secret. */
void repcoveragehide(struct repcoverage *t, uint64_t string);

/* Whether it is. */
bool repcoveragehidden(const struct repcoverage *t, uint64_t string);

/* Judges a value that was found for a column in one of its ways: one that no pair has shown is
 * counted, and made NULL when only what is proven is wanted. */
void repcoveragejudge(struct repcoverage *t, const struct repschema *s, const struct repcol *col,
    const struct repsource *pick, struct cell *cell);

/* Counts a row of a table, by its number; false when it lacks what it must have. */
bool repcoveragerow(struct repcoverage *t, size_t table, const struct repcol *lacking);

/* Counts an unknown thing. */
void repcoverageanomaly(struct repcoverage *t, const struct repanomaly *stray);

/* Adds what another reader gathered. */
void repcoverageadd(
    struct repcoverage *t, const struct repcoverage *other, const struct repschema *s);

/* Writes what the report holds and is not imported, each kind with its count, between commas;
 * nothing when there is none. */
void repcoverageskipped(const struct repcoverage *t, const struct repschema *s, struct buf *out);

/* The same for what is imported and not proven. */
void repcoverageunproven(const struct repcoverage *t, const struct repschema *s, struct buf *out);

/* The same for what the report should not have: rows without a value that they must have, and
 * fields of a wrong type. */
void repcoveragebroken(const struct repcoverage *t, const struct repschema *s, struct buf *out);

#endif
