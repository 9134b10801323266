/* SPDX-License-Identifier: MIT */
/*
 * Numbers of processes, and of GPUs, of several inputs: who comes first keeps its number, another
 * one with the same number gets the next free one that ends in the same digits. So it does not
 * matter whether inputs are merged at once or some of them first.
 */
#ifndef NST_NUMBER_H
#define NST_NUMBER_H

#include "base/map.h"

struct numbering {
	int64_t step; /* a power of ten: what is added to make another number; above all own ones */
	struct map taken; /* numbers given */
	struct map next;  /* number below step -> how many steps up to the first one to try */
};

/* The number for somebody who has this one: free until now, and taken from now on. Nobody's own
 * number is none: then it is one or more steps above 0. */
int64_t numbernew(struct numbering *n, bool none, int64_t own);

void numberingfree(struct numbering *n);

#endif
