/* SPDX-License-Identifier: MIT */
/* The answer to "nst FILE": the content of the profile, and the work that took the time. */
#ifndef NST_OVERVIEW_H
#define NST_OVERVIEW_H

#include "sum/columns/grouprows.h"

struct answer;

/* Writes the answer. The rows are by type and name. */
void overviewwrite(struct answer *a, struct grouprows *rows);

#endif
