/* SPDX-License-Identifier: MIT */
/*
 * A memo: a cache of fixed size from texts to numbers, for a function of a text that takes longer
 * than a hash and a comparison. It is direct-mapped: a text replaces the one in its slot, so that
 * many different texts take no memory.
 */
#ifndef NST_TEXTMEMO_H
#define NST_TEXTMEMO_H

#include <stdbool.h>
#include <stdint.h>

#include "mem.h"

/* The number of texts, a power of two, and the bytes of the longest text that is kept. */
enum { TEXTMEMO_SLOTS = 512, TEXTMEMO_LONGEST = 112 };

struct textmemoslot {
	uint32_t number;
	uint32_t n; /* bytes of the text, and one; 0 if the slot is free */
	char text[TEXTMEMO_LONGEST];
};

/* All zero is empty; textmemofree frees it. */
struct textmemo {
	struct textmemoslot *slots;
	struct textmemoslot *slot; /* of the last text of textmemoget; NULL if that is too long */
};

/* Returns true if the memo has a text, and sets *number to its number. */
bool textmemoget(struct textmemo *m, struct span text, uint32_t *number);

/* Adds the text for which textmemoget returned false last. Returns the number. */
uint32_t textmemoput(struct textmemo *m, struct span text, uint32_t number);

void textmemofree(struct textmemo *m);

#endif
