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
 *   figure    the time of a group that nst-diff compares: its total in a step, or, where runs
 *             have no steps, its mean for a call, so that less work is not faster
 *   sample    a group's figure in one step, run or batch of calls; several of them tell noise
 *             from change
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

/* What the samples are. */
enum samples { SAMPLES_STEPS, SAMPLES_RUNS, SAMPLES_CALLS };

/* A group. Counts and totals are sums over all units of a side. It has no padding: its bytes go to
 * a file. */
struct diffrow {
	uint32_t group, type; /* the type is a number in diff.types */
	enum change change;
	uint32_t plan; /* index in diff.plans, plus one; 0 without samples: it takes at least two
	                * of them on each side */
	uint64_t count[SIDE_COUNT];
	wide total[SIDE_COUNT]; /* ns */
	wide delta;             /* new total of one unit less the old one, times the units of
	                         * both sides, ns */
	double effect;          /* by how much longer a unit of the new side takes, since the figure
	                         * changed, ns: the delta of one unit, or the change of the mean
	                         * times the new calls; the whole total if a side has no calls */
	struct factor factor;   /* only if there are samples */
};

/* Options; all zero is the default. */
struct diffoptions {
	bool runs;       /* --over run: units are runs, even if there are steps */
	size_t skip;     /* number of steps left out at the start of each run */
	double minshare; /* minimum share of its type's total that a group must have on one side */
};

struct diff {
	struct runtotals *totals;
	struct diffoptions options;
	bool stepped; /* units are steps, else runs */
	enum samples samples;
	size_t samplecount[SIDE_COUNT]; /* if they are steps or runs */
	bool known;        /* some row has samples */
	double confidence; /* the least of all rows that have samples */
	uint64_t units[SIDE_COUNT];
	size_t runs[SIDE_COUNT];
	uint64_t stepless;        /* number of events left out, since they are in no step */
	struct factorplan *plans; /* of all sizes of samples that rows have */
	size_t plancount, planroom;
	struct map plansof; /* (number of old, of new samples) -> index of the plan */
	struct stringtable types; /* values of the key type; one empty text if type is no key */
	wide (*typetotal)[SIDE_COUNT];
	size_t typeroom;
	/* Rows by descending effect of either sign, then by descending total; diffrowat returns
	 * them. */
	struct diffrow *rows;
	struct rowspill *spilled; /* the rows if they are not in memory, else NULL */
	size_t count, room;
	size_t small; /* number of groups below the minimum share */
};

/* Compares the runs of totals. difffree frees the result. Ends the program if a side has no
 * unit. */
void diffmake(struct diff *d, struct runtotals *l, const struct diffoptions *options);

/* Returns the row with that index. It, and its group in totals, are valid until the next call. */
const struct diffrow *diffrowat(const struct diff *d, size_t index);

/* Returns true if a row has samples. */
static inline bool
diffknown(const struct diffrow *row)
{
	return row->plan > 0;
}

/* Returns the confidence of the factor of a row that has samples. */
static inline double
diffconfidence(const struct diff *d, const struct diffrow *row)
{
	return d->plans[row->plan - 1].confidence;
}

/* Returns the new total of one unit over the old one, negative if there is no old one. */
double diffratio(const struct diff *d, const struct diffrow *row);

/* Returns the new figure over the old one, negative if there is no old one. */
double difffigureratio(const struct diff *d, const struct diffrow *row);

/* Returns by what the total of a side is divided for its figure; 0 if it has none. */
wide difffigureby(const struct diff *d, const struct diffrow *row, enum side side);

/* Returns what the figure of all groups is of: "step" or "call". */
const char *difffigure(const struct diff *d);

/* Returns the number of groups that became worse by more than a share, and sets *worst to the index
 * of the worst. A group is worse if its figure became larger (with a 95 % interval, if all of that
 * is above the share, too), or if it is new and takes more than that share of its type's old total.
 * Ignores groups with less than least of their type's total on both sides, and sets *small to their
 * number. */
size_t diffworse(const struct diff *d, double share, double least, size_t *worst, size_t *small);

/* Returns the name of a change, such as "slower". */
const char *diffname(enum change change);

void difffree(struct diff *d);

#endif
