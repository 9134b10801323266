/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "running.h"

static bool
runningbefore(const struct gpuop *a, const struct gpuop *b)
{
	return a->end < b->end || (a->end == b->end && a->number < b->number);
}

void
runningadd(struct running *r, struct gpuop op)
{
	size_t at = r->count++;

	GROW(r->p, r->room, r->count);
	for (; at > 0 && runningbefore(&op, &r->p[(at - 1) / 2]); at = (at - 1) / 2)
		r->p[at] = r->p[(at - 1) / 2];
	r->p[at] = op;
}

struct gpuop
runningtake(struct running *r)
{
	struct gpuop first = r->p[0], last = r->p[--r->count];
	size_t at = 0, next;

	for (; (next = 2 * at + 1) < r->count; at = next) {
		if (next + 1 < r->count && runningbefore(&r->p[next + 1], &r->p[next]))
			next++;
		if (runningbefore(&last, &r->p[next]))
			break;
		r->p[at] = r->p[next];
	}
	if (r->count > 0)
		r->p[at] = last;
	return first;
}
