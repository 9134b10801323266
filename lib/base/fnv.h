/* SPDX-License-Identifier: MIT */
/* FNV-1a of 64 bits, a hash that is the same on all machines:
 * http://www.isthe.com/chongo/tech/comp/fnv/ */
#ifndef NST_FNV_H
#define NST_FNV_H

#include <stdint.h>

#include "mem.h"

static inline uint64_t
fnv(struct span text)
{
	uint64_t hash = UINT64_C(0xCBF29CE484222325);

	for (size_t i = 0; i < text.n; i++)
		hash = (hash ^ (unsigned char)text.p[i]) * UINT64_C(0x100000001B3);
	return hash;
}

#endif
