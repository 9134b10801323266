/* SPDX-License-Identifier: MIT */
/* Measures how long a run lasted and how long its GPUs worked: for the whole run, and for its
 * steps. The time of the steps is from the first event of the first step to the end of the last
 * event of any step, and only work in steps counts. Only streams tell it, not tables of nst-sum. */
#ifndef NST_RUNWORK_H
#define NST_RUNWORK_H

#include "sum/tally/busytime.h"

/* Times, ns; all but span are means of the GPUs that worked. */
struct worktimes {
	bool known;
	size_t gpus;        /* number of GPUs that worked */
	double span, busy;  /* busy: some work ran */
	double exposed;     /* communication ran, and no computation */
};

enum work_part { WORK_RUN, WORK_STEPS, WORK_PARTS };

/* The measurement of a run. */
struct runwork {
	struct identitytable ids;
	struct workclassifier classifier;
	struct busytime busy[WORK_PARTS];
	struct clip *clip;      /* the caller's */
	struct timespan steps;  /* of the events in steps */
	size_t skip, count;     /* number of steps to leave out, and of those that began */
	int64_t first;          /* the number of the first step */
	int64_t lateststep;     /* the largest number of a step */
	int64_t leastkept;      /* the number of the first step that counts */
	bool unsorted;          /* GPU events are not in order: nothing is known */
	bool disordered;        /* the steps to leave out are not those that began first */
};

/* The integer keys that must have been decoded. */
#define RUNWORK_KEYS (BUSYTIME_KEYS | EVKEY(KEY_STEP))

/* clip must not move. skip is the number of steps to leave out. */
void runworkinit(struct runwork *w, struct clip *clip, size_t skip);

/* Reads an event, after clipevent. */
void runworkevent(struct runwork *w, struct event *ev);

/* Computes the times once the window is final. */
struct worktimes runworktimes(const struct runwork *w, enum work_part part);

void runworkfree(struct runwork *w);

#endif
