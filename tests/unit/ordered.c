/* SPDX-License-Identifier: MIT */
/* ordered.h: items are taken once and in order, worked on in parallel, and delivered in order. */
#include <stdlib.h>
#include <time.h>

#include "base/ordered.h"
#include "tap.h"

enum { ITEMS = 300, MOST = 5 };

/* The state that workers share: each item is its number; workers sleep for random times. */
static struct {
	struct ordered ordered;
	unsigned next;                /* the next item to be read, inside the critical section */
	bool reader, delivering;      /* a worker is in the critical section, or delivers */
	bool overlapped, misordered;
	unsigned delivered, workers;  /* number of items delivered, and of workers that had one */
} all;

static void
rest(unsigned ns)
{
	struct timespec t = { 0, (long)ns };

	nanosleep(&t, NULL);
}

static void
ordereddeliver(uint64_t item)
{
	orderedawait(&all.ordered, item);
	all.overlapped |= all.delivering;
	all.delivering = true;
	all.misordered |= all.delivered != item;
	all.delivered++;
	all.delivering = false;
	ordereddone(&all.ordered);
}

static void
work(void *arg, unsigned worker)
{
	unsigned seed = worker, mine = 0;

	(void)arg;
	for (;;) {
		uint64_t item = orderedtake(&all.ordered);
		unsigned got = all.next;

		all.overlapped |= all.reader;
		all.reader = true;
		all.misordered |= got < ITEMS && got != item;
		all.next += got < ITEMS;
		if (mine++ == 0)
			all.workers++;
		all.reader = false;
		orderedtaken(&all.ordered);
		if (got == ITEMS)
			return;
		rest((unsigned)rand_r(&seed) % 20000);
		orderedawait(&all.ordered, item);
		ordereddeliver(item);
	}
}

int
main(void)
{
	for (unsigned count = 1; count <= MOST; count++) {
		int failed;

		all.next = all.delivered = all.workers = 0;
		all.overlapped = all.misordered = false;
		orderedopen(&all.ordered);
		failed = orderedrun(&all.ordered, count, work, NULL);
		ok(failed == 0 && all.workers == count, "%u workers", count);
		ok(all.delivered == ITEMS && ordereddelivered(&all.ordered) == ITEMS,
		    "... deliver all items");
		ok(!all.misordered && !all.overlapped, "... in order, one at a time");
		orderedclose(&all.ordered);
	}
	ok(threadcores() >= 1, "there is a processor");
	return tapend();
}
