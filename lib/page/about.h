/* SPDX-License-Identifier: MIT */
/* The facts about a stream that a page shows: its headers, its processes, the profiler's messages,
 * and the number of GPU events without a launch. */
#ifndef NST_ABOUT_H
#define NST_ABOUT_H

#include "base/map.h"
#include "gpu/identity.h"
#include "stream/skipped.h"
#include "stream/stage.h"

/* All zero but the stage is empty; aboutfree frees it. */
struct about {
	struct stage stage;
	uint64_t headers, ends;
	bool partial;         /* the input was truncated, and --partial accepts that */
	bool linked;          /* in every header */
	bool cut;             /* the header has a window: a filter removed events outside it */
	int64_t from, to;     /* the window, ns; INT64_MIN and INT64_MAX where it has no bound */
	bool timed;           /* utc is known */
	int64_t utc;          /* UNIX time at ts 0, ns */
	struct stringtable products, hosts, processes; /* decoded, without duplicates */
	struct buf merged;    /* the header's "merged": a JSON array, then JSON_SLACK bytes */
	uint64_t events, work, unlinked; /* numbers of all, of GPUs, without a launch */
	struct buf notes;     /* diagnostics as JSON strings, each with a NUL behind */
	uint64_t diagnostics; /* number of diagnostics, the dropped ones too */
	struct skipped skipped; /* by nst-dump */
	struct identitytable ids;
	struct buf scratch, stack;
};

/* Makes a stage that gives nothing on. */
void aboutinit(struct about *a);

void aboutfree(struct about *a);

#endif
