/* SPDX-License-Identifier: MIT */
/* The operations that run on GPUs: a binary heap, the one that ends first on top. */
#ifndef NST_OPHEAP_H
#define NST_OPHEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A GPU event. */
struct gpuop {
	int64_t end;     /* ns */
	uint64_t number; /* position among the GPU events of the stream */
	uint32_t gpu;    /* index in gputable.p */
	uint32_t name;   /* id in state.names */
	uint32_t stream; /* index in streamtable.p */
	uint8_t work;    /* enum work */
	bool copies;     /* it is of type memcpy */
};

/* All zero is empty; the caller frees p. */
struct opheap {
	struct gpuop *p;
	size_t count, room;
};

void opheappush(struct opheap *h, struct gpuop op);

/* Removes and returns the operation that ends first; of several, the one that is first in the
 * stream. The heap must not be empty. */
struct gpuop opheappop(struct opheap *h);

#endif
