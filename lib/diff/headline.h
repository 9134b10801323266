/* SPDX-License-Identifier: MIT */
/* Writes what is above the table of changes: how long both sides took, how busy their GPUs were,
 * and if they did the same work. */
#ifndef NST_HEADLINE_H
#define NST_HEADLINE_H

#include "diff.h"
#include "table/tableview.h"

/* Appends the lines. */
void headlinewrite(const struct diff *d, struct buf *out);

/* Appends the same as a JSON object on a line. */
void headlinerecord(const struct diff *d, struct buf *out);

/* Writes the table of the times of both sides by a function that takes its view. Returns false, and
 * writes nothing, if they are unknown. */
bool headlinetimes(const struct diff *d, void (*write)(const struct tableview *, struct buf *),
    struct buf *out);

/* Appends the line that says if both sides did the same work. */
void headlinework(const struct diff *d, struct buf *out);

#endif
