/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "mem.h"
#include "ordered.h"

/* One worker of orderedrun. */
struct orderedworker {
	struct ordered *ordered;
	unsigned number;
	void (*work)(void *arg, unsigned worker);
	void *arg;
	struct childthread thread;
};

void
orderedopen(struct ordered *o)
{
	o->taken = 0;
	lockopen(&o->taking);
	eventcountopen(&o->delivered);
}

void
orderedclose(struct ordered *o)
{
	lockclose(&o->taking);
	eventcountclose(&o->delivered);
}

static void *
orderedworker(void *arg)
{
	struct orderedworker *w = arg;

	w->work(w->arg, w->number);
	return NULL;
}

int
orderedrun(struct ordered *o, unsigned count, void (*work)(void *arg, unsigned worker), void *arg)
{
	struct orderedworker *list = xzalloc(count, sizeof(*list));

	lockacquire(&o->taking);
	for (unsigned i = 1; i < count; i++) {
		int failed;

		list[i] = (struct orderedworker){ o, i, work, arg, { 0 } };
		failed = threadstart(&list[i].thread, 0, orderedworker, &list[i]);
		if (failed)
			return failed;
	}
	lockrelease(&o->taking);
	work(arg, 0);
	for (unsigned i = 1; i < count; i++)
		threadjoin(&list[i].thread);
	free(list);
	return 0;
}

void
orderedlock(struct ordered *o)
{
	lockacquire(&o->taking);
}

uint64_t
orderedtake(struct ordered *o)
{
	lockacquire(&o->taking);
	return o->taken++;
}

void
orderedtaken(struct ordered *o)
{
	lockrelease(&o->taking);
}

void
orderedawait(struct ordered *o, uint64_t item)
{
	eventcountawait(&o->delivered, item);
}

void
ordereddone(struct ordered *o)
{
	eventcountadvance(&o->delivered);
}

uint64_t
ordereddelivered(struct ordered *o)
{
	return eventcountread(&o->delivered);
}
