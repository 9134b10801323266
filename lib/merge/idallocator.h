/* SPDX-License-Identifier: MIT */
/*
 * Allocates ids of processes and GPUs for the merged stream. The first one to ask for an id keeps
 * it. The next one with the same id gets the first free id with the same last digits: if 4711 is
 * taken, the next pid 4711 becomes 100004711. So the result does not depend on whether inputs are
 * merged at once or some of them first.
 */
#ifndef NST_IDALLOCATOR_H
#define NST_IDALLOCATOR_H

#include "base/map.h"

struct idallocator {
	int64_t step; /* a power of ten above all original ids; new ids add multiples of it */
	struct map taken; /* the set of allocated ids */
	struct map next;  /* id modulo step -> the multiple of step to try next */
};

/* Allocates an id in place of own. With pidless there is no original id, and own is 0: the id then
 * is a multiple of step above 0. */
int64_t idallocate(struct idallocator *n, bool pidless, int64_t own);

void idallocatorfree(struct idallocator *n);

#endif
