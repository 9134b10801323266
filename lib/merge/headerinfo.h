/* SPDX-License-Identifier: MIT */
/* The parsed header of an input: its clocks, its host, and the inputs merged into it before. */
#ifndef NST_HEADERINFO_H
#define NST_HEADERINFO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* Spans point into the header, and are JSON. A span is empty if the header lacks the member. */
struct headerinfo {
	bool present; /* the input has a header */
	bool hasutc, hasclock, hasfrom, hasto, linked;
	int64_t utc;      /* UNIX time at ts 0, ns */
	int64_t clock;    /* the host's system clock at ts 0, ns */
	int64_t from, to; /* the time window that was kept, ns */
	struct span schema, product;
	struct span host; /* a identifies the host: a hash of its name */
	struct span hostname;
	struct span hosts;  /* an array of such strings, if the input was merged */
	struct span merged; /* an array of the inputs merged into this one */
};

/* Parses a header record, which must be padded by JSON_SLACK bytes and outlive h. An empty record
 * gives a header that is not present. */
void headerinforead(struct headerinfo *h, struct span header, struct buf *stack);

#endif
