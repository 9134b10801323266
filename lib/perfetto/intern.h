/* SPDX-License-Identifier: MIT */
/*
 * Strings by number, for formats that write a string once and then refer to it. A string gets its
 * number when it comes for the second time, since many never do, and memory is bounded: when too
 * many have numbers all are forgotten, and those that come back get new ones.
 */
#ifndef NST_INTERN_H
#define NST_INTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* How many strings have numbers at a time. */
enum { INTERN_MOST = 1 << 15 };

/* All zero is empty. */
struct intern {
	struct buf text; /* all strings that have numbers, each behind what is known of it */
	size_t used;
	uint32_t age;    /* how often all were forgotten */
	struct internslot *slots;
	struct internseen *seen; /* strings that came */
};

/* Strings that have numbers of their own, from 1 up; all zero at first. */
struct space {
	uint32_t last;   /* given so far */
	/* Where in intern.text the string asked for last is, plus one; 0 for none. */
	uint32_t recent;
	uint32_t age;    /* that intern had then */
};

/* The number of a string in a space, which has an id of its own; 0 when it has none and is to be
 * written out. fresh says that this one was not given before. */
uint32_t
interned(struct intern *t, struct space *space, uint64_t id, struct span text, bool *fresh);

void internfree(struct intern *t);

#endif
