/* SPDX-License-Identifier: MIT */
/*
 * A crossing is between two parts of a chain that run in different threads. It is the last stage
 * of the first part, and puts records into a queue, as batches. The second thread takes them, and
 * gives them to the first stage of the second part. A batch ends where stages are to be called in
 * another way than with a record (stageend, stagefinish, stagestop), so the order of calls is the
 * same.
 */
#ifndef NST_CROSSING_H
#define NST_CROSSING_H

#include "base/queue.h"
#include "stream/batch.h"
#include "stream/stage.h"

/* The call of the stages after the records of a batch, if any. */
enum crossing_call { CROSSING_NONE, CROSSING_END, CROSSING_FINISH, CROSSING_STOP };

struct crossingslot {
	struct batch batch;
	enum crossing_call call;
	struct streamend end; /* of CROSSING_END */
	struct buf skipped;   /* the object in end */
	int64_t latest;       /* the argument of stagefinish, ns */
};

struct crossing {
	struct stage stage;  /* the last one of the first part */
	struct stage *first; /* the first one of the second part */
	bool valuesonly;     /* these read no line of an event up to the next boundary */
	struct queue queue;
	struct crossingslot slots[BATCHES];
	struct crossingslot *filling; /* the slot that is being filled */
};

/* Starts the thread of the stages from first on. Their begin was called, and want has the bits of
 * the integer keys that they read; valuesonly is true if the first tool reads values only. Ends the
 * program if there is no thread. */
struct crossing *crossingbegin(struct stage *first, unsigned want, bool valuesonly);

/* Waits until these stages have had all records, and frees the crossing. */
void crossingend(struct crossing *x);

#endif
