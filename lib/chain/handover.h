/* SPDX-License-Identifier: MIT */
/*
 * A dump that is not written but handed to tools in the same process: one thread reads the profile
 * and puts batches into a queue, another takes them through the tools. It says and writes what the
 * programs would in a pipe.
 */
#ifndef NST_HANDOVER_H
#define NST_HANDOVER_H

#include "base/queue.h"
#include "boundary.h"
#include "dump/write/batch.h"

/* How many batches there are. */
enum { HANDOVER_BATCHES = 4 };

struct handover {
	struct queue queue; /* to the thread of the tools */
	struct batch batches[HANDOVER_BATCHES]; /* by slot */
	struct boundaries boundaries;
	enum status status; /* of the tools, once the thread has ended */
};

/* Starts the thread of so many tools; whatever ends the program from now on ends them first. */
void handoverbegin(struct handover *h, const struct toolrun *uses, size_t count);

/* Gives a batch once it is full, and the next one; ends the program when nobody takes it, since the
 * tools have said why. Call it after each record. */
struct batch *handovergive(struct handover *h);

/* Gives the last batch and waits for the tools; returns their status. Frees all. */
enum status handoverend(struct handover *h);

#endif
