/* SPDX-License-Identifier: MIT */
/*
 * Which rows nst-link needs so that nst-filter, behind it, writes the same events of a window as of
 * the whole profile.
 *
 * The events of the window depend on rows outside of it:
 *   - a GPU event on its call, and on the ranges around that;
 *   - the projection of a range on all work that calls inside the range launched. A projection
 *     touches the window only if the range touches it, or the flight (flights.h) of a call inside
 *     the range does;
 *   - meta records on the first row of their thread, device, stream ...
 * So all rows are dumped that touch a longer interval: it covers the flights that touch the window,
 * and the flights of all launches inside the ranges that may have such a projection. Single rows
 * are added for the meta records, and for the end of the profile, until which open ranges last.
 */
#ifndef NST_LINKWINDOW_H
#define NST_LINKWINDOW_H

#include "tablescan.h"

/* The window of the nst-filter behind nst-link. */
struct linkedwindow {
	struct window window; /* does not depend on the end of the profile */
	uint64_t ranges; /* types that nst-link projects; bits, EVTYPE() each */
};

struct linkwindow {
	int64_t first;           /* ts of the first event of the profile, ns */
	struct tablescan *scans; /* one for each table */
};

/* Makes the passes over tables that can be scanned: finds the rows of the interval, which becomes
 * the window of "wanted", and the single rows. If "second" is not NULL, a second thread scans some
 * of the tables there: they are the same tables, of another source. Returns false if all rows are
 * needed, or may be; nothing is found then. The caller frees with linkwindowfree. */
bool linkwindowfind(struct linkwindow *w, const struct linkedwindow *asked, struct table *tables,
    struct table *second, struct found *found, size_t count, struct wanted *wanted);

void linkwindowfree(struct linkwindow *w, size_t count);

#endif
