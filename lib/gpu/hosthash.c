/* SPDX-License-Identifier: MIT */
#include "base/fnv.h"
#include "hosthash.h"

void
hosthash(struct buf *out, struct span name)
{
	bufprintf(out, "%016llx", (unsigned long long)fnv(name));
}
