/* SPDX-License-Identifier: MIT */
/* The order of groups, branches and tracks, once all is drawn. */
#ifndef NST_TRACKSORT_H
#define NST_TRACKSORT_H

#include "layout.h"

/* Gives them their labels and their order. */
void tracksort(struct layout *l);

#endif
