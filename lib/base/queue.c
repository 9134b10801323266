/* SPDX-License-Identifier: MIT */
#include "queue.h"

void
queueopen(struct queue *q, unsigned slots)
{
	*q = (struct queue){ .slots = slots };
	eventcountopen(&q->put);
	eventcountopen(&q->released);
}

void
queuefree(struct queue *q)
{
	eventcountclose(&q->put);
	eventcountclose(&q->released);
}

int
queuestart(struct queue *q, size_t stack, void *(*consume)(void *), void *arg)
{
	return threadstart(&q->consumer, stack, consume, arg);
}

void
queuejoin(struct queue *q)
{
	threadjoin(&q->consumer);
}

/* Counts a slot that is put. */
static void
countfilled(struct queue *q)
{
	q->filled++;
	q->fill = (unsigned)(q->filled % q->slots);
}

void
queuepass(struct queue *q)
{
	countfilled(q);
	eventcountadvance(&q->put);
}

bool
queueawaitslot(struct queue *q, uint64_t number)
{
	uint64_t free = number >= q->slots ? number - q->slots + 1 : 0;

	return eventcountawait(&q->released, free) != EVENTCOUNT_FINISHED;
}

bool
queueput(struct queue *q)
{
	queuepass(q);
	return queueawaitslot(q, q->filled);
}

void
queuesettle(struct queue *q)
{
	(void)eventcountawait(&q->released, q->filled);
}

void
queueend(struct queue *q, bool failed)
{
	countfilled(q);
	q->failed = failed;
	eventcountfinish(&q->put);
}

void
queuefinish(struct queue *q)
{
	eventcountfinish(&q->put);
}

bool
queuetake(struct queue *q, unsigned *slot)
{
	uint64_t put = eventcountawait(&q->put, q->emptied + 1);

	*slot = (unsigned)(q->emptied % q->slots);
	return put != EVENTCOUNT_FINISHED || q->emptied < q->filled;
}

void
queuerelease(struct queue *q)
{
	q->emptied++;
	eventcountadvance(&q->released);
}

void
queueclose(struct queue *q)
{
	eventcountfinish(&q->released);
}
