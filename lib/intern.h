/* SPDX-License-Identifier: MIT */
/*
 * Strings by number, for formats that write a string once and then refer to it. A string gets its number when it comes for the second time, since many never
 * do, and memory is bounded: when too many have numbers all are forgotten, and those that come back get new ones.
 */
#ifndef NST_INTERN_H
#define NST_INTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "map.h"

/* All zero is empty. */
struct intern {
	struct names names;    /* each space and string that has a number */
	uint32_t *ids;         /* the numbers */
	size_t room;
	struct buf key;
	uint32_t seen[1 << 16]; /* parts of the hashes of strings that came, by other parts; the latest where there are two */
	struct guess {
		uint64_t space;
		size_t at, n; /* the string, in the text of names */
		uint32_t id;  /* its number; 0 for no guess */
	} guesses[1 << 9]; /* by a glance at a string, what it was the last time */
};

/* The number of a string, 0 when it has none and is to be written out. Numbers of a space count up from *last, which is the caller's, and start at 1; fresh says
 * that this one was not given before. */
uint32_t interned(struct intern *t, uint64_t space, uint32_t *last, struct span text, bool *fresh);

void internfree(struct intern *t);

#endif
