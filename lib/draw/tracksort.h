/* SPDX-License-Identifier: MIT */
/* The order and the final labels of groups, branches and tracks, at the end of the stream. */
#ifndef NST_TRACKSORT_H
#define NST_TRACKSORT_H

#include "layout.h"

/* Sets the label and the order of each group, branch and track. */
void tracksort(struct layout *l);

#endif
