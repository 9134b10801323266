/* SPDX-License-Identifier: MIT */
/* Writes tables of nst-sum as HTML tables. */
#ifndef NST_TABLE_HTML_H
#define NST_TABLE_HTML_H

#include "table/tableview.h"

/* Finds a column by its title; NULL if there is none. */
const struct column *tablecolumn(const struct tableview *s, const char *title);

/* Writes the heading of a column in words, with its meaning (heading.h). */
void tableheading(const char *title, enum column_kind kind, struct buf *out);

/* The same with a given meaning; NULL for none. */
void tableheadingof(
    const char *title, enum column_kind kind, const char *meaning, struct buf *out);

/* Writes a cell with the exact number beside the rounded one. */
void tablenumber(enum column_kind kind, struct tablecell e, struct buf *out);

/* Writes a table; for the member write of a sheet. Cells have the exact number beside the rounded
 * one. Columns without any value are left out. writearg has the type of the events in the rows, or
 * NULL. */
void tablewrite(const struct tableview *s, struct buf *out);

#endif
