/* SPDX-License-Identifier: MIT */
/* The stage of nst-fold: stacks of ranges, calls and kernels with their times, or of samples. */
#ifndef NST_FOLD_H
#define NST_FOLD_H

#include "stream/stage.h"
#include "stream/timespan.h"
#include "sweepline.h"

/* What is folded. */
enum foldmode { FOLD_GPU, FOLD_CPU, FOLD_SAMPLES, FOLD_COUNT };

struct fold {
	struct stage stage;

	/* What is wanted: the caller's to set. */
	enum foldmode mode;
	bool captured; /* ranges around the capture of a graph's node stand behind those of its
	                * launch */

	struct stacktree stacks;
	struct sweepline sweepline;
	struct timespan timespan;
	int64_t utc;           /* UNIX time at ts 0, ns; of the first header that says it */
	bool hasutc;            /* one did */
	bool linked;           /* the stream is */
	uint64_t folded;       /* events that count */
	uint64_t noend;      /* left out: ranges never closed, GPU work without a duration */
	uint64_t noweight;    /* samples without a weight */
	uint64_t nostack;    /* samples without a stack */
	uint64_t overflows;       /* what ends later than times can say */
	struct buf text;
};

/* Makes a stage that gives nothing; foldfree frees it. */
void foldinit(struct fold *f);

/* The name of what is folded, as --what has it. */
const char *foldname(enum foldmode what);

/* The unit of weights once all events were read: "nanoseconds", "cycles" or "samples". */
const char *foldunit(const struct fold *f);

/* The weight of a stack, likewise. */
uint64_t foldweight(const struct fold *f, uint32_t stack);

/* Says, once the stream of that name was read, what the stacks lack. */
void foldwarn(const struct fold *f, const char *name);

void foldfree(struct fold *f);

/* nst-fold with its options. */
extern const struct tool foldtool;

#endif
