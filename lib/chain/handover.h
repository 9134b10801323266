/* SPDX-License-Identifier: MIT */
/*
 * A handover gives the records of a dump to a chain instead of standard output. One thread reads
 * the profile and puts batches into a queue, a second one takes them through the tools. The output
 * and the messages are those of a pipe.
 */
#ifndef NST_HANDOVER_H
#define NST_HANDOVER_H

#include "base/queue.h"
#include "boundary.h"
#include "stream/batch.h"

struct handover {
	struct batchsink sink;
	struct queue queue; /* to the thread of the tools */
	struct batch batches[BATCHES]; /* by slot */
	struct boundaries boundaries;
	enum status status; /* of the tools, once the thread has ended */
};

/* Starts the thread of count tools. Then h->sink takes batches. If anything ends the program from
 * now on, the tools end first. */
void handoverbegin(struct handover *h, const struct toolrun *uses, size_t count);

#endif
