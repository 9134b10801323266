/* SPDX-License-Identifier: MIT */
/*
 * Compares the runs of two sides, group by group.
 *
 * Glossary of this room:
 *   side      old or new; each has one run or more
 *   run       one file: a stream, a profile, or a table of nst-sum
 *   part      a step of a run, or its events outside all steps
 *   group     the events with the same values for the keys of --by
 *   cell      the count and total of a group in a part (runtotals.h)
 *   unit      a step or a run: tables have counts and totals of one unit
 *   sample    a group's total in one step or run; several of them tell noise from change
 *   factor    how many times larger the new samples are than the old ones (factor.h)
 */
#ifndef NST_DIFF_H
#define NST_DIFF_H

#include "factor.h"
#include "runtotals.h"

enum change {
	CHANGE_EQUAL,
	CHANGE_NEW,
	CHANGE_GONE,
	CHANGE_FASTER,
	CHANGE_SLOWER,
	CHANGE_NONE,    /* the factor's interval contains 1 */
	CHANGE_FEW,     /* too few samples for a 95 % interval */
	CHANGE_UNKNOWN, /* no samples, so the noise is unknown */
	CHANGE_COUNT
};

/* A group. Counts and totals are sums over all units of a side. */
struct diffrow {
	uint32_t group, type; /* the type is a number in diff.types */
	enum change change;
	uint64_t count[SIDE_COUNT];
	wide total[SIDE_COUNT]; /* ns */
	wide delta;             /* new total of one unit less the old one, times the units of
	                         * both sides, ns */
	struct factor factor;   /* only if there are samples */
};

/* Options; all zero is the default. */
struct diffoptions {
	bool runs;       /* --over run: units are runs, even if there are steps */
	size_t skip;     /* number of steps left out at the start of each run */
	double minshare; /* minimum share of its type's total that a group must have on one side */
};

struct diff {
	const struct runtotals *totals;
	struct diffoptions options;
	bool stepped; /* units are steps, else runs */
	bool bysteps; /* samples are steps, else runs */
	bool known;   /* there are samples: at least two on each side */
	uint64_t units[SIDE_COUNT];
	size_t runs[SIDE_COUNT];
	uint64_t stepless;        /* number of events left out, since they are in no step */
	struct factorplan plan;   /* only if there are samples */
	struct stringtable types; /* values of the key type; one empty text if type is no key */
	wide (*typetotal)[SIDE_COUNT];
	size_t typeroom;
	struct diffrow *rows; /* by descending change, then by descending total */
	size_t count;
	size_t small; /* number of groups below the minimum share */
};

/* Compares the runs of totals. difffree frees the result. Ends the program if a side has no
 * unit. */
void diffmake(struct diff *d, struct runtotals *l, const struct diffoptions *options);

/* Returns the new total of one unit over the old one, negative if there is no old one. */
double diffratio(const struct diff *d, const struct diffrow *row);

/* Returns the number of groups that became worse by more than a share, and sets *worst to the index
 * of the worst. A group is worse if it became slower (with a 95 % interval, if all of that is above
 * the share), or if it is new and takes more than that share of its type's old total. Ignores
 * groups with less than least of their type's total on both sides, and sets *small to their
 * number. */
size_t diffworse(const struct diff *d, double share, double least, size_t *worst, size_t *small);

/* Returns the name of a change, such as "slower". */
const char *diffname(enum change change);

void difffree(struct diff *d);

#endif
