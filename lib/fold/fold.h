/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-fold: adds up time, or samples, by stack.
 *
 * Terms of this room:
 *   frame      a name in a stack: a range, a call, a kernel, a function
 *   stack      frames from the outermost to the innermost, such as step;forward;gemm
 *   stack tree all stacks with their weights, in which each stack knows the one around it
 *              (stacktree.h)
 *   weight     the time of exactly this stack in ns, or its cycles; as in a flame graph, time of
 *              deeper stacks is not included
 *   folded     the text format of flame graphs: a line with a stack and its weight
 *              (foldedformat.h)
 *   pprof      the binary profile format of Go's pprof (pprof.h)
 */
#ifndef NST_FOLD_H
#define NST_FOLD_H

#include "stream/stage.h"
#include "gpu/groupname.h"
#include "stackspill.h"
#include "sweepline.h"

/* The events that are folded: GPU work, calls and ranges of threads, or CPU samples. */
enum foldmode { FOLD_GPU, FOLD_CPU, FOLD_SAMPLES, FOLD_COUNT };

struct fold {
	struct stage stage;

	/* Options, which the caller sets after foldinit(). */
	enum foldmode mode;
	/* push the ranges around the capture of a graph's node, too, inside of those around
	 * its launch */
	bool captured;
	bool lenient; /* weights.full tells of an overflow; otherwise one ends the program */

	struct stacktree stacks;
	struct stackspill spill; /* of these stacks; limit is an option */
	struct sweepline sweepline;
	struct weights weights;
	struct clip clip;   /* the window of the stream */
	struct groupnamer namer; /* its style is an option */
	bool named;              /* --names was given */
	bool linked;        /* an event has a launch */
	uint64_t noend;     /* events left out: ranges never closed, GPU work without a duration */
	uint64_t nostack;   /* samples without a stack */
	uint64_t overflows; /* events that end after the largest possible time */
	struct buf text;
};

/* Initializes the stage, which is the last of its chain: it gives no events to a next one.
 * foldfree frees it. */
void foldinit(struct fold *f);

/* Returns the name of a mode, for the option --what. */
const char *foldname(enum foldmode what);

/* Returns the unit of the weights: "nanoseconds", "cycles" or "samples". All events must have
 * been read. */
const char *foldunit(const struct fold *f);

/* Returns the weight in this unit of a stack with that weight and number of events. */
uint64_t foldnumber(const struct fold *f, uint64_t weight, uint64_t count);

/* Calls put for each stack in byte order of its frames, which path has, separated by semicolons;
 * number is its weight in that unit. All events must have been read. */
void foldeach(struct fold *f, void (*put)(void *arg, struct span path, uint64_t number), void *arg);

/* Prints what the stacks lack, as warnings. name is that of the stream. All events must have
 * been read. */
void foldwarn(const struct fold *f, const char *name);

void foldfree(struct fold *f);

/* nst-fold with its options. */
extern const struct tool foldtool;

#endif
