/* SPDX-License-Identifier: MIT */
/* The answer to "nst FILE": the content of the profile, and the work that took the time. */
#ifndef NST_OVERVIEW_H
#define NST_OVERVIEW_H

#include "sum/columns/grouprows.h"

struct answer;

/* The types of the rows that the overview shows, bits. If there are no kernels, it shows rows of
 * all types in their place. */
#define OVERVIEW_KERNELS (EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_GRAPH))
#define OVERVIEW_RANGES EVTYPE(TYPE_NVTX_KERNEL)

/* Writes the answer. The rows are by type and name. */
void overviewwrite(struct answer *a, struct grouprows *rows);

#endif
