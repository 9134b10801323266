/* SPDX-License-Identifier: MIT */
#include <sched.h>

#include "thread.h"

void
lockopen(struct lock *l)
{
	pthread_mutex_init(&l->mutex, NULL);
}

void
lockclose(struct lock *l)
{
	pthread_mutex_destroy(&l->mutex);
}

void
lockacquire(struct lock *l)
{
	pthread_mutex_lock(&l->mutex);
}

void
lockrelease(struct lock *l)
{
	pthread_mutex_unlock(&l->mutex);
}

int
threadstart(struct childthread *t, size_t stack, void *(*run)(void *), void *arg)
{
	pthread_attr_t attributes;
	int failed = pthread_attr_init(&attributes);

	if (failed)
		return failed;
	if (stack > 0)
		failed = pthread_attr_setstacksize(&attributes, stack);
	if (!failed)
		failed = pthread_create(&t->id, &attributes, run, arg);
	pthread_attr_destroy(&attributes);
	return failed;
}

void
threadjoin(struct childthread *t)
{
	pthread_join(t->id, NULL);
}

unsigned
threadcores(void)
{
	cpu_set_t processors;

	if (sched_getaffinity(0, sizeof(processors), &processors) != 0)
		return 1;
	return (unsigned)CPU_COUNT(&processors);
}

void
eventcountopen(struct eventcount *e)
{
	e->value = 0;
	pthread_mutex_init(&e->mutex, NULL);
	pthread_cond_init(&e->grown, NULL);
}

void
eventcountclose(struct eventcount *e)
{
	pthread_mutex_destroy(&e->mutex);
	pthread_cond_destroy(&e->grown);
}

uint64_t
eventcountread(struct eventcount *e)
{
	uint64_t value;

	pthread_mutex_lock(&e->mutex);
	value = e->value;
	pthread_mutex_unlock(&e->mutex);
	return value;
}

uint64_t
eventcountawait(struct eventcount *e, uint64_t value)
{
	pthread_mutex_lock(&e->mutex);
	while (e->value < value)
		pthread_cond_wait(&e->grown, &e->mutex);
	value = e->value;
	pthread_mutex_unlock(&e->mutex);
	return value;
}

void
eventcountadvance(struct eventcount *e)
{
	pthread_mutex_lock(&e->mutex);
	if (e->value != EVENTCOUNT_FINISHED)
		e->value++;
	pthread_cond_broadcast(&e->grown);
	pthread_mutex_unlock(&e->mutex);
}

void
eventcountfinish(struct eventcount *e)
{
	pthread_mutex_lock(&e->mutex);
	e->value = EVENTCOUNT_FINISHED;
	pthread_cond_broadcast(&e->grown);
	pthread_mutex_unlock(&e->mutex);
}
