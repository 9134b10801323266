/* SPDX-License-Identifier: MIT */
/* What changed, written as a table for people, for programs, or for a pull request. */
#ifndef NST_DIFFTABLE_H
#define NST_DIFFTABLE_H

#include "diff.h"

enum showform { SHOW_TEXT, SHOW_TSV, SHOW_JSON, SHOW_MARKDOWN };

/* Writes the first rows, top of them or all where that is 0, and flushes out as it fills. */
void showdiff(const struct diff *d, enum showform form, size_t top, struct buf *out);

#endif
