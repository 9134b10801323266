/* SPDX-License-Identifier: MIT */
/*
 * Formats the arguments of slices for people: units in the keys, large sizes also as "4.20 GB",
 * dimensions as "2 × 66 × 1". Zeros and default values are left out. nst-chrome(1) lists them.
 */
#ifndef NST_SLICEARGS_H
#define NST_SLICEARGS_H

#include <stdbool.h>

#include "stream/event.h"

/* The formatter, with a direct-mapped cache: kernels and copies often have the args of earlier
 * ones. All zero is empty; the owner may set separatestack. */
struct sliceargs {
	/* The writer draws call stacks itself, so they are not among the args but in stack
	 * below. */
	bool separatestack;
	struct sliceargsentry {
		enum event_type type;
		struct buf chip, raw, text;
		int64_t bytes; /* as below */
		/* position and length of the demangled name in text, with quotes */
		size_t full, fulln;
	} cache[1 << 9];
	struct buf text;
	/* Results of the latest sliceargsformat(), as JSON or empty: the demangled name of a
	 * kernel from its args, and the call stack if separatestack is set. */
	struct span demangled, stack;
	int64_t bytes;  /* of a copy or a memset, by its args; -1 if they are unknown */
	bool projected; /* the event is a projected range with nothing but the args of nst-link */
};

/* Returns the args of an event, formatted, as a JSON object. chip is that of the event's GPU,
 * such as "GA100", for the occupancy; it may be empty. The result is empty if the event's args
 * are no object. It is valid until the next call. */
struct span sliceargsformat(struct sliceargs *d, const struct event *ev, struct span chip);

/* Appends ns in microseconds, exactly: a JSON number without trailing zeros. */
void sliceargsmicros(struct buf *out, int64_t ns);

/* Appends the NVTX ranges around a call, a JSON array of names, as one JSON string: "step /
 * forward". */
void sliceargspath(struct buf *out, const struct event *ev, struct span nvtx);

void sliceargsfree(struct sliceargs *d);

#endif
