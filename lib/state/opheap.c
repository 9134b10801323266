/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "opheap.h"

static bool
opheapbefore(const struct gpuop *a, const struct gpuop *b)
{
	return a->end < b->end || (a->end == b->end && a->number < b->number);
}

void
opheappush(struct opheap *h, struct gpuop op)
{
	size_t at = h->count++;

	GROW(h->p, h->room, h->count);
	for (; at > 0 && opheapbefore(&op, &h->p[(at - 1) / 2]); at = (at - 1) / 2)
		h->p[at] = h->p[(at - 1) / 2];
	h->p[at] = op;
}

struct gpuop
opheappop(struct opheap *h)
{
	struct gpuop first = h->p[0], last = h->p[--h->count];
	size_t at = 0, next;

	for (; (next = 2 * at + 1) < h->count; at = next) {
		if (next + 1 < h->count && opheapbefore(&h->p[next + 1], &h->p[next]))
			next++;
		if (opheapbefore(&last, &h->p[next]))
			break;
		h->p[at] = h->p[next];
	}
	if (h->count > 0)
		h->p[at] = last;
	return first;
}
