/* SPDX-License-Identifier: MIT */
/* Writes the table of changes as text, TSV, JSON lines or Markdown (for pull requests). */
#ifndef NST_DIFFTABLE_H
#define NST_DIFFTABLE_H

#include "diff.h"

enum difftable_format { DIFFTABLE_TEXT, DIFFTABLE_TSV, DIFFTABLE_JSON, DIFFTABLE_MARKDOWN };

/* Writes the first top rows, or all if top is 0, and flushes out as it fills. */
void difftablewrite(
    const struct diff *d, enum difftable_format format, size_t top, struct buf *out);

#endif
