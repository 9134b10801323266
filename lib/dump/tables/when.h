/* SPDX-License-Identifier: MIT */
/* When an event happened, and the order of the stream. */
#ifndef NST_WHEN_H
#define NST_WHEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* A kernel that ran from 5 to 8 is { 5, 3, false, false }, a mark at 5 { 5, -1, false, false }. */
struct when {
	int64_t ts;    /* ns */
	int64_t span;  /* ns; -1 for an instant */
	bool open;     /* a range that was never closed: longer than any other */
	bool backward; /* the row ends before it starts; span is 0 */
};

/* Returns the end of an event, ns: that of an open range is INT64_MAX. */
static inline int64_t
whenend(const struct when *when)
{
	return when->open ? INT64_MAX : addsat(when->ts, when->span < 0 ? 0 : when->span);
}

/* Compares two events: the earlier one comes first, of two with one start the longer one. Returns a
 * negative number if a comes first, 0 if neither does. */
static inline int
whenorder(const struct when *a, const struct when *b)
{
	if (a->ts != b->ts)
		return a->ts < b->ts ? -1 : 1;
	if (a->open != b->open)
		return a->open ? -1 : 1;
	return (a->span < b->span) - (a->span > b->span);
}

#endif
