/* SPDX-License-Identifier: MIT */
/* Chooses among the ranges around a launch, which the key "nvtx" or "captured" lists from the
 * outermost to the innermost, those that an event counts for. */
#ifndef NST_ENCLOSING_H
#define NST_ENCLOSING_H

#include "base/pattern.h"
#include "group.h"
#include "stream/event.h"

enum enclosing_choice {
	ENCLOSING_INNERMOST, /* --by nvtx */
	ENCLOSING_ALL,       /* nvtx:all; of several ranges with one name only one counts */
	ENCLOSING_LEVEL,     /* nvtx:2 */
	ENCLOSING_PATTERN,   /* nvtx:^layer, the innermost that matches */
};

/* All zero is the innermost. */
struct enclosingranges {
	enum enclosing_choice choice;
	int64_t level; /* 1 is the outermost */
	struct pattern pattern;
	char *selector; /* as the user wrote it, or NULL */
	bool matched;   /* some event had a range of that level, or one that matches */
	unsigned char *matches; /* by text, for patterns: 0 if unknown, 1 if not, 2 if it matches */
	size_t matchesroom;
	uint64_t *seen; /* by text, for ENCLOSING_ALL: the number of the last scan that had it */
	size_t seenroom;
	uint64_t scans;
	struct value *values; /* of the current event: one that is not given if there are none */
	size_t count, room;
};

/* Reads the text behind the colon of a key: all, a level or a pattern. Ends the program if the
 * pattern is invalid; the message names option. */
void enclosingselect(struct enclosingranges *a, const char *option, struct span selector);

/* Reads the ranges of an event, in the value of a key. */
void enclosingread(
    struct enclosingranges *a, struct groups *g, const struct event *ev, enum event_key key);

/* Prints a warning if a level or pattern chose no range. key is that of --by. */
void enclosingwarn(const struct enclosingranges *a, const char *key);

/* Removes what is known of texts, since their numbers change. */
void enclosingforget(struct enclosingranges *a);

void enclosingfree(struct enclosingranges *a);

#endif
