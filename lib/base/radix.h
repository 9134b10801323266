/* SPDX-License-Identifier: MIT */
/* Sorting by radix: items are sorted by one byte after the other, the least significant one first.
 * The caller counts how often each value of a byte occurs, and moves each item to the offset of its
 * value. */
#ifndef NST_RADIX_H
#define NST_RADIX_H

#include <stdbool.h>
#include <stddef.h>

/* How often each value of a byte occurs. */
typedef size_t radixcounts[256];

/* Turns the counts of a byte of all items into the offset of the first item with each value.
 * Returns false if all have the same value, so that they are sorted by this byte. */
static inline bool
radixoffsets(radixcounts counts, size_t all)
{
	size_t at = 0;

	for (unsigned value = 0; value < 256; value++) {
		size_t n = counts[value];

		if (n == all)
			return false;
		counts[value] = at;
		at += n;
	}
	return true;
}

#endif
