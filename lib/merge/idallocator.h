/* SPDX-License-Identifier: MIT */
/*
 * Allocates unique ids for processes or GPUs of several inputs. The first owner of an id keeps it.
 * A later one gets the id plus the smallest multiple of step that is free, so the last digits stay:
 * with a step of 1000, the second GPU 3 becomes 1003. Merging in two rounds gives the same ids.
 */
#ifndef NST_IDALLOCATOR_H
#define NST_IDALLOCATOR_H

#include "base/map.h"

/* All zero but step is empty. */
struct idallocator {
	int64_t step;     /* a power of ten, greater than any original id */
	struct map taken; /* allocated ids */
	struct map next;  /* id modulo step -> the first multiple of step to try */
};

/* Allocates an id for an owner whose original id is own. An owner without an id (none is true) gets
 * a positive multiple of step. */
int64_t idallocate(struct idallocator *n, bool none, int64_t own);

void idallocatorfree(struct idallocator *n);

#endif
