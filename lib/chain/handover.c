/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>

#include "handover.h"
#include "io/out.h"
#include "stream/stream.h"

static _Thread_local struct handover *self; /* of the first thread, until the tools end */

/* Gives the records of a batch to the tools. Returns false after a record with an error. */
static bool
takebatch(struct handover *h, struct streamreader *r, struct batch *b, struct buf *stack)
{
	unsigned want = h->boundaries.p[0].want;
	struct event ev = { 0 };
	struct parseerror error;

	batchshare(b);
	for (size_t i = 0; i < b->count; i++) {
		if (!batchevent(b, i, &ev, want, stack, &error)) {
			uint64_t line = h->boundaries.p[0].where.line + 1;
			struct where where = { streamname(NULL), line };

			errsetcontext((struct errcontext){
			    h->boundaries.p[0].use->tool->name, NULL });
			streamwarnbad(&where, FILETYPE_STREAM, &error);
			return false;
		}
		streamreadergive(r, &ev);
	}
	return true;
}

/* The second thread: takes batches while there are any, and ends the tools. */
static void *
handovertake(void *arg)
{
	struct handover *h = arg;
	struct streamreader reader = { .first = boundariesfirst(&h->boundaries) };
	enum status status = FAILED;
	struct buf stack = { 0 };
	unsigned slot;
	bool good = true;

	while (good && queuetake(&h->queue, &slot)) {
		good = takebatch(h, &reader, &h->batches[slot], &stack);
		queuerelease(&h->queue);
	}
	if (good && !h->queue.failed)
		status = streamreaderend(&reader, streamname(NULL));
	else
		streamreaderstop(&reader);
	h->status = boundariesend(&h->boundaries, status);
	free(stack.p);
	queueclose(&h->queue);
	return NULL;
}

/* Waits until the tools have ended. */
static void
handoverawait(struct handover *h)
{
	self = NULL;
	queuejoin(&h->queue);
}

/* Returns the batch that is being filled. */
static struct batch *
filling(struct handover *h)
{
	return &h->batches[queuefill(&h->queue)];
}

/* Gives the last batch, and waits until the tools have ended. */
static void
last(struct handover *h, bool failed)
{
	batchready(filling(h));
	queueend(&h->queue, failed);
	handoverawait(h);
}

/* Before the program ends, in a thread of the tools or one that gives records: the records that the
 * tools have got reach the end. */
static void
handoverfail(struct batchsink *sink)
{
	struct handover *h = (struct handover *)sink;

	if (boundariesinside()) {
		boundariesflushfailed();
	} else {
		outcutpartial(&filling(h)->text);
		last(h, true);
	}
}

/* The same in any thread. */
static void
handoverflushfailed(void)
{
	if (boundariesinside())
		boundariesflushfailed();
	else if (self)
		handoverfail(&self->sink);
}

/* Gives the batch that is being filled. If the tools have ended, which printed why, ends the
 * program. */
static void
handoverput(struct handover *h)
{
	batchready(filling(h));
	if (!queueput(&h->queue)) {
		handoverawait(h);
		exit(h->status == DONE ? FAILED : h->status);
	}
	batchclear(filling(h));
}

/* Gives the batch once it is full, and returns the next one. */
static struct batch *
handovernext(struct batchsink *sink)
{
	struct handover *h = (struct handover *)sink;

	if (filling(h)->text.n >= BATCH_BYTES)
		handoverput(h);
	return filling(h);
}

/* Gives the batch that is being filled, then the batch of a worker. */
static void
handovergive(struct batchsink *sink, struct batch *made)
{
	struct handover *h = (struct handover *)sink;
	struct batch empty;

	if (filling(h)->text.n > 0)
		handoverput(h);
	empty = *filling(h);
	*filling(h) = *made;
	*made = empty;
	handoverput(h);
}

/* Gives the last batch and waits for the tools. */
static enum status
handoverend(struct batchsink *sink)
{
	struct handover *h = (struct handover *)sink;

	last(h, false);
	queuefree(&h->queue);
	for (int i = 0; i < BATCHES; i++)
		batchfree(&h->batches[i]);
	return h->status;
}

void
handoverbegin(struct handover *h, const struct toolrun *uses, size_t count)
{
	*h = (struct handover){
		.sink = { handovernext, handovergive, handoverfail, handoverend, 0 },
		.status = FAILED,
	};
	queueopen(&h->queue, BATCHES);
	boundariesopen(&h->boundaries, uses, count);
	h->sink.threads = boundariesthreads(count);
	errno = queuestart(&h->queue, 0, handovertake, h);
	if (errno != 0)
		die("cannot start a thread:");
	self = h;
	errsetflush(handoverflushfailed);
}
