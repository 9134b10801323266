/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "readahead.h"

/* The stack of a thread, bytes. */
enum { STACK = 1 << 18 };

/* A line of more bytes ends the reading ahead: with such lines in all batches, memory would be
 * several times that of one line. */
enum { LONG = 1 << 20 };

/* Waits until the caller has taken all records before those of a parser that ends the program. */
static void
awaittaken(void *arg)
{
	struct parser *p = arg;

	orderedawait(&p->ahead->ordered, p->item);
	queuesettle(&p->ahead->queue);
}

static struct readbatch *
readbatch(const struct parser *p)
{
	return &p->ahead->batches[p->item % READBATCHES];
}

/* Fills the batch of a parser with lines, in its turn. Returns false if there are no more. */
static bool
fill(struct parser *p)
{
	struct readahead *a = p->ahead;
	struct readbatch *b = readbatch(p);

	if (a->ended || !queueawaitslot(&a->queue, p->item))
		return false;
	batchclear(&b->batch);
	if (!linesmany(a->lines, &b->batch.text, BATCH_BYTES, LONG))
		return false;
	jsonpad(&b->batch.text);
	b->unterminated = a->lines->unterminated;
	return true;
}

/* Takes lines. The first parser that gets none ends the queue. */
static bool
take(struct parser *p)
{
	struct readahead *a = p->ahead;
	bool some, last;

	p->item = orderedtake(&a->ordered);
	some = fill(p);
	last = !some && !a->ended;
	a->ended |= last;
	orderedtaken(&a->ordered);
	if (last) {
		orderedawait(&a->ordered, p->item);
		queuefinish(&a->queue);
	}
	return some;
}

/* Adds the record of a line to the batch. */
static void
parseline(struct parser *p, struct readbatch *b, struct span line, struct event *ev)
{
	struct parseerror error;

	GROW(b->lines, b->room, b->batch.count + 1);
	b->lines[b->batch.count] = b->count;
	if (evparse(ev, line, p->ahead->want, &p->stack, &error))
		batchnote(&b->batch, ev);
	else
		batchnoteline(&b->batch, line);
}

/* Parses the lines of the batch. */
static void
parselines(struct parser *p, struct readbatch *b)
{
	struct buf *text = &b->batch.text;
	struct event ev = { 0 };

	b->count = 0;
	for (size_t at = 0; at < text->n;) {
		char *line = text->p + at, *end = memchr(line, '\n', text->n - at);

		if (!end)
			end = text->p + text->n;
		*end = '\0';
		at = (size_t)(end + 1 - text->p);
		b->count++;
		if (!jsonblank((struct span){ line, (size_t)(end - line) }))
			parseline(p, b, (struct span){ line, (size_t)(end - line) }, &ev);
	}
	batchleave(&b->batch);
}

/* The thread. */
static void *
readaheadwork(void *arg)
{
	struct parser *p = arg;

	errsetturn(awaittaken, p);
	while (take(p)) {
		parselines(p, readbatch(p));
		orderedawait(&p->ahead->ordered, p->item);
		queuepass(&p->ahead->queue);
		ordereddone(&p->ahead->ordered);
	}
	return NULL;
}

/* Returns the number of parsers that the processors allow. */
static unsigned
parsers(void)
{
	unsigned cores = threadcores(), count = cores < 4 ? 0 : cores / 2 - 1;

	return count < PARSERS_MAX ? count : PARSERS_MAX;
}

bool
readaheadbegin(struct readahead *a, struct lines *lines, unsigned want)
{
	unsigned count = parsers();

	*a = (struct readahead){ .lines = lines, .want = want };
	orderedopen(&a->ordered);
	queueopen(&a->queue, READBATCHES);
	for (; a->parsers < count; a->parsers++) {
		struct parser *p = &a->parser[a->parsers];

		p->ahead = a;
		if (threadstart(&p->thread, STACK, readaheadwork, p) != 0)
			break;
	}
	if (a->parsers > 0)
		return true;
	queuefree(&a->queue);
	orderedclose(&a->ordered);
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
	for (unsigned i = 0; i < a->parsers; i++) {
		threadjoin(&a->parser[i].thread);
		free(a->parser[i].stack.p);
	}
	queuefree(&a->queue);
	orderedclose(&a->ordered);
	for (unsigned i = 0; i < READBATCHES; i++) {
		batchfree(&a->batches[i].batch);
		free(a->batches[i].lines);
	}
}
