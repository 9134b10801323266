/* SPDX-License-Identifier: MIT */
/* Data about the session: the version of nsys, the times, and how many events and strings the
 * file should contain. */
#ifndef NST_SESSION_H
#define NST_SESSION_H

#include "base/row.h"
#include "file.h"
#include "messages.h"

struct repsession {
	struct buf product;     /* "2024.6.2.225", with a NUL that .n does not count */
	uint32_t version;       /* as REP_VERSION */
	struct span header;     /* the header message of the file */
	uint64_t vmid;          /* id of the machine */
	struct span targetname; /* such as "Local (CLI)"; p is NULL if unknown */
	/* Start and stop in ns on the clock of the session, and UNIX time in ns at the start.
	 * The flags tell which are known. */
	bool hastimes, hasutc, haszone;
	uint64_t start, stop, utc;
	uint64_t utcoffset; /* local time minus UTC, ns */
	/* The counts in the file's chunk header. */
	uint64_t events, generic, strings, threads;
};

/* Returns the leading digits and dots of a product name, such as "2024.6.2.225", and sets
 * *version from them; 0 if they are no version. */
struct span repversion(struct span product, uint32_t *version);

/* Reads the session data of an open report. Ends the program if the version is missing,
 * because the format depends on it. The caller frees with repsessionclose. */
void repsessionopen(struct repsession *k, const struct repfile *f);

void repsessionclose(struct repsession *k);

/* Sets a cell to a fact; NULL if it is unknown. */
void repsessionfact(const struct repsession *k, enum repsessionfact fact, struct row *row,
    struct cell *cell);

#endif
