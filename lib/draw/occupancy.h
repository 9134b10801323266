/* SPDX-License-Identifier: MIT */
/* The theoretical occupancy of a multiprocessor by a kernel. */
#ifndef NST_OCCUPANCY_H
#define NST_OCCUPANCY_H

#include <stdint.h>

#include "base/mem.h"

/* The resources that a launch of a kernel needs. */
struct kernelresources {
	int64_t threads;   /* in a block */
	int64_t registers; /* in a thread */
	int64_t shared;    /* shared memory of a block, bytes */
};

/* Returns the theoretical occupancy in percent, rounded: the warps of the kernel that fit on a
 * multiprocessor, of the most warps that it can hold. The chip is a name such as "GA100".
 * Returns -1 if the chip is unknown or the kernel cannot run on it. */
int occupancy(struct span chip, const struct kernelresources *d);

/* Returns the occupancy that PyTorch's profiler estimates, in percent, rounded: as above, but by
 * threads in place of warps, and with no more blocks than the launch has for each multiprocessor:
 * 0.5 if it has 54 blocks and the GPU 108 multiprocessors. Returns -1 as above. */
int occupancyachieved(struct span chip, const struct kernelresources *d, double blocks);

#endif
