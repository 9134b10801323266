/* SPDX-License-Identifier: MIT */
/* queue.h: slots get from one thread to the other in order, and back, with slow and fast
 * threads. */
#include <stdlib.h>
#include <time.h>

#include "base/ordered.h"
#include "base/queue.h"
#include "tap.h"

enum { MOST = 5, ROUNDS = 400 };

static struct queue queue;

/* The content of each slot: a number, and true while the consumer owns it. */
static struct {
	unsigned number;
	bool given;
} slots[MOST];

/* The consumer's orders and results. */
static struct {
	unsigned pause, stop; /* ns; number of slots it takes, 0 for all */
	unsigned count;
	bool wrong, failed;
} taker;

static bool early; /* the producer was to fill a slot that the consumer still owned */
static bool loose; /* the consumer owned a slot after queuesettle */

static void
rest(unsigned ns)
{
	struct timespec t = { 0, (long)ns };

	if (ns > 0)
		nanosleep(&t, NULL);
}

static void *
take(void *arg)
{
	unsigned slot;

	while (queuetake(&queue, &slot)) {
		rest(taker.pause);
		if (slots[slot].number != taker.count || !slots[slot].given)
			taker.wrong = true;
		slots[slot].given = false;
		taker.count++;
		if (taker.stop == taker.count) {
			queueclose(&queue);
			return arg;
		}
		queuerelease(&queue);
	}
	taker.failed = queue.failed;
	return arg;
}

/* Puts count slots, the last one with queueend. Returns the number of slots put before the consumer
 * took no more. */
static unsigned
give(unsigned count, unsigned pause, bool failed)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned slot = queuefill(&queue);

		rest(pause);
		early |= slots[slot].given;
		slots[slot].number = i;
		slots[slot].given = true;
		if (i + 1 == count)
			queueend(&queue, failed);
		else if (!queueput(&queue))
			return i + 1;
		if (i % 9 == 8 && i + 1 < count && taker.stop == 0) {
			queuesettle(&queue);
			for (unsigned j = 0; j < MOST; j++)
				loose |= slots[j].given;
		}
	}
	return count;
}

/* Runs a producer and a consumer. Returns the number of slots put. */
static unsigned
run(unsigned count, unsigned size, unsigned slow, bool failed)
{
	unsigned given;

	queueopen(&queue, size);
	taker.count = 0;
	taker.wrong = taker.failed = early = loose = false;
	taker.pause = slow == 1 ? 20000 : 0;
	for (unsigned i = 0; i < MOST; i++)
		slots[i].given = false;
	if (queuestart(&queue, size % 2 ? 1 << 18 : 0, take, NULL) != 0)
		return 0;
	given = give(count, slow == 2 ? 20000 : 0, failed);
	queuejoin(&queue);
	queuefree(&queue);
	return given;
}

static struct ordered turns; /* of several producers */

/* A producer that fills slots beside others and puts them in its turn. */
static void
produce(void *arg, unsigned worker)
{
	unsigned seed = worker, count = *(unsigned *)arg;

	for (;;) {
		uint64_t item = orderedtake(&turns);
		unsigned slot = (unsigned)(item % queue.slots);
		bool more = item < count && queueawaitslot(&queue, item);

		orderedtaken(&turns);
		if (!more)
			return;
		rest((unsigned)rand_r(&seed) % 20000);
		early |= slots[slot].given;
		slots[slot].number = (unsigned)item;
		slots[slot].given = true;
		orderedawait(&turns, item);
		queuepass(&queue);
		if (item + 1 == count)
			queuefinish(&queue);
		ordereddone(&turns);
	}
}

/* Runs several producers and a consumer. */
static void
runproducers(unsigned producers, unsigned count, unsigned size)
{
	queueopen(&queue, size);
	orderedopen(&turns);
	taker.count = 0;
	taker.wrong = early = false;
	for (unsigned i = 0; i < MOST; i++)
		slots[i].given = false;
	if (queuestart(&queue, 0, take, NULL) == 0 &&
	    orderedrun(&turns, producers, produce, &count) == 0)
		queuejoin(&queue);
	orderedclose(&turns);
	queuefree(&queue);
}

int
main(void)
{
	static const char *const slow[] = { "neither is slow", "who takes is slow",
		"who gives is slow" };

	for (unsigned size = 2; size <= MOST; size++)
		for (unsigned i = 0; i < 3; i++) {
			unsigned given = run(ROUNDS, size, i, i == 1);

			ok(given == ROUNDS && taker.count == ROUNDS && !taker.wrong && !early,
			    "%u slots, %s: all come, in order", size, slow[i]);
			ok(!loose, "... and none is left where who gives waits for that");
			ok(taker.failed == (i == 1), "... and how it ended");
		}
	ok(run(1, 2, 0, true) == 1 && taker.count == 1 && taker.failed, "one slot, a failure");
	for (unsigned producers = 1; producers <= 4; producers++)
		for (unsigned size = 2; size <= MOST; size++) {
			runproducers(producers, ROUNDS, size);
			ok(taker.count == ROUNDS && !taker.wrong && !early,
			    "%u producers, %u slots: all come, in order", producers, size);
		}
	taker.stop = 7;
	for (unsigned size = 2; size <= MOST; size++) {
		unsigned given = run(ROUNDS, size, 0, false);

		ok(given >= 7 && given < 7 + size && taker.count == 7,
		    "%u slots: who gives hears that nobody takes them", size);
	}
	taker.stop = 1;
	ok(run(1, 2, 0, false) == 1 && taker.count == 1, "nobody takes them behind the last");
	return tapend();
}
