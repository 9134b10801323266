/* SPDX-License-Identifier: MIT */
#include "idallocator.h"

/* Adds an id to the set of allocated ids. Returns false if it is in the set already. */
static bool
idreserve(struct idallocator *n, int64_t number)
{
	bool fresh;

	mapput(&n->taken, (struct mapkey){ (uint64_t)number, 0 }, &fresh);
	return fresh;
}

int64_t
idallocate(struct idallocator *n, bool pidless, int64_t own)
{
	int64_t base = own % n->step, number;
	uint32_t *next;
	bool fresh;

	if (!pidless && idreserve(n, own))
		return own;
	if (base < 0)
		base += n->step;
	next = mapput(&n->next, (struct mapkey){ (uint64_t)base, 0 }, &fresh);
	if (pidless && *next == 0)
		*next = 1;
	do
		number = base + n->step * (*next)++;
	while (!idreserve(n, number));
	return number;
}

void
idallocatorfree(struct idallocator *n)
{
	mapfree(&n->taken);
	mapfree(&n->next);
}
