/* SPDX-License-Identifier: MIT */
/* Writes what is above the table of changes: how long both sides took, how busy their GPUs were,
 * and if they did the same work. */
#ifndef NST_HEADLINE_H
#define NST_HEADLINE_H

#include "diff.h"

/* Appends the lines. */
void headlinewrite(const struct diff *d, struct buf *out);

/* Appends the same as a JSON object on a line. */
void headlinerecord(const struct diff *d, struct buf *out);

#endif
