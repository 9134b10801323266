/* SPDX-License-Identifier: MIT */
#include "belt.h"

void
beltopen(struct belt *b)
{
	*b = (struct belt){
		.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER
	};
}

/* Says that something changed, and ends the part that one thread runs at a time. */
static void
moved(struct belt *b)
{
	pthread_cond_broadcast(&b->moved);
	pthread_mutex_unlock(&b->lock);
}

bool
beltgive(struct belt *b)
{
	bool open;

	batchready(beltfill(b));
	pthread_mutex_lock(&b->lock);
	b->given++;
	pthread_cond_broadcast(&b->moved);
	while (b->given - b->taken == BELT_BATCHES && !b->closed)
		pthread_cond_wait(&b->moved, &b->lock);
	open = !b->closed;
	pthread_mutex_unlock(&b->lock);
	if (open)
		batchclear(beltfill(b));
	return open;
}

void
beltend(struct belt *b, bool failed)
{
	batchready(beltfill(b));
	pthread_mutex_lock(&b->lock);
	b->given++;
	b->ended = true;
	b->failed = failed;
	moved(b);
}

struct batch *
belttake(struct belt *b)
{
	struct batch *batch = NULL;

	pthread_mutex_lock(&b->lock);
	while (b->given == b->taken && !b->ended)
		pthread_cond_wait(&b->moved, &b->lock);
	if (b->given > b->taken)
		batch = &b->batches[b->taken % BELT_BATCHES];
	pthread_mutex_unlock(&b->lock);
	return batch;
}

void
beltreturn(struct belt *b)
{
	pthread_mutex_lock(&b->lock);
	b->taken++;
	moved(b);
}

void
beltclose(struct belt *b)
{
	pthread_mutex_lock(&b->lock);
	b->closed = true;
	moved(b);
}

void
beltfree(struct belt *b)
{
	for (int i = 0; i < BELT_BATCHES; i++)
		batchfree(&b->batches[i]);
	pthread_mutex_destroy(&b->lock);
	pthread_cond_destroy(&b->moved);
}
