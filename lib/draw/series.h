/* SPDX-License-Identifier: MIT */
/* Series of values of counters. */
#ifndef NST_SERIES_H
#define NST_SERIES_H

#include "track.h"

/* The number of the series that a counter's value belongs to, in layout.series. */
uint32_t seriesof(struct layout *l, const struct event *ev);

/* Its label, and its unit, which has no bytes if there is none: UTF-8, valid until the next is
 * made. */
struct span serieslabel(const struct layout *l, const struct series *s);
struct span seriesunit(const struct layout *l, const struct series *s);

#endif
