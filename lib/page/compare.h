/* SPDX-License-Identifier: MIT */
/* A page of two runs: their times, findings and changes, and both timelines on one axis. */
#ifndef NST_COMPARE_PAGE_H
#define NST_COMPARE_PAGE_H

#include "page.h"

enum { COMPARE_OLD, COMPARE_NEW, COMPARE_SIDES };

/* The runs, and the caller's functions for what depends on both: the content of the sections of
 * times and of changes. */
struct comparison {
	struct webpage *sides[COMPARE_SIDES]; /* read by pagereaderread */
	void (*puttimes)(const void *arg, struct buf *out);
	void (*putchanges)(const void *arg, struct buf *out);
	const void *arg;
};

/* Writes the page, and flushes out as it fills. */
void comparewrite(const struct comparison *c, struct buf *out);

#endif
