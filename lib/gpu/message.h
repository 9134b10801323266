/* SPDX-License-Identifier: MIT */
/* The message of a collective, as args of its kernel tell it, which PyTorch's profiler writes, or
 * as the payload of NCCL's range does. */
#ifndef NST_MESSAGE_H
#define NST_MESSAGE_H

#include "stream/event.h"

/* Sizes in bytes as NCCL's own tests define them (doc/PERFORMANCE.md of nccl-tests). bytes is the
 * larger one of the input and the output of a rank. bus is the part of it that crosses the slowest
 * link: comparable between collectives and numbers of ranks. */
struct message {
	int64_t bytes, bus;
};

/* Reads the message of a kernel. Returns false if the args do not tell it. */
bool messageread(struct message *m, const struct event *ev, struct buf *scratch);

/* Computes the message of a call of NCCL, from the size in the payload of its range, which is that
 * of the count that the caller gave. ranks is 0 if unknown. Returns false if the call is not known,
 * or if the number of ranks is needed and unknown. */
bool messageofnccl(struct message *m, struct span call, int64_t size, int64_t ranks);

#endif
