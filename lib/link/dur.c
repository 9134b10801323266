/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "dur.h"

struct longdur {
	int64_t dur; /* ns */
	uint32_t number;
};

void
longput(struct longdurs *l, uint32_t number, int64_t dur)
{
	GROW(l->p, l->room, l->count + 1);
	l->p[l->count++] = (struct longdur){ dur, number };
}

int64_t
longget(const struct longdurs *l, uint32_t number)
{
	size_t low = 0, high = l->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (l->p[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return l->p[low].dur;
}

void
longfree(struct longdurs *l)
{
	free(l->p);
	*l = (struct longdurs){ 0 };
}
