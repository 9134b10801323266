/* SPDX-License-Identifier: MIT */
#include "prefetch.h"

void
prefetchopen(struct prefetch *a, const struct reportindex *report)
{
	*a = (struct prefetch){ .state = PREFETCH_NONE };
	blockreaderopen(&a->reader, report);
	pthread_mutex_init(&a->mutex, NULL);
	pthread_cond_init(&a->done, NULL);
}

void
prefetchclose(struct prefetch *a)
{
	packedblockfree(&a->block);
	blockreaderclose(&a->reader);
	pthread_mutex_destroy(&a->mutex);
	pthread_cond_destroy(&a->done);
}

bool
prefetchbegin(struct prefetch *a, size_t block)
{
	bool some;

	pthread_mutex_lock(&a->mutex);
	some = a->state == PREFETCH_NONE || (a->state == PREFETCH_READ && a->block.block != block);
	if (some) {
		a->state = PREFETCH_READING;
		a->block.block = block;
	}
	pthread_mutex_unlock(&a->mutex);
	return some;
}

void
prefetchread(struct prefetch *a)
{
	blockreaderfill(&a->reader, &a->block);
	pthread_mutex_lock(&a->mutex);
	a->state = PREFETCH_READ;
	pthread_cond_broadcast(&a->done);
	pthread_mutex_unlock(&a->mutex);
}

bool
prefetchtake(struct prefetch *a, struct packedblock *b)
{
	struct packedblock read;
	bool there;

	pthread_mutex_lock(&a->mutex);
	there = a->state != PREFETCH_NONE && a->block.block == b->block;
	if (there) {
		while (a->state != PREFETCH_READ)
			pthread_cond_wait(&a->done, &a->mutex);
		read = a->block;
		a->block = *b;
		a->state = PREFETCH_NONE;
		*b = read;
	}
	pthread_mutex_unlock(&a->mutex);
	return there;
}
