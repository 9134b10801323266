/* SPDX-License-Identifier: MIT */
/* queue.h: slots go from one thread to another in order, and back, however fast each of them is. */
#include <time.h>

#include "base/queue.h"
#include "tap.h"

enum { MOST = 5, ROUNDS = 400 };

static struct queue queue;

/* What lies in each slot: a number, and whose it is, which two threads must not both be. */
static struct {
	unsigned number;
	bool given;
} slots[MOST];

/* What the other thread does and finds. */
static struct {
	unsigned pause, stop; /* at random, ns; after so many it takes no more, or 0 */
	unsigned count;
	bool wrong, failed;
} taker;

static bool early; /* a slot was to be filled that was not given back */

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

/* Gives so many slots, the last of which ends it; returns how many before nobody took them. */
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
	}
	return count;
}

/* Runs a queue. */
static unsigned
run(unsigned count, unsigned size, unsigned slow, bool failed)
{
	unsigned given;

	queueopen(&queue, size);
	taker.count = 0;
	taker.wrong = taker.failed = early = false;
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
			ok(taker.failed == (i == 1), "... and how it ended");
		}
	ok(run(1, 2, 0, true) == 1 && taker.count == 1 && taker.failed, "one slot, a failure");
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
