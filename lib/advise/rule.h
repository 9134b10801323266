/* SPDX-License-Identifier: MIT */
/* The rules: each looks for one kind of lost time. nst-advise(1) gives the reasons for their
 * thresholds. */
#ifndef NST_RULE_H
#define NST_RULE_H

#include <stdbool.h>

#include "base/mem.h"

enum rule {
	RULE_H2D_ALONE,
	RULE_PAGEABLE,
	RULE_SYNC_COPY,
	RULE_SLOW_COPY,
	RULE_SMALL_GRIDS,
	RULE_EXPOSED_COMM,
	RULE_SYNC_CALLS,
	RULE_ALLOCATIONS,
	RULE_PROFILER,
	RULE_STREAM_WAITS,
	RULE_LAUNCH_BOUND,
	RULE_GAPS,
	RULE_ON_GPU, /* the number of rules above, each of which has a loss on each GPU */
	RULE_LOW_USE = RULE_ON_GPU,
	RULE_START_UP,
	RULE_TAIL,
	RULE_FIRST_STEP,
	RULE_STEPS_VARY,
	RULE_IMBALANCE,
	RULE_ITEM,
	RULE_SLOW_RANK,
	RULE_COUNT
};

struct ruleinfo {
	const char *id;     /* the name of its findings */
	int permille;       /* the least cost of a finding, in thousandths of the span */
	bool wall;          /* the cost is wall time; else it is time of a GPU */
	const char *what;   /* its subject, for --list */
	const char *more;   /* further thresholds, for --list; NULL for none */
	const char *advice; /* what people do about it: one sentence */
};

/* By enum rule. */
extern const struct ruleinfo rules[RULE_COUNT];

/* No rule reports less than this, ns. */
enum { RULE_LEAST = 1000000 };

/* The further thresholds. */
enum {
	SLOW_COPY_LEAST = 1 << 20,   /* bytes of a copy */
	SLOW_COPY_RATE = 3,          /* bytes per ns, that is GB/s */
	LAUNCH_GAP = 100000,         /* the longest gap, and kernel, of a launch that is late, ns */
	LOW_USE_PERCENT = 50,        /* of the time from the first to the last work */
	OUTSIDE_LEAST = 1000000000,  /* of start-up and tail, ns */
	OUTSIDE_PERCENT = 50,        /* of the span: above it OUTSIDE_LEAST does not apply */
	FIRST_STEP_PERCENT = 150,    /* of the median of the others */
	STEPS_LEAST = 5,             /* number of steps, besides the first */
	IMBALANCE_PERCENT = 10,      /* of the largest time of compute */
	SLOW_RANK_PERCENT = 60,      /* of the time that ranks waited */
};

/* Returns the rule with that id, or RULE_COUNT. */
enum rule rulefind(const char *id);

/* Writes the rules with their thresholds, in lines of at most 80 columns. */
void rulelist(struct buf *out);

#endif
