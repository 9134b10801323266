/* SPDX-License-Identifier: MIT */
/*
 * What a stream says of itself and what it lacks: its headers, its processes, messages of the
 * profiler, GPU work that nothing was joined to.
 */
#ifndef NST_ABOUT_H
#define NST_ABOUT_H

#include "base/map.h"
#include "gpu/identity.h"
#include "stream/stage.h"

/* All zero but the stage is nothing; aboutfree frees it. */
struct about {
	struct stage stage;
	uint64_t headers, ends;
	bool partial;         /* the input was cut, and that accepted */
	bool linked;          /* every header says so */
	bool cut;             /* a window was kept */
	int64_t from, to;     /* of it, ns; INT64_MIN and INT64_MAX for none */
	bool timed;           /* utc is known */
	int64_t utc;          /* UNIX time at ts 0, ns */
	struct names products, hosts, processes; /* each one once, decoded */
	struct buf merged;    /* what was merged: an array in JSON, and JSON_SLACK behind */
	uint64_t events, work, unlinked; /* of GPUs, and without a launch */
	struct buf notes;     /* messages of the profiler, as in JSON, each with a NUL behind */
	uint64_t diagnostics; /* all of them */
	struct identities ids;
	struct buf scratch, stack;
};

/* Makes a stage behind which nothing comes. */
void aboutinit(struct about *a);

void aboutfree(struct about *a);

#endif
