/* SPDX-License-Identifier: MIT */
/* Writes the lines above the table of changes: how long both sides took, how busy their GPUs were,
 * and if they did the same work. */
#ifndef NST_HEADLINE_H
#define NST_HEADLINE_H

#include "diff.h"

/* Appends the lines. */
void headlinewrite(const struct diff *d, struct buf *out);

#endif
