/* SPDX-License-Identifier: MIT */
/* The order of groups, branches and tracks, once all is drawn. */
#ifndef NST_RANK_H
#define NST_RANK_H

#include "track.h"

/* Gives them their labels and their order. */
void rankall(struct layout *l);

#endif
