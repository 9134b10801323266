/* SPDX-License-Identifier: MIT */
/* The facts that identify a capture: its host, and when it began. */
#ifndef NST_CAPTURE_H
#define NST_CAPTURE_H

#include "source/source.h"

/* The value of a name in a fact table of names and values. */
struct namedfact {
	const char *name;
	struct cell cell;
	struct buf text; /* of the cell */
	bool found;
};

/* Finds a fact about the export, as the type of the column; the caller frees its text. */
struct namedfact
captureexport(struct source *s, const char *name, const struct factcolumn *value);

/* Finds the time that a clock showed at time 0 of the profile, ns; column is the clock's in the
 * table of the session's start, such as utcEpochNs. Returns false if that is not known. */
bool capturestart(struct source *s, const char *column, int64_t *clock);

/* Finds the hash of the host's name, and the name itself, which is empty if the profile has only
 * the hash. Both have no bytes if the host is not known. The caller frees both. */
void capturehost(struct source *s, struct buf *hash, struct buf *name);

/* Finds the program that was profiled, and the first word of its arguments: up to a blank or "=",
 * since the rest may be secret. Either has no bytes if the profile does not tell it. The caller
 * frees both. */
void capturecommand(struct source *s, struct buf *program, struct buf *argument);

#endif
