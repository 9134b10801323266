/* SPDX-License-Identifier: MIT */
#include "ahead.h"

void
aheadopen(struct ahead *a, const struct survey *report)
{
	*a = (struct ahead){ .state = AHEAD_NONE };
	keeperopen(&a->keeper, report);
	pthread_mutex_init(&a->mutex, NULL);
	pthread_cond_init(&a->done, NULL);
}

void
aheadclose(struct ahead *a)
{
	keptblockfree(&a->block);
	keeperclose(&a->keeper);
	pthread_mutex_destroy(&a->mutex);
	pthread_cond_destroy(&a->done);
}

bool
aheadbegin(struct ahead *a, size_t block)
{
	bool some;

	pthread_mutex_lock(&a->mutex);
	some = a->state == AHEAD_NONE || (a->state == AHEAD_READ && a->block.block != block);
	if (some) {
		a->state = AHEAD_READING;
		a->block.block = block;
	}
	pthread_mutex_unlock(&a->mutex);
	return some;
}

void
aheadread(struct ahead *a)
{
	keeperfill(&a->keeper, &a->block);
	pthread_mutex_lock(&a->mutex);
	a->state = AHEAD_READ;
	pthread_cond_broadcast(&a->done);
	pthread_mutex_unlock(&a->mutex);
}

bool
aheadtake(struct ahead *a, struct keptblock *b)
{
	struct keptblock read;
	bool there;

	pthread_mutex_lock(&a->mutex);
	there = a->state != AHEAD_NONE && a->block.block == b->block;
	if (there) {
		while (a->state != AHEAD_READ)
			pthread_cond_wait(&a->done, &a->mutex);
		read = a->block;
		a->block = *b;
		a->state = AHEAD_NONE;
		*b = read;
	}
	pthread_mutex_unlock(&a->mutex);
	return there;
}
