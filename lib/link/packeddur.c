/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "packeddur.h"

struct longdur {
	int64_t dur; /* ns */
	uint32_t index;
};

void
longdurput(struct longdurs *l, uint32_t index, int64_t dur)
{
	GROW(l->p, l->room, l->count + 1);
	l->p[l->count++] = (struct longdur){ dur, index };
}

int64_t
longdurget(const struct longdurs *l, uint32_t index)
{
	size_t low = 0, high = l->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (l->p[middle].index < index)
			low = middle + 1;
		else
			high = middle;
	}
	return l->p[low].dur;
}

void
longdursfree(struct longdurs *l)
{
	free(l->p);
	*l = (struct longdurs){ 0 };
}
