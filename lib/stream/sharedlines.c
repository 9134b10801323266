/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/thread.h"
#include "sharedlines.h"

/* Memory without users. Batches that end leave it here for those of the other threads. */
static struct sharedlines *spare;
static struct lock sparelock = LOCK_OPEN;

struct sharedlines *
sharedlinesmake(void)
{
	struct sharedlines *s = xzalloc(1, sizeof(*s));

	atomic_init(&s->users, 1);
	return s;
}

void
sharedlinesdrop(struct sharedlines *s)
{
	if (atomic_fetch_sub_explicit(&s->users, 1, memory_order_acq_rel) > 1)
		return;
	if (!s->left.text.p) {
		free(s);
		return;
	}
	lockacquire(&sparelock);
	s->next = spare;
	spare = s;
	lockrelease(&sparelock);
}

void
sharedlinesleave(struct sharedlines *s, struct linememory memory)
{
	s->left = memory;
	sharedlinesdrop(s);
}

struct linememory
sharedlinesmemory(void)
{
	struct linememory memory = { 0 };
	struct sharedlines *s;

	lockacquire(&sparelock);
	s = spare;
	if (s)
		spare = s->next;
	lockrelease(&sparelock);
	if (s)
		memory = s->left;
	free(s);
	return memory;
}
