/* SPDX-License-Identifier: MIT */
/* What rows and slices are called: short, and told apart by what comes first. */
#ifndef NST_LABEL_H
#define NST_LABEL_H

#include <stdbool.h>

#include "base/map.h"
#include "base/mem.h"

/* No label of a row is longer, in characters, but where two would be equal. */
enum { LABEL_MAX = 30 };

/* How many characters a text has: of UTF-8, each byte that begins none counts none. */
size_t labellength(struct span text);

/* Appends a text; where it has more characters than given, its middle is left out for a "…".
 * Nothing of it where there are fewer than five. */
void labelshorten(struct buf *out, struct span text, size_t most);

/* Kernels whose labels are taken. All zero is none. */
struct kernellabels {
	struct names names;/* demangled names, as inside a JSON string */
	struct names labels;
	uint32_t *labelof;  /* by number in names: number in labels */
	size_t room;
	struct buf scratch;
};

/* What a kernel is called by its demangled name, both as inside a JSON string: what it does first,
 * such as the functor or the lambda that it applies, then its own name with its plain template
 * arguments. No two names have one label. The span lasts until the next call. */
struct span labelkernel(struct kernellabels *k, struct span full);

void kernellabelsfree(struct kernellabels *k);

/* The numbers that PyTorch writes behind the name of an operator. */
struct operator {
	struct span name;    /* without them */
	struct span seq, id; /* digits, or no bytes */
};

/* Splits the name of a range, as inside a JSON string; false when it has no such numbers. */
bool labeloperator(struct operator *o, struct span name);

#endif
