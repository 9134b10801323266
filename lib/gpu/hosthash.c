/* SPDX-License-Identifier: MIT */
#include <stdint.h>

#include "hosthash.h"

void
hosthash(struct buf *out, struct span name)
{
	uint64_t hash = UINT64_C(0xCBF29CE484222325); /* FNV-1a, 64 bits */

	for (size_t i = 0; i < name.n; i++)
		hash = (hash ^ (unsigned char)name.p[i]) * UINT64_C(0x100000001B3);
	bufprintf(out, "%016llx", (unsigned long long)hash);
}
