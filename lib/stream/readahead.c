/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "readahead.h"

/* The stack of the thread, bytes. */
enum { STACK = 1 << 18 };

/* A line of more bytes ends the reading ahead: with copies of such lines in all slots, memory would
 * be several times that of one line. */
enum { LONG = 1 << 20 };

static struct readbatch *
readbatch(struct readahead *a)
{
	return &a->batches[queuefill(&a->queue)];
}

/* Puts the batch that is being filled into the queue; returns false if no more is to be read. */
static bool
put(struct readahead *a)
{
	batchready(&readbatch(a)->batch);
	a->stopped = !queueput(&a->queue);
	if (!a->stopped)
		batchclear(&readbatch(a)->batch);
	return !a->stopped;
}

static bool
beforeread(void *arg)
{
	struct readahead *a = arg;

	return readbatch(a)->batch.count == 0 || put(a);
}

/* Adds a record to the batch. */
static void
readaheadadd(struct readahead *a, const struct event *ev)
{
	struct readbatch *b = readbatch(a);

	GROW(b->lines, b->room, b->batch.count + 1);
	b->lines[b->batch.count] = a->line;
	batchcopy(&b->batch, ev);
	if (ev->line.n > LONG) {
		(void)put(a);
		a->stopped = true;
	} else if (b->batch.text.n >= BATCH_BYTES) {
		(void)put(a);
	}
}

/* Waits until all records before an error of the thread were taken. */
static void
awaittaken(void *arg)
{
	struct readahead *a = arg;

	queuesettle(&a->queue);
}

/* The thread. */
static void *
readaheadwork(void *arg)
{
	struct readahead *a = arg;
	struct event ev = { 0 };
	struct span line;
	bool bad = false;

	errsetturn(awaittaken, a);
	while (!a->stopped && !bad && linesnext(a->lines, &line)) {
		a->line++;
		if (jsonblank(line))
			continue;
		bad = !evparse(&ev, line, a->want, &a->stack, &readbatch(a)->error);
		if (!bad)
			readaheadadd(a, &ev);
	}
	if (a->stopped) {
		queuefinish(&a->queue);
		return NULL;
	}
	if (bad) {
		readbatch(a)->bad = a->stopped = true;
		bufspan(&readbatch(a)->line, line);
		jsonpad(&readbatch(a)->line);
	}
	batchready(&readbatch(a)->batch);
	queueend(&a->queue, false);
	return NULL;
}

bool
readaheadbegin(struct readahead *a, struct lines *lines, uint64_t line, unsigned want)
{
	*a = (struct readahead){ .lines = lines, .line = line, .want = want };
	lines->beforeread = beforeread;
	lines->arg = a;
	queueopen(&a->queue, BATCHES);
	if (threadstart(&a->reader, STACK, readaheadwork, a) == 0)
		return true;
	queuefree(&a->queue);
	lines->beforeread = NULL;
	return false;
}

struct readbatch *
readaheadnext(struct readahead *a)
{
	unsigned slot;

	if (a->taken)
		queuerelease(&a->queue);
	a->taken = queuetake(&a->queue, &slot);
	return a->taken ? &a->batches[slot] : NULL;
}

void
readaheadstop(struct readahead *a)
{
	queueclose(&a->queue);
}

void
readaheadend(struct readahead *a)
{
	threadjoin(&a->reader);
	a->lines->beforeread = NULL;
	queuefree(&a->queue);
	for (unsigned i = 0; i < BATCHES; i++) {
		batchfree(&a->batches[i].batch);
		free(a->batches[i].lines);
		free(a->batches[i].line.p);
	}
	free(a->stack.p);
}
