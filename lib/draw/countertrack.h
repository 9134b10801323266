/* SPDX-License-Identifier: MIT */
/* Counter tracks: values of one counter over time, such as "SMs active" of a GPU. */
#ifndef NST_COUNTERTRACK_H
#define NST_COUNTERTRACK_H

#include "layout.h"

/* Returns the index in layout.counters of the counter track for an event with a value; adds it
 * if it is new. */
uint32_t countertrackof(struct layout *l, const struct event *ev);

/* Return the label and the unit of a counter track as UTF-8, valid until the next counter
 * track is added. The unit may be empty. */
struct span countertracklabel(const struct layout *l, const struct countertrack *s);
struct span countertrackunit(const struct layout *l, const struct countertrack *s);

#endif
