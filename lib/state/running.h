/* SPDX-License-Identifier: MIT */
/* What runs on GPUs, by when it ends. */
#ifndef NST_RUNNING_H
#define NST_RUNNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An event of a GPU. */
struct gpuop {
	int64_t end;     /* ns */
	uint64_t number; /* in the stream */
	uint32_t gpu;    /* of the owner's */
	uint32_t name, stream;
	uint8_t work; /* enum work */
	bool copies;  /* it is a copy, between whatever */
};

/* A heap. All zero is empty; the owner frees p. */
struct running {
	struct gpuop *p;
	size_t count, room;
};

void runningadd(struct running *r, struct gpuop op);

/* Takes away the one that ends first; of those that end together the first in the stream. There is
 * one. */
struct gpuop runningtake(struct running *r);

#endif
