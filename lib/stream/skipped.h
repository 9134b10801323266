/* SPDX-License-Identifier: MIT */
/* The kinds of events that nst-dump leaves out of each stream, because no answer depends on them,
 * with the number of each: {"marks of start and finish":7}. The end record has them as "skipped";
 * option -v prints them. */
#ifndef NST_SKIPPED_H
#define NST_SKIPPED_H

#include "base/map.h"

/* All zero is empty; skippedfree frees it. */
struct skipped {
	struct stringtable kinds;
	uint64_t *counts; /* by id of the kind */
	size_t room;
};

/* Adds events of a kind, which is plain text. */
void skippedadd(struct skipped *s, struct span kind, uint64_t count);

/* Adds the members of a JSON object, the value of "skipped", which ends as jsonopen demands. It
 * ignores members that are not positive integers. */
void skippedread(struct skipped *s, struct span object);

/* Adds all kinds of another. */
void skippedmerge(struct skipped *s, const struct skipped *other);

/* Appends the JSON object; nothing if no events were skipped. */
void skippedobject(const struct skipped *s, struct buf *out);

/* Appends "kind count" for each kind, separated by commas. */
void skippedlist(const struct skipped *s, struct buf *out);

void skippedfree(struct skipped *s);

#endif
