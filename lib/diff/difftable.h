/* SPDX-License-Identifier: MIT */
/* Writes the table of changes as text, TSV, CSV, JSON lines or Markdown (for pull requests). */
#ifndef NST_DIFFTABLE_H
#define NST_DIFFTABLE_H

#include "diff.h"
#include "table/tableview.h"

enum difftable_format {
	DIFFTABLE_TEXT,
	DIFFTABLE_TSV,
	DIFFTABLE_CSV,
	DIFFTABLE_JSON,
	DIFFTABLE_MARKDOWN
};

/* How much is written. */
struct difftable_limits {
	size_t top;   /* number of rows; 0 for all, or in the text form for those of a screen */
	bool all;     /* the text form has all rows, too */
	size_t width; /* of a line of the text form, in characters; 0 for any */
	struct span headline; /* lines of the text form and of Markdown above the table */
};

/* Writes the rows, and flushes out as it fills. Text and Markdown are one line if both sides are
 * equal. */
void difftablewrite(const struct diff *d, enum difftable_format format,
    const struct difftable_limits *limits, struct buf *out);

/* Writes the columns of the text form by a function that takes a view of the first rows, at most
 * most. */
void difftableview(const struct diff *d, size_t most,
    void (*write)(const struct tableview *, struct buf *), struct buf *out);

/* Appends the lines about noise that the text form has below these rows. */
void difftablenoise(const struct diff *d, size_t most, struct buf *out);

#endif
