/* SPDX-License-Identifier: MIT */
/* A flame graph of the GPU time of ranges and kernels: the outermost ranges on top. */
#ifndef NST_FLAME_H
#define NST_FLAME_H

#include "fold/fold.h"

/* Writes the stacks as an SVG picture: a box is as wide as the work inside it took. Boxes of less
 * than a thousandth of all are left out, with a sentence. Writes nothing without stacks of ranges.
 * All events must have been read. */
void flamewrite(struct fold *f, struct buf *out);

#endif
