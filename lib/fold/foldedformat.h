/* SPDX-License-Identifier: MIT */
/* Stacks in the folded format: "step;forward;gemm 1234" is a stack of three frames with its
 * weight. */
#ifndef NST_FOLDEDFORMAT_H
#define NST_FOLDEDFORMAT_H

#include "fold.h"

/* Appends the stacks that have a weight, in byte order of their frames. Flushes out whenever
 * it is full. */
void foldedformatwrite(struct fold *f, struct buf *out);

#endif
