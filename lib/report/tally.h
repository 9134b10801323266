/* SPDX-License-Identifier: MIT */
/* What a reader of events gathers beside rows: the strings that are secrets, and what of the report
 * it could not make rows of. Each reader has its own. */
#ifndef NST_REPTALLY_H
#define NST_REPTALLY_H

#include "base/row.h"
#include "shape.h"

/* Kinds of unknown things that are told apart. */
enum { REP_STRAYS = 64 };

/* A field that has not what it should, an event that nobody knows, or a field of a message: the
 * first ones are never without room for the others. */
enum repstraykind { STRAY_TYPE, STRAY_EVENT, STRAY_FIELD };

struct repstray {
	enum repstraykind what;
	uint64_t type, class; /* of an event */
	uint32_t payload;     /* its field; of a field the number */
	enum repmessage message;
	uint64_t count;
};

struct reptally {
	uint8_t *secrets; /* a bit for each string */
	size_t secretroom;
	uint64_t events, generic;      /* read */
	uint64_t kinds[REP_EVENTS];    /* events of each kind that are rows, or would be */
	uint64_t rows[REP_TABLES];     /* made */
	uint64_t lacking[REP_TABLES];  /* rows left out, for want of a value that a row must have */
	const struct repcol *lacked[REP_TABLES]; /* the first column of a table that had none */
	uint64_t *values;              /* of each column, by its place, that no pair has shown */
	uint64_t properties;           /* of the system, that are not imported */
	uint64_t unlaid;               /* generic events that no layout fits */
	/* In order, and the first ones of all: so it is the same which reader has read what. */
	struct repstray strays[REP_STRAYS];
	size_t count;
	uint64_t others; /* strays beyond those */
};

/* Begins to gather; the shape stays where it is. The caller frees with reptallyfree. */
void reptallyopen(struct reptally *t, const struct repshape *s);

void reptallyfree(struct reptally *t);

/* Notes that a string is a secret. */
void reptallyhide(struct reptally *t, uint64_t string);

/* Whether it is. */
bool reptallyhidden(const struct reptally *t, uint64_t string);

/* Judges a value that was found for a column in one of its ways: one that no pair has shown is
 * counted, and made NULL when only what is proven is wanted. */
void reptallyjudge(struct reptally *t, const struct repshape *s, const struct repcol *col,
    const struct reppick *pick, struct cell *cell);

/* Counts a row of a table, by its number; false when it lacks what it must have. */
bool reptallyrow(struct reptally *t, size_t form, const struct repcol *lacking);

/* Counts an unknown thing. */
void reptallystray(struct reptally *t, const struct repstray *stray);

/* Adds what another reader gathered. */
void reptallyadd(struct reptally *t, const struct reptally *other, const struct repshape *s);

/* Writes what the report holds and is not imported, each kind with its count, between commas;
 * nothing when there is none. */
void reptallyleft(const struct reptally *t, const struct repshape *s, struct buf *out);

/* The same for what is imported and not proven. */
void reptallyunproven(const struct reptally *t, const struct repshape *s, struct buf *out);

/* The same for what the report should not have: rows without a value that they must have, and
 * fields of a wrong type. */
void reptallybroken(const struct reptally *t, const struct repshape *s, struct buf *out);

#endif
