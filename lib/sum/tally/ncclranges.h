/* SPDX-License-Identifier: MIT */
/* The sizes of collectives in profiles of nsys. From version 2.19 on, NCCL attaches the size of the
 * message to the range of each call, and the number of ranks to the range that makes a
 * communicator. A kernel belongs to the range around its launch. */
#ifndef NST_NCCLRANGES_H
#define NST_NCCLRANGES_H

#include "base/map.h"
#include "gpu/message.h"

/* All zero is empty; ncclrangesfree frees it. Memory grows with the number of NCCL's ranges. */
struct ncclranges {
	struct map known; /* (pid, tid) -> index in threads */
	struct ncclthread *threads;
	size_t count, room;
	struct stringtable communicators; /* pid and id, as text */
	int64_t *ranks;                   /* by communicator: their number */
	size_t ranksroom;
	struct buf scratch, stack;
};

/* The integer keys that must have been decoded. */
#define NCCLRANGES_KEYS (EVKEY(KEY_PID) | EVKEY(KEY_TID))

/* Reads a range; ignores those that are not NCCL's. Ends the program if it is before the previous
 * one of its thread. */
void ncclrangesevent(struct ncclranges *n, const struct event *ev);

/* Sets *m to the message of a kernel that communicates. Returns false if no range around its launch
 * tells it. Of several kernels of a range, the first has all bytes and the others have none. */
bool ncclrangesmessage(struct ncclranges *n, const struct event *ev, struct message *m);

void ncclrangesfree(struct ncclranges *n);

#endif
