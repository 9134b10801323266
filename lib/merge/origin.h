/* SPDX-License-Identifier: MIT */
/* What the header of an input says of its clock, its host, and what was merged into it. */
#ifndef NST_ORIGIN_H
#define NST_ORIGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* Spans are JSON of the header, no bytes where it does not say. */
struct origin {
	bool header; /* there is one */
	bool hasutc, hasclock, hasfrom, hasto, linked;
	int64_t utc;      /* UNIX time at ts 0, ns */
	int64_t clock;    /* the host's system clock at ts 0, ns */
	int64_t from, to; /* the window that was kept, ns */
	struct span schema, product;
	struct span host; /* a string that only this host has */
	struct span hostname;
	struct span hosts; /* an array of such strings, where it was merged */
	struct span merged;
};

/* Reads a header record, which has JSON_SLACK bytes behind and stays; of no bytes, nothing. */
void originread(struct origin *f, struct span header, struct buf *stack);

#endif
