/* SPDX-License-Identifier: MIT */
/* Stacks as lines: frames with semicolons between them, a blank, the weight. */
#ifndef NST_FOLDEDFORMAT_H
#define NST_FOLDEDFORMAT_H

#include "fold.h"

/* Writes the stacks that have a weight, in the order of their frames' bytes, and flushes out as it
 * fills. */
void foldedformatwrite(const struct fold *f, struct buf *out);

#endif
