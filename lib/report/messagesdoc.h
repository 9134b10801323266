/* SPDX-License-Identifier: MIT */
/* The table of messages, told to people and tests. */
#ifndef NST_MESSAGESDOC_H
#define NST_MESSAGESDOC_H

#include "base/mem.h"

/* Writes a line for each way to find a value of a column, by tabs: table, column, how it is
 * declared, versions of nsys, events or where else it is found, field, kind of value, how well that
 * is known, and how many pairs of a report and its export showed it. */
void repmessagesdoc(struct buf *out);

/* Says on standard error what is wrong with the table, for the unit test; the number of faults. */
int repmessagescheck(void);

#endif
