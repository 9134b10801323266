/* SPDX-License-Identifier: MIT */
/*
 * The events of a stream added up by group. An event counts with its duration; what has none
 * (instants, counters, ranges never closed) is only counted. Calls get what they launched, copies
 * their bytes, projected ranges their kernels.
 */
#ifndef NST_TALLY_H
#define NST_TALLY_H

#include "accumulator.h"
#include "base/pattern.h"
#include "group.h"
#include "selftime.h"
#include "stream/event.h"

/* Which ranges around a launch an event counts for: the innermost, or all, once where several have
 * one name. */
struct enclosingranges {
	bool all;
	uint64_t *seen; /* for each text the scan of ranges that it was last in */
	size_t seenroom;
	struct value *values; /* of the event at hand */
	size_t count, room;
};

/* What events, each counted once, add to: a type, a text, and a step, where events are grouped by
 * these. The place in p is the share of the facts. */
struct denominators {
	struct map known;
	struct denominator {
		struct value type, step;
		bool dropped; /* the step does not count */
	} *p;
	size_t count, room;
};

/* How a report counts, where that is not how events say it: each may be NULL. A part is one of the
 * several things that an event is, from 0. */
struct tallyhooks {
	/* Whether an event counts. */
	bool (*choose)(const struct event *);
	/* The name to count under, in scratch or not. */
	struct span (*name)(const struct event *, struct span name, struct buf *scratch);
	/* The texts of BY_FIRST and BY_SECOND; no bytes at NULL for none. */
	struct span (*label[2])(const struct event *, int part, struct buf *scratch);
	/* Bytes, which are added up in place of time; false when there are none. */
	bool (*amount)(const struct event *, int part, int64_t *bytes);
	int parts; /* 0 is 1 */
};

/* A tally under way; all zero but the keys of groups, and what to do. */
struct tally {
	struct groups groups;
	struct accumulator accumulator; /* of these groups */
	struct selftimes self;
	struct enclosingranges nvtx, captured;
	bool calls;        /* calls get what they launched */
	bool selves;       /* ranges get their self time */
	bool over;         /* groups have parts by step; events without one are left out */
	uint64_t stepless; /* how many those are */
	uint64_t types;    /* bits of those that count; 0 for all */
	const struct tallyhooks *hooks; /* of a report; NULL for none */
	/* Makes the names of kernels for a report, in scratch or not; NULL to keep them. */
	struct span (*kernelname)(const struct event *, struct span name, struct buf *scratch);
	struct tallypattern {
		struct pattern pattern;
		uint32_t text; /* the same, in groups.names */
		bool matched;  /* some event's name */
	/* Names that match none are left out; the others count under each that they match. */
	} *patterns;
	size_t patterncount;
	struct buf renamed;
	/* For each text the patterns that it matches, once that was asked. */
	struct patternmatches *answers;
	uint64_t scans;
	uint32_t *found;   /* groups of the event at hand */
	struct denominators shares; /* where an event may be in several groups */
	size_t answersroom, foundcount, foundroom;
	uint64_t othertimes; /* durations that count and are not of ranges */
};

/* Adds a pattern, which stays the caller's, or ends the program when it is a bad one; option is
 * named in the message. */
void tallypattern(struct tally *t, const char *option, const char *pattern);

/* Prepares what is wanted, which no longer changes; clip is the window. */
void tallyready(struct tally *t, const struct clip *clip);

/* The integer keys that must have been decoded. */
unsigned tallywant(const struct tally *t);

/* Counts an event that is neither header, end nor meta record. */
void tallyevent(struct tally *t, const struct event *ev);

/* Brings all that was added to the groups: before their times are looked at. */
void tallyflush(struct tally *t);

/* Whether an event may be in several groups. */
bool tallymanygroups(const struct tally *t);

void tallyfree(struct tally *t);

#endif
