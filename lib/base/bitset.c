/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "bitset.h"

size_t
bitsetpage(struct bitset *s, uint64_t key, uint64_t page, bool make)
{
	struct mapkey place = { key, page };
	uint32_t *index = mapget(&s->pages, place);
	bool fresh;

	if (!index && !make)
		return 0;
	if (!index) {
		index = mapput(&s->pages, place, &fresh);
		*index = (uint32_t)(s->bits.n / (BITSET_PAGE / 8));
		memset(bufroom(&s->bits, BITSET_PAGE / 8), 0, BITSET_PAGE / 8);
		s->bits.n += BITSET_PAGE / 8;
	}
	return *index + (size_t)1;
}

void
bitsetfree(struct bitset *s)
{
	mapfree(&s->pages);
	free(s->bits.p);
}
