/* SPDX-License-Identifier: MIT */
/* What a report says of its session: which nsys made it, when it began, and how much of what there
 * is in the file. */
#ifndef NST_SESSION_H
#define NST_SESSION_H

#include "base/row.h"
#include "file.h"
#include "messages.h"

struct repsession {
	struct buf product; /* "2024.6.2.225", with a NUL behind that does not count */
	uint32_t version;   /* the same as REP_VERSION */
	struct span header; /* of the file */
	uint64_t vmid;   /* its id */
	struct span targetname; /* what its entry is called; p is NULL when it has none */
	/* Times, ns, on the clock of the session, and wall-clock time at its start. */
	bool hastimes, hasutc, haszone;
	uint64_t start, stop, utc;
	uint64_t utcoffset;/* what local time is ahead of UTC, ns */
	/* How many there are in the file. */
	uint64_t events, generic, strings, threads;
};

/* The digits and dots that a product's name begins with, and the version that they are as
 * REP_VERSION, 0 for none. */
struct span repversion(struct span product, uint32_t *version);

/* Takes the facts of a report that is open, or ends the program: without a version nobody can tell
 * what it holds. The caller frees with repsessionclose. */
void repsessionopen(struct repsession *k, const struct repfile *f);

void repsessionclose(struct repsession *k);

/* Makes a cell a fact, NULL when it is not known. */
void repsessionfact(const struct repsession *k, enum repsessionfact fact, struct row *row,
    struct cell *cell);

#endif
