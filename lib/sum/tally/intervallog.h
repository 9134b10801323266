/* SPDX-License-Identifier: MIT */
/*
 * A union of intervals, all of them, and how much of a window they cover. A block has the
 * differences between INTERVALLOG_BLOCK neighbours as varints, about five bytes an interval; the
 * blocks of many unions are in one log of bytes, and so beyond a limit in a temporary file:
 *
 *   varint   length of an interval, ns
 *   varint   time from its end to the begin of the next one, ns
 */
#ifndef NST_INTERVALLOG_H
#define NST_INTERVALLOG_H

#include <stdint.h>

#include "base/wide.h"
#include "io/bytelog.h"

/* The number of intervals of a block. */
enum { INTERVALLOG_BLOCK = 256 };

/* Covered time, ns. */
struct interval {
	int64_t from, to;
};

/* All zero is empty; intervallogfree frees it. */
struct intervallog {
	struct interval last; /* the last interval, which may still become longer */
	size_t count;         /* number of intervals, with that one */
	struct buf tail;      /* the intervals before it that are no whole block */
	int64_t end;          /* of the last one of them, ns */
	wide time;            /* covered by all but the last, ns */
	struct intervalblock *blocks; /* the begins of all blocks */
	size_t blockcount, room;
};

/* Adds an interval, which must not begin before the previous one. bytes has the blocks; it may be
 * that of other unions, too. */
void intervallogadd(struct intervallog *t, struct bytelog *bytes, int64_t from, int64_t to);

/* An interval of a union, and what is before it. */
struct intervalplace {
	size_t number; /* of intervals up to this one; 0 if there is none, and all below but next
	                * are 0 then */
	struct interval interval;
	wide before;   /* time covered by those before it, ns */
	int64_t next;  /* where the next one begins; INT64_MAX if there is none */
};

/* Returns the last interval that begins before a time, ns. */
struct intervalplace intervallogbefore(
    const struct intervallog *t, const struct bytelog *bytes, int64_t time);

void intervallogfree(struct intervallog *t);

#endif
