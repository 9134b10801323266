/* SPDX-License-Identifier: MIT */
/* Prints the table of messages, for nst-import --tables, and checks it, for the unit test. */
#ifndef NST_MESSAGESDOC_H
#define NST_MESSAGESDOC_H

#include "base/mem.h"

/* Appends a line for each source of a column's value, with these columns separated by tabs:
 * table, column, declaration, versions of nsys, event types or other place, field, kind of
 * value, trust, and the evidence in pairs of a report and its export. */
void repmessagesdoc(struct buf *out);

/* Prints the errors in the table as warnings. Returns their number. */
int repmessagescheck(void);

#endif
