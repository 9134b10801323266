/* SPDX-License-Identifier: MIT */
/* Adds up the events of a stream by group. Events without a duration (instants, counters, ranges
 * never closed) are only counted. Calls also get the GPU events that they launched, copies their
 * bytes, projected ranges their kernels. */
#ifndef NST_TALLY_H
#define NST_TALLY_H

#include "accumulator.h"
#include "addendlog.h"
#include "base/pattern.h"
#include "enclosing.h"
#include "group.h"
#include "groupspill.h"
#include "selftime.h"
#include "stream/event.h"
#include "hostparts.h"
#include "ncclranges.h"
#include "sweep.h"

/* The denominators of shares, by type and step, if events are grouped by these. Each event counts
 * once, even if it is in several groups. The index in p is the group of ADDEND_DENOMINATOR. */
struct denominators {
	struct map known;
	struct denominator {
		struct value type, step;
		bool dropped; /* --skip leaves the step out */
	} *p;
	size_t count, room;
};

/* The callbacks of a stats report that counts in its own way; each may be NULL. part is the number
 * of one of the amounts that an event has, from 0: an MPI collective has the bytes sent and
 * received. */
struct tallyhooks {
	/* Returns true if an event counts. */
	bool (*choose)(const struct event *);
	/* Returns the name to count under, which may be in scratch. */
	struct span (*name)(const struct event *, struct span name, struct buf *scratch);
	/* Return the texts of BY_LABEL1 and BY_LABEL2, or NULL for none. */
	struct span (*label[2])(const struct event *, int part, struct buf *scratch);
	/* Sets the bytes to add up instead of time; returns false if there are none. */
	bool (*amount)(const struct event *, int part, int64_t *bytes);
	int parts; /* number of parts; 0 is 1 */
};

/* All zero, except the fields that the caller sets before tallyready: the keys of groups, bins,
 * the choice of ranges and the options below. */
struct tally {
	struct groups groups;
	struct groupspill spill;        /* of these groups; limit is a field of the caller, and
	                                 * must be 0 for sweep */
	struct accumulator accumulator; /* of these groups */
	struct addendlog log; /* with bins: addends that do not fit into memory */
	struct selftimes selftimes;
	struct sweep sweep; /* its options and pointers are fields of the caller */
	struct hostparts hostparts; /* wanted is a field of the caller */
	struct enclosingranges nvtx, captured;
	bool plain;        /* a field of the caller, which reads only counts, durations, waits and
	                    * transfers then, and adds no patterns */
	bool calls;        /* calls get the GPU events that they launched */
	bool launched;     /* a GPU event was added to its CUDA call */
	bool rangedcalls; /* CUDA calls have the key "nvtx" themselves (nst-link --nvtx) */
	bool wantselftime; /* ranges get their self time */
	bool wantmessages; /* kernels of collectives get the sizes of their messages */
	struct ncclranges ncclranges; /* for them */
	uint64_t messages; /* number of kernels that have one */
	bool perstep;      /* --over step: groups have a subgroup for each step */
	uint64_t stepless; /* number of events outside all steps, which perstep leaves out */
	uint64_t types;    /* bits of the types that count; 0 for all */
	const struct tallyhooks *hooks; /* of a stats report, or NULL */
	/* Makes the names of kernels for a stats report, in scratch or not; NULL to keep them. */
	struct span (*kernelname)(const struct event *, struct span name, struct buf *scratch);
	struct tallypattern {
		struct pattern pattern;
		uint32_t text; /* the pattern's text in groups.names */
		bool matched;  /* at least one name matched */
	/* Names that match no pattern are left out; others count under each that they match. */
	} *patterns;
	size_t patterncount;
	struct buf renamed;
	/* For each text the patterns that it matches, as a cache. */
	struct patternmatches *matches;
	uint32_t *groupsfound;            /* groups of the current event */
	struct denominators denominators; /* only if events may be in several groups */
	size_t matchesroom, foundgroups, foundroom;
	uint64_t othertimes; /* number of durations that count and are not of ranges */
};

/* Adds a pattern, which remains the caller's. Ends the program if it is invalid; the message names
 * option. */
void tallypattern(struct tally *t, const char *option, const char *pattern);

/* Must be called after the caller has set its fields, which it must not change from here on. clip
 * is the window. */
void tallyready(struct tally *t, const struct clip *clip);

/* Returns the integer keys that must have been decoded. */
unsigned tallywant(const struct tally *t);

/* Adds an event, which must not be a header, end or meta record. */
void tallyevent(struct tally *t, const struct event *ev);

/* Adds everything that was deferred or buffered. Must precede any use of the groups. */
void tallyflush(struct tally *t);

/* Spills all groups, and makes those again, empty, that open ranges and deferred addends need. With
 * bins these addends go to a log. */
void tallyspill(struct tally *t);

/* Returns true if an event may be in several groups. */
bool tallymanygroups(const struct tally *t);

void tallyfree(struct tally *t);

#endif
