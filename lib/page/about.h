/* SPDX-License-Identifier: MIT */
/* The facts about a stream that a page shows: its headers, its processes, the profiler's messages,
 * and the number of GPU events without a launch. */
#ifndef NST_ABOUT_H
#define NST_ABOUT_H

#include "base/map.h"
#include "gpu/identity.h"
#include "stream/skipped.h"
#include "stream/header.h"
#include "stream/stage.h"

/* All zero but the stage is empty; aboutfree frees it. */
struct about {
	struct stage stage;
	struct streaminfo info;
	struct streamsource source;
	bool partial;         /* the input was truncated, and --partial accepts that */
	struct stringtable processes; /* names, decoded, without duplicates */
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
