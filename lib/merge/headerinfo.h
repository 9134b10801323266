/* SPDX-License-Identifier: MIT */
/* The fields of an input's header: its clock, its host, and the inputs merged into it before. */
#ifndef NST_HEADERINFO_H
#define NST_HEADERINFO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* Spans are JSON in the header record, empty if the field is missing. */
struct headerinfo {
	bool header; /* the input has a header */
	bool hasutc, hasclock, hasfrom, hasto, linked;
	int64_t utc;      /* UNIX time at ts 0, ns */
	int64_t clock;    /* the host's system clock at ts 0, ns */
	int64_t from, to; /* window that an earlier program kept, ns */
	struct span schema, product;
	struct span host;     /* unique string of the host */
	struct span hostname;
	struct span hosts;    /* of a merged stream: array of the hosts' strings */
	struct span merged;   /* of a merged stream: array of its inputs */
};

/* Reads a header record, which must be padded by JSON_SLACK bytes and outlive f. An empty header
 * leaves f unchanged. */
void headerinforead(struct headerinfo *f, struct span header, struct buf *stack);

#endif
