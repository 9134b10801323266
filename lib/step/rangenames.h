/* SPDX-License-Identifier: MIT */
/* Patterns for the names of NVTX ranges that are steps: the user's, or the defaults. */
#ifndef NST_RANGENAMES_H
#define NST_RANGENAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pattern.h"

struct rangepattern {
	struct pattern pattern;
	const char *first; /* a name that matches begins with one of these bytes; NULL if unknown */
};

/* A name belongs to the first pattern that matches. */
struct rangenames {
	struct rangepattern *p;
	size_t count;
	bool begins[256]; /* by byte: some pattern may match a name that begins with it */
};

/* Adds a pattern of the user's. The option is named in the message if the pattern is invalid, which
 * ends the program. */
void rangenamesadd(struct rangenames *r, const char *option, const char *regex);

/* Adds the default patterns. */
void rangenamesdefault(struct rangenames *r);

/* Returns the index of the first pattern that matches a name, or -1. On a match, *number is the
 * number that the pattern's first group captured, or -1. */
int rangenamesmatch(const struct rangenames *r, struct span name, int64_t *number);

void rangenamesfree(struct rangenames *r);

#endif
