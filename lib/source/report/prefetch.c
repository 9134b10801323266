/* SPDX-License-Identifier: MIT */
#include "prefetch.h"

void
prefetchopen(struct prefetch *a, const struct reportindex *report)
{
	*a = (struct prefetch){ .full = false };
	blockreaderopen(&a->reader, report);
	lockopen(&a->lock);
	eventcountopen(&a->read);
}

void
prefetchclose(struct prefetch *a)
{
	packedblockfree(&a->block);
	blockreaderclose(&a->reader);
	lockclose(&a->lock);
	eventcountclose(&a->read);
}

bool
prefetchbegin(struct prefetch *a, size_t block)
{
	bool some;

	lockacquire(&a->lock);
	some = eventcountread(&a->read) == a->begun && !(a->full && a->block.block == block);
	if (some) {
		a->begun++;
		a->full = true;
		a->block.block = block;
	}
	lockrelease(&a->lock);
	return some;
}

void
prefetchread(struct prefetch *a)
{
	blockreaderfill(&a->reader, &a->block);
	eventcountadvance(&a->read);
}

bool
prefetchtake(struct prefetch *a, struct packedblock *b)
{
	bool there;

	lockacquire(&a->lock);
	there = a->full && a->block.block == b->block;
	if (there) {
		struct packedblock read;

		eventcountawait(&a->read, a->begun);
		read = a->block;
		a->block = *b;
		a->full = false;
		*b = read;
	}
	lockrelease(&a->lock);
	return there;
}
