/* SPDX-License-Identifier: MIT */
/* Labels of kernels, operators and rows. */
#ifndef NST_LABEL_H
#define NST_LABEL_H

#include <stdbool.h>

#include "base/map.h"
#include "base/mem.h"

/* The most characters in the label of a row, unless two rows need longer ones to differ. */
enum { LABEL_MAX = 30 };

/* Returns the number of characters in UTF-8 text. Continuation bytes do not count. */
size_t labellength(struct span text);

/* Appends a text of at most max characters: the middle of a longer one becomes "…". If max is
 * less than five, a longer text is not appended at all. */
void labelshorten(struct buf *out, struct span text, size_t max);

/* A cache of the labels of kernels. All zero is empty; kernellabelsfree frees it. */
struct kernellabels {
	struct stringtable names; /* demangled names, as JSON string contents */
	struct stringtable labels;
	uint32_t *labelof; /* by number in names: a number in labels */
	size_t room;
	struct buf scratch;
};

/* Returns the label of a kernel, by its demangled name: the template form of the name, as programs
 * that group kernels have it. Both are JSON string contents. Valid until the next call. */
struct span labelkernel(struct kernellabels *k, struct span full);

void kernellabelsfree(struct kernellabels *k);

/* The name of a PyTorch operator and the numbers that PyTorch appends to it: "aten::mm, seq =
 * 12, op_id = 30". */
struct operator {
	struct span name;    /* without the numbers */
	struct span seq, id; /* digits, or empty */
};

/* Splits the name of a range, given as JSON string contents. Returns false if it has no such
 * numbers. */
bool labeloperator(struct operator *o, struct span name);

#endif
