/* SPDX-License-Identifier: MIT */
/*
 * Interns call stacks; Perfetto draws events that have one as flame graphs. Functions, modules,
 * frames and stacks are written once. Memory is bounded: when it is full all are dropped, and each
 * gets a new number when it occurs again.
 */
#ifndef NST_STACK_H
#define NST_STACK_H

#include <stdint.h>

#include "base/map.h"

/* All zero is empty; stacksfree frees it. */
struct stacks {
	struct stringtable functions, modules, frames, stacks;
	struct buf list;
	/* The largest number given before all were dropped, of each kind: no number is given
	 * twice. */
	uint32_t past[4];
};

/* Returns the number of a stack, from 1. frames is a JSON array of objects, the leaf last, each
 * with symbol and module. Appends the interned data that the event needs for it to fresh. Returns 0
 * if frames is no such array. */
uint32_t stackput(struct stacks *s, struct span frames, struct buf *fresh, struct buf *scanner);

void stacksfree(struct stacks *s);

#endif
