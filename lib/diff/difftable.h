/* SPDX-License-Identifier: MIT */
/* What changed, written as a table for people, for programs, or for a pull request. */
#ifndef NST_DIFFTABLE_H
#define NST_DIFFTABLE_H

#include "diff.h"

enum difftable_format { DIFFTABLE_TEXT, DIFFTABLE_TSV, DIFFTABLE_JSON, DIFFTABLE_MARKDOWN };

/* Writes the first rows, top of them or all where that is 0, and flushes out as it fills. */
void difftablewrite(
    const struct diff *d, enum difftable_format format, size_t top, struct buf *out);

#endif
