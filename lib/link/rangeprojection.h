/* SPDX-License-Identifier: MIT */
/* Projected ranges: from the start of the first to the end of the last GPU event launched inside a
 * range, for each device. */
#ifndef NST_RANGEPROJECTION_H
#define NST_RANGEPROJECTION_H

#include "link.h"

/* Gives the projected ranges to the next stage in order of ts. To be called at the end of the
 * stream: before that, a launch may still follow. */
void projectranges(struct link *l);

#endif
