/* SPDX-License-Identifier: MIT */
/* Tables of nst-sum as tables of HTML. */
#ifndef NST_TABLE_HTML_H
#define NST_TABLE_HTML_H

#include "sum/sheet.h"

/* What a table needs besides its sheet, whose "to" it is; NULL for none. */
struct tableask {
	/* What viewers call an event of that name; no bytes for the name itself. Valid until the
	 * next call. */
	struct span (*label)(void *arg, struct span name);
	void *arg;
};

/* The column of a title; NULL for none. */
const struct column *tablecolumn(const struct sheet *s, const char *title);

/* Writes a table, for sheet.write: cells have the exact number beside what people read. Columns
 * without any value are left out. */
void tablewrite(const struct sheet *s, struct buf *out);

#endif
