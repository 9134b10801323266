/* SPDX-License-Identifier: MIT */
/* The message of a collective, as args of its kernel tell it: PyTorch's profiler writes them. */
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

#endif
