/* SPDX-License-Identifier: MIT */
/*
 * Call stacks by number: Perfetto folds events that have one into flame graphs. Functions,
 * modules, frames and stacks are written once. Memory is bounded: when it is full all are
 * forgotten, and those that come back get new numbers.
 */
#ifndef NST_STACK_H
#define NST_STACK_H

#include <stdint.h>

#include "base/map.h"

/* All zero is none so far. */
struct stacks {
	struct names functions, modules, frames, stacks;
	struct buf list;
	/* What was given before all were forgotten: numbers are not given twice. */
	uint32_t past[4];
};

/* The number of a stack, from 1: an array of objects in JSON, the leaf last, each with symbol and
 * module. Appends to fresh what has to be in the event's interned data for it. 0 for what is
 * none. */
uint32_t stackput(struct stacks *s, struct span frames, struct buf *fresh, struct buf *scanner);

void stacksfree(struct stacks *s);

#endif
