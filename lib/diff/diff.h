/* SPDX-License-Identifier: MIT */
/* What changed between two sides, group by group. */
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
	CHANGE_NONE,    /* seen */
	CHANGE_FEW,     /* samples, too few to be sure */
	CHANGE_UNKNOWN, /* how much of it is noise */
	CHANGE_COUNT
};

/* A group; counts and totals are of all units. */
struct diffrow {
	uint32_t group, type; /* the type is a number in diff.types */
	enum change change;
	uint64_t count[SIDE_COUNT];
	wide total[SIDE_COUNT]; /* ns */
	wide delta;             /* of the totals of one unit, ns times the units of both sides */
	struct factor factor;     /* where samples are known */
};

/* What is asked; zero is the usual. */
struct diffoptions {
	bool runs;       /* totals are of runs, even where there are steps */
	size_t skip;     /* steps of each run left out, the first ones */
	double minshare; /* of its type's total, on either side, that a group must have to count */
};

struct diff {
	const struct runtotals *totals;
	struct diffoptions options;
	bool stepped;              /* units are steps, else runs */
	bool bysteps;              /* samples are steps, else runs */
	bool known;                /* there are samples: two a side or more */
	uint64_t units[SIDE_COUNT];
	size_t runs[SIDE_COUNT];
	uint64_t stepless;         /* events left out, since they are in no step */
	struct factorplan plan;     /* if samples are known */
	struct stringtable types;  /* values of the key type; the empty one where nobody asked */
	wide (*typetotal)[SIDE_COUNT];
	size_t typeroom;
	struct diffrow *rows;      /* the largest change first, of equal ones the largest total */
	size_t count;
	size_t small;              /* groups that do not count, for they are too small */
};

/* Compares what a ledger has; difffree frees it. Ends the program when there is nothing to
 * compare. */
void diffmake(struct diff *d, struct runtotals *l, const struct diffoptions *options);

/* New total over old, of one unit; negative where there is no old one. */
double diffratio(const struct diff *d, const struct diffrow *row);

/* How many groups are worse by more than a share, which is worst in *worst: slower, with the whole
 * interval where there is one of 95 %; or new, with more than that share of their type's old total.
 * Those with less than least of their type's total on both sides are not looked at; how many these
 * are is in *small. */
size_t diffworse(const struct diff *d, double share, double least, size_t *worst, size_t *small);

/* The change as a word or two. */
const char *diffname(enum change change);

void difffree(struct diff *d);

#endif
