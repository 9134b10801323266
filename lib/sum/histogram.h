/* SPDX-License-Identifier: MIT */
/* The table of nst-sum --hist: how often durations of each length are in a group, in bins on a
 * logarithmic axis. */
#ifndef NST_HISTOGRAM_H
#define NST_HISTOGRAM_H

#include "sum/columns/grouprows.h"
#include "table/tableview.h"

/* Returns the edges of the bins, for the options of the rows, and sets *bins to their number. */
const int64_t *histogramedges(size_t *bins);

/* Writes a row for each bin of each group, from the first bin that has durations to the last. The
 * view has the format. A part of the memory, bytes, is for the counts; more goes to a temporary
 * file. Returns the number of rows. */
size_t histogramwrite(
    const struct grouprows *rows, const struct tableview *view, size_t memory, struct buf *out);

#endif
