/* SPDX-License-Identifier: MIT */
/*
 * The events of a stream added up by group. An event counts with its duration; what has none
 * (instants, counters, ranges never closed) is only counted. Calls get what they launched, copies
 * their bytes, projected ranges their kernels.
 */
#ifndef NST_TALLY_H
#define NST_TALLY_H

#include "event.h"
#include "group.h"
#include "pattern.h"

/* Events of the types that count. */
struct counts {
	uint64_t events;                   /* all */
	uint64_t instants, counters, open; /* those without a duration */
};

/* A tally under way; all zero but the keys of groups, and what to do. */
struct tally {
	struct groups groups;
	/* An event counts for each range around its launch, once where several have one name; else
	 * for the innermost. */
	bool everyrange;
	bool calls;        /* calls get what they launched */
	uint64_t types;    /* bits of those that count; 0 for all */
	/* The name to count under; may be NULL. */
	struct span (*rename)(const struct event *, struct span name, struct buf *scratch);
	struct tallypattern {
		struct pattern pattern;
		uint32_t text; /* the same, in groups.names */
		bool matched;  /* some event's name */
	/* Names that match none are left out; the others count under each that they match. */
	} *patterns;
	size_t patterncount;
	struct counts count;
	struct buf renamed;
	/* For each text the patterns that it matches, once that was asked. */
	struct answer *answers;
	uint64_t *seen;         /* for each text the scan of ranges that it was last in */
	uint64_t scans;
	uint32_t *found;        /* groups of the event at hand */
	size_t answersroom, seenroom, foundcount, foundroom;
};

/* Adds a pattern, which stays the caller's, or ends the program when it is a bad one; option is
 * named in the message. */
void tallypattern(struct tally *t, const char *option, const char *pattern);

/* Counts an event that is neither header, end nor meta record. */
void tallyevent(struct tally *t, const struct event *ev);

void tallyfree(struct tally *t);

#endif
