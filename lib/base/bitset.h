/* SPDX-License-Identifier: MIT */
/* A set of 64-bit numbers, as pages of bits: it takes little memory where numbers lie close to each
 * other, as correlation ids do. */
#ifndef NST_BITSET_H
#define NST_BITSET_H

#include "map.h"

/* All zero is empty; bitsetfree frees it. */
struct bitset {
	struct map pages; /* (key, number / BITSET_PAGE) -> index of the page */
	struct buf bits;
	/* a direct-mapped cache of pages; index is that of the page, plus one */
	struct {
		uint64_t key, page;
		size_t index;
	} recent[4];
};

/* The number of bits in a page. */
enum { BITSET_PAGE = 4096 };

/* The bit of a number in its byte. */
static inline unsigned char
bitsetbit(uint64_t number)
{
	return (unsigned char)(1u << number % 8);
}

/* Returns the index of a page, plus one. If there is none, it is added (make is true), or the
 * result is 0. */
size_t bitsetpage(struct bitset *s, uint64_t key, uint64_t page, bool make);

/* Returns the byte with the bit of a number; numbers with another key are others. If the page of
 * the number does not exist, it is added (make is true), or the result is NULL. Valid until a page
 * is added. */
static inline unsigned char *
bitsetbyte(struct bitset *s, uint64_t key, uint64_t number, bool make)
{
	uint64_t page = number / BITSET_PAGE;
	size_t at = (key + page) % (sizeof(s->recent) / sizeof(*s->recent));

	if (s->recent[at].index == 0 || s->recent[at].key != key || s->recent[at].page != page) {
		size_t index = bitsetpage(s, key, page, make);

		if (index == 0)
			return NULL;
		s->recent[at].key = key;
		s->recent[at].page = page;
		s->recent[at].index = index;
	}
	return (unsigned char *)s->bits.p + (s->recent[at].index - 1) * (BITSET_PAGE / 8) +
	    number % BITSET_PAGE / 8;
}

void bitsetfree(struct bitset *s);

#endif
