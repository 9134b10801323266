/* SPDX-License-Identifier: MIT */
/* Series of values of counters. */
#ifndef NST_COUNTERTRACK_H
#define NST_COUNTERTRACK_H

#include "layout.h"

/* The number of the series that a counter's value belongs to, in layout.series. */
uint32_t countertrackof(struct layout *l, const struct event *ev);

/* Its label, and its unit, which has no bytes if there is none: UTF-8, valid until the next is
 * made. */
struct span countertracklabel(const struct layout *l, const struct countertrack *s);
struct span countertrackunit(const struct layout *l, const struct countertrack *s);

#endif
