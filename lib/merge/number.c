/* SPDX-License-Identifier: MIT */
#include "number.h"

/* Takes a number; false when it was taken before. */
static bool
numbertake(struct numbering *n, int64_t number)
{
	bool fresh;

	mapput(&n->taken, (struct mapkey){ (uint64_t)number, 0 }, &fresh);
	return fresh;
}

int64_t
numbernew(struct numbering *n, bool none, int64_t own)
{
	int64_t base = own % n->step, number;
	uint32_t *next;
	bool fresh;

	if (!none && numbertake(n, own))
		return own;
	if (base < 0)
		base += n->step;
	next = mapput(&n->next, (struct mapkey){ (uint64_t)base, 0 }, &fresh);
	if (none && *next == 0)
		*next = 1;
	do
		number = base + n->step * (*next)++;
	while (!numbertake(n, number));
	return number;
}

void
numberingfree(struct numbering *n)
{
	mapfree(&n->taken);
	mapfree(&n->next);
}
