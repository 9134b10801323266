/* SPDX-License-Identifier: MIT */
/* Writes tables of nst-sum as HTML tables. */
#ifndef NST_TABLE_HTML_H
#define NST_TABLE_HTML_H

#include "table/tableview.h"

/* Options of a table, in the member to of its sheet; NULL for none. */
struct tableask {
	/* Returns the label that viewers show for an event of that name; no bytes if it is the
	 * name. Valid until the next call. */
	struct span (*label)(void *arg, struct span name);
	void *arg;
};

/* Finds a column by its title; NULL if there is none. */
const struct column *tablecolumn(const struct tableview *s, const char *title);

/* Writes a table; for the member write of a sheet. Cells have the exact number beside the rounded
 * one. Columns without any value are left out. */
void tablewrite(const struct tableview *s, struct buf *out);

#endif
