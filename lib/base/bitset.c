/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "bitset.h"

/* The number of bits in a page. */
enum { PAGE = 4096 };

unsigned char *
bitsetbyte(struct bitset *s, uint64_t key, uint64_t number, bool make)
{
	struct mapkey place = { key, number / PAGE };
	uint32_t *page = mapget(&s->pages, place);
	bool fresh;

	if (!page && !make)
		return NULL;
	if (!page) {
		page = mapput(&s->pages, place, &fresh);
		*page = (uint32_t)(s->bits.n / (PAGE / 8));
		memset(bufroom(&s->bits, PAGE / 8), 0, PAGE / 8);
		s->bits.n += PAGE / 8;
	}
	return (unsigned char *)s->bits.p + *page * (size_t)(PAGE / 8) + number % PAGE / 8;
}

void
bitsetfree(struct bitset *s)
{
	mapfree(&s->pages);
	free(s->bits.p);
}
