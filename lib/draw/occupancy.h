/* SPDX-License-Identifier: MIT */
/* How full a kernel can make a multiprocessor. */
#ifndef NST_OCCUPANCY_H
#define NST_OCCUPANCY_H

#include <stdint.h>

#include "base/mem.h"

/* What a kernel asks for. */
struct kernelresources {
	int64_t threads;   /* in a block */
	int64_t registers; /* of a thread */
	int64_t shared;    /* bytes of a block */
};

/* The theoretical occupancy, in percent and rounded, on a chip such as "GA100": the warps that fit
 * on a multiprocessor at a time, as a share of the most it can hold. -1 for a chip that is not
 * known, and for what cannot run there. */
int occupancy(struct span chip, const struct kernelresources *d);

#endif
