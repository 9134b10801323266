/* SPDX-License-Identifier: MIT */
/*
 * A stage that ends the program where streams were merged whose processes are not told apart: two
 * hosts number their processes alike, and each kernel of one would get its launch from the other.
 */
#ifndef NST_PIDCHECK_H
#define NST_PIDCHECK_H

#include "base/map.h"
#include "stage.h"

struct pidcheck {
	struct stage stage;
	uint64_t headers;   /* so many streams; of one nothing is to be said */
	struct stringtable named; /* what meta records name, and for each the name */
	uint32_t *names;    /* in named, by the number of what they name */
	size_t room;
	struct map threads; /* (pid, tid) -> thread */
	int64_t *ends;      /* of the latest call of each thread, ns */
	size_t endsroom;
	struct buf scratch;
};

/* Makes a stage that passes all on; pidcheckfree frees it. */
void pidcheckinit(struct pidcheck *m);

void pidcheckfree(struct pidcheck *m);

#endif
