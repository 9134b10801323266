/* SPDX-License-Identifier: MIT */
/* Writes the table of idle causes with a column for each GPU, where there are several. */
#ifndef NST_PIVOT_H
#define NST_PIVOT_H

#include "table/tableview.h"

/* For the member write of a sheet: writes a row for each cause, kind and blame, with the waits and
 * the idle time of all GPUs together, and the idle time of each. A table of one or two GPUs, of
 * more than 16, with processes, or without all of its rows is written by tablewrite. */
void pivotwrite(const struct tableview *s, struct buf *out);

#endif
