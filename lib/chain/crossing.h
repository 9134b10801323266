/* SPDX-License-Identifier: MIT */
/*
 * A crossing gives the records of one part of a chain to the tools of the next part, in a thread of
 * their own. It ends the stages of the part before it, and puts their records into a queue as
 * batches. The order of records, and of what ends a stream, stays.
 */
#ifndef NST_CROSSING_H
#define NST_CROSSING_H

#include "base/queue.h"
#include "dump/write/batch.h"
#include "stream/stage.h"

/* What comes after the records of a batch: more of them, or what the reader of a stream says to
 * stages. */
enum crossing_then { CROSSING_MORE, CROSSING_END, CROSSING_FINISH, CROSSING_STOP };

struct crossingslot {
	struct batch batch;
	enum crossing_then then;
	struct streamend end; /* of CROSSING_END */
	struct buf skipped;   /* the object in end */
	int64_t latest;       /* the argument of stagefinish, ns */
};

enum { CROSSING_SLOTS = 4 };

struct crossing {
	struct stage stage;  /* the last one of the part before */
	struct stage *first; /* the first one of the part after */
	struct queue queue;
	struct crossingslot slots[CROSSING_SLOTS];
	struct buf line; /* of the current record, if a value of it was set */
};

/* Starts the thread of the stages from first on. Their begin was called, and want has the bits of
 * the integer keys that they read. Ends the program if there is no thread. */
struct crossing *crossingbegin(struct stage *first, unsigned want);

/* Waits until these stages have had all records, and frees the crossing. */
void crossingend(struct crossing *x);

#endif
