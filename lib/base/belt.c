/* SPDX-License-Identifier: MIT */
#include "belt.h"

void
beltopen(struct belt *b, unsigned slots)
{
	*b = (struct belt){ .slots = slots,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.moved = PTHREAD_COND_INITIALIZER };
}

int
beltstart(struct belt *b, size_t stack, void *(*take)(void *), void *arg)
{
	pthread_attr_t attributes;
	int failed = pthread_attr_init(&attributes);

	if (failed)
		return failed;
	if (stack > 0)
		failed = pthread_attr_setstacksize(&attributes, stack);
	if (!failed)
		failed = pthread_create(&b->taker, &attributes, take, arg);
	pthread_attr_destroy(&attributes);
	return failed;
}

/* Gives the slot at hand, within the lock. */
static void
give(struct belt *b)
{
	b->given++;
	b->fill = (b->fill + 1) % b->slots;
}

/* Says that something changed, and ends the part that one thread runs at a time. */
static void
beltmoved(struct belt *b)
{
	pthread_cond_broadcast(&b->moved);
	pthread_mutex_unlock(&b->lock);
}

bool
beltgive(struct belt *b)
{
	bool open;

	pthread_mutex_lock(&b->lock);
	give(b);
	pthread_cond_broadcast(&b->moved);
	while (b->given - b->taken == b->slots && !b->closed)
		pthread_cond_wait(&b->moved, &b->lock);
	open = !b->closed;
	pthread_mutex_unlock(&b->lock);
	return open;
}

void
beltend(struct belt *b, bool failed)
{
	pthread_mutex_lock(&b->lock);
	give(b);
	b->ended = true;
	b->failed = failed;
	beltmoved(b);
}

void
beltjoin(struct belt *b)
{
	pthread_join(b->taker, NULL);
}

bool
belttake(struct belt *b, unsigned *slot)
{
	bool any;

	pthread_mutex_lock(&b->lock);
	while (b->given == b->taken && !b->ended)
		pthread_cond_wait(&b->moved, &b->lock);
	any = b->given > b->taken;
	*slot = (unsigned)(b->taken % b->slots);
	pthread_mutex_unlock(&b->lock);
	return any;
}

void
beltreturn(struct belt *b)
{
	pthread_mutex_lock(&b->lock);
	b->taken++;
	beltmoved(b);
}

void
beltclose(struct belt *b)
{
	pthread_mutex_lock(&b->lock);
	b->closed = true;
	beltmoved(b);
}

void
beltfree(struct belt *b)
{
	pthread_mutex_destroy(&b->lock);
	pthread_cond_destroy(&b->moved);
}
