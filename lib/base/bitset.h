/* SPDX-License-Identifier: MIT */
/* A set of 64-bit numbers, as pages of bits: it takes little memory where numbers lie close to each
 * other, as correlation ids do. */
#ifndef NST_BITSET_H
#define NST_BITSET_H

#include "map.h"

/* All zero is empty; bitsetfree frees it. */
struct bitset {
	struct map pages; /* (key, number / bits of a page) -> index of the page */
	struct buf bits;
};

/* The bit of a number in its byte. */
static inline unsigned char
bitsetbit(uint64_t number)
{
	return (unsigned char)(1u << number % 8);
}

/* Returns the byte with the bit of a number; numbers with another key are others. If the page of
 * the number does not exist, it is added (make is true), or the result is NULL. Valid until a page
 * is added. */
unsigned char *bitsetbyte(struct bitset *s, uint64_t key, uint64_t number, bool make);

void bitsetfree(struct bitset *s);

#endif
