/* SPDX-License-Identifier: MIT */
/* The answer to "what is in this profile, and where did the time go". */
#ifndef NST_OVERVIEW_H
#define NST_OVERVIEW_H

#include "sum/columns/grouprows.h"

struct answer;

/* Writes the answer. The rows are by type and name. */
void overviewwrite(struct answer *a, struct grouprows *rows);

#endif
