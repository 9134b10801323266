/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>

#include "handover.h"
#include "out.h"
#include "stream.h"

static _Thread_local struct handover *self; /* of the thread that gives */

/* Takes the records of a batch through the tools; false behind a bad one. */
static bool
takebatch(struct handover *h, struct reading *r, struct batch *b, struct buf *stack)
{
	unsigned want = h->gates.p[0].want;
	struct event ev = { 0 };
	struct everror error;

	for (size_t i = 0; i < b->count; i++) {
		if (!batchevent(b, i, &ev, want, stack, &error)) {
			struct where where = { streamname(NULL), h->gates.p[0].where.line + 1 };

			erras(h->gates.p[0].use->tool->name);
			streambad(&where, CONTENT_STREAM, &error);
			return false;
		}
		readinggive(r, &ev);
	}
	return true;
}

/* Takes batches as long as there are some, and ends the tools. */
static void *
take(void *arg)
{
	struct handover *h = arg;
	struct reading reading = { .first = gatesfirst(&h->gates) };
	enum status status = FAILED;
	struct buf stack = { 0 };
	struct batch *b = NULL;
	bool good = true;

	while (good && (b = belttake(&h->belt))) {
		good = takebatch(h, &reading, b, &stack);
		beltreturn(&h->belt);
	}
	if (good && !h->belt.failed)
		status = readingend(&reading, streamname(NULL));
	else
		readingstop(&reading);
	h->status = gatesend(&h->gates, status);
	free(stack.p);
	beltclose(&h->belt);
	return NULL;
}

/* Waits until the tools have ended. */
static void
await(struct handover *h)
{
	self = NULL;
	pthread_join(h->thread, NULL);
}

/* Before the program ends, whoever ends it: what the tools got goes to the end. */
static void
rescue(void)
{
	struct handover *h = self;

	if (gatesinside()) {
		gatesrescue();
	} else if (h) {
		outwhole(&beltfill(&h->belt)->text);
		beltend(&h->belt, true);
		await(h);
	}
}

void
handoverbegin(struct handover *h, const struct tooluse *uses, size_t count)
{
	*h = (struct handover){ .status = FAILED };
	beltopen(&h->belt);
	gatesopen(&h->gates, uses, count);
	errno = pthread_create(&h->thread, NULL, take, h);
	if (errno != 0)
		die("cannot start a thread:");
	self = h;
	errrescue(rescue);
}

struct batch *
handovergive(struct handover *h)
{
	if (beltfill(&h->belt)->text.n < BELT_BYTES)
		return beltfill(&h->belt);
	if (!beltgive(&h->belt)) {
		await(h);
		exit(h->status == DONE ? FAILED : h->status);
	}
	return beltfill(&h->belt);
}

enum status
handoverend(struct handover *h)
{
	beltend(&h->belt, false);
	await(h);
	beltfree(&h->belt);
	return h->status;
}
