/* SPDX-License-Identifier: MIT */
/* The findings: losses above the thresholds of their rules, as records or as text. */
#ifndef NST_FINDING_H
#define NST_FINDING_H

#include "advise.h"

/* The record of a finding. Example: the rule sync-calls on device 0: .cost = 170243000, .span =
 * 875000000, .count = 2254. */
struct advised {
	enum rule rule;
	int64_t cost, span; /* ns; span is what the cost is a share of */
	uint64_t count;     /* how often */
	size_t gpus;        /* on how many GPUs; 0 if it is of no GPU */
	int64_t bytes;
	struct lossevent worst;
	struct rangecost top;
	bool haspid, hastid, hasdevice;
	int64_t pid, tid, device;
	struct buf sentence; /* plain text */
};

/* All zero is empty; advisedlistfree frees it. */
struct advisedlist {
	struct advised *p; /* the largest cost first */
	size_t count, room;
};

/* Returns true if a cost is above the threshold of a rule. Both times are in ns; the threshold is
 * a share of the span. */
bool advisedenough(enum rule rule, int64_t cost, int64_t span);

/* Adds a finding without its sentence, if its cost is above the threshold of the rule. Returns it,
 * valid until the next one is added, or NULL. */
struct advised *advisedadd(
    struct advisedlist *f, const struct advise *a, const struct advised *one);

/* Sorts the findings: the largest cost first, then in the order of the rules. */
void advisedlistsort(struct advisedlist *f);

/* Gives the findings to the next stage. */
void advisedgive(const struct advisedlist *f, struct advise *a);

/* Writes the findings as a numbered list in lines of at most 80 columns. */
void advisedtext(const struct advisedlist *f, const struct advise *a, struct buf *out);

void advisedlistfree(struct advisedlist *f);

#endif
