/* SPDX-License-Identifier: MIT */
/*
 * Interns strings, for formats that write a string once and then refer to it by number. A string
 * gets its number when it occurs for the second time, since many occur once. Memory is bounded:
 * when too many strings have numbers, all are dropped, and each gets a new number when it occurs
 * again.
 */
#ifndef NST_INTERN_H
#define NST_INTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* The largest number of strings that have numbers at a time. */
enum { INTERN_MOST = 1 << 15 };

/* All zero is empty; internfree frees it. */
struct intern {
	struct buf text; /* the strings that have numbers, each behind a struct internhead */
	size_t used;
	uint32_t age;    /* number of times that all were dropped */
	struct internslot *slots;
	struct internseen *seen; /* hashes of strings that occurred */
};

/* A name space: its strings have numbers from 1 up. All zero at first. */
struct internspace {
	uint32_t last;   /* the number given last */
	/* The position in intern.text of the string asked for last, plus one; 0 for none. */
	uint32_t recent;
	uint32_t age;    /* the value of intern.age at that time */
};

/* Returns the number of a string in a name space, whose id no other one has; 0 if it has none
 * and must be written out. *fresh is true if the number is new, so that its definition must be
 * written. */
uint32_t
interned(struct intern *t, struct internspace *space, uint64_t id, struct span text, bool *fresh);

void internfree(struct intern *t);

#endif
