/* SPDX-License-Identifier: MIT */
/* The answer to "what did the run wait for". */
#ifndef NST_CRITICALPATH_H
#define NST_CRITICALPATH_H

#include "sum/columns/grouprows.h"

struct answer;

/* Writes the sentence. The rows are by kind of segment and name. */
void criticalpathwrite(struct answer *a, const struct grouprows *rows);

#endif
