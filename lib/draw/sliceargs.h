/* SPDX-License-Identifier: MIT */
/*
 * The args of slices as people read them: numbers with their unit in the key, sizes in words,
 * dimensions as "2 × 66 × 1", and nothing that is 0 or as always. nst-chrome(1) lists them.
 */
#ifndef NST_SLICEARGS_H
#define NST_SLICEARGS_H

#include <stdbool.h>

#include "stream/event.h"

/* Texts made before: the args of kernels are many and few are new. All zero is none; the owner sets
 * frames. */
struct sliceargs {
	/* For the writer: call stacks are drawn in another way, and not among the args. */
	bool separatestack;
	struct sliceargsentry {
		struct buf chip, raw, text;
		size_t full, fulln; /* where in the text the demangled name is, with its quotes */
	} cache[1 << 9];
	struct buf text;
	/* Of the latest, JSON, and may have no bytes: the demangled name among the args of a
	 * kernel, and the call stack that is not among them. */
	struct span demangled, stack;
};

/* The args that the event itself has, as an object in JSON, for an event whose GPU has the chip
 * given; no bytes when it has none, or no object. The span lasts until the next call. */
struct span sliceargsformat(struct sliceargs *d, const struct event *ev, struct span chip);

/* Writes ns as µs, exactly: a number in JSON with no more decimals than needed. */
void sliceargsmicros(struct buf *out, int64_t ns);

/* Writes the ranges around a call, an array of names, as a path in one string. */
void sliceargspath(struct buf *out, const struct event *ev, struct span nvtx);

void sliceargsfree(struct sliceargs *d);

#endif
