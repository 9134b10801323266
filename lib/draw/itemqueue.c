/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "draw.h"
#include "stream/record.h"

/* The number of items without a change of the layout after which the second thread writes. */
enum { STEADY = 1 << 10 };

/* The stack of the second thread, and a line that is too long to be copied, in bytes. */
enum { STACK = 1 << 18, LONG = 1 << 20 };

static void
itemwrite(struct draw *d, struct item *item)
{
	itemcomplete(d, item);
	d->put(d, item);
}

static struct itemslot *
itemslot(struct itemqueue *q)
{
	return &q->slots[queuefill(&q->queue)];
}

/* Gives the items in the slot to the second thread. */
static void
pass(struct itemqueue *q)
{
	struct itemslot *s = itemslot(q);

	batchready(&s->batch);
	jsonpad(&s->texts);
	(void)queueput(&q->queue);
	s = itemslot(q);
	batchclear(&s->batch);
	s->texts.n = 0;
}

static void
settle(void *arg)
{
	struct itemqueue *q = &((struct draw *)arg)->queue;

	q->steady = 0;
	if (!q->running)
		return;
	if (itemslot(q)->batch.count > 0)
		pass(q);
	queuesettle(&q->queue);
}

/* Writes the items of a slot. */
static void
takeslot(struct draw *d, struct itemslot *s)
{
	struct event ev = { 0 };
	struct parseerror error;

	for (size_t i = 0; i < s->batch.count; i++) {
		struct item item = s->items[i].item;

		if (!batchevent(&s->batch, i, &ev, DRAW_KEYS, &d->queue.stack, &error))
			die("bad line: %s (byte %zu)", error.why, error.at + 1);
		item.ev = &ev;
		if (item.state.n > 0)
			item.state.p = s->texts.p + s->items[i].state;
		if (item.block.n > 0)
			item.block.p = s->texts.p + s->items[i].block;
		itemwrite(d, &item);
	}
}

static _Thread_local bool second; /* this is the second thread */

/* The second thread. */
static void *
itemqueuework(void *arg)
{
	struct draw *d = arg;
	struct itemqueue *q = &d->queue;
	unsigned slot;

	second = true;
	errsetcontext(q->context);
	while (queuetake(&q->queue, &slot)) {
		takeslot(d, &q->slots[slot]);
		queuerelease(&q->queue);
	}
	queueclose(&q->queue);
	return NULL;
}

/* Starts the second thread. If there is none, the first one goes on to write the items. */
static void
start(struct draw *d)
{
	struct itemqueue *q = &d->queue;

	q->context = errcontext();
	queueopen(&q->queue, BATCHES);
	if (queuestart(&q->queue, STACK, itemqueuework, d) != 0) {
		queuefree(&q->queue);
		q->allowed = false;
		return;
	}
	q->running = true;
}

/* Copies a text that is not in the item's record. Returns its offset. */
static size_t
keeptext(struct itemslot *s, struct span text)
{
	size_t at = s->texts.n;

	bufspan(&s->texts, text);
	return at;
}

/* Adds an item to the slot. */
static void
add(struct itemqueue *q, const struct item *item)
{
	struct itemslot *s = itemslot(q);
	const struct event *ev = item->ev;
	struct event serialized;

	if (ev->set) {
		serialized = *ev;
		recordserialize(&serialized, &q->line, DRAW_KEYS);
		ev = &serialized;
	}
	GROW(s->items, s->room, s->batch.count + 1);
	s->items[s->batch.count] = (struct queueditem){ *item, keeptext(s, item->state),
		keeptext(s, item->block) };
	batchcopy(&s->batch, ev);
	if (s->batch.text.n >= BATCH_BYTES)
		pass(q);
}

void
itemqueueallow(struct draw *d)
{
	d->queue.allowed = threadcores() > 2;
	d->layout.metadata.changing = settle;
	d->layout.metadata.changingarg = d;
}

void
itemqueueput(struct draw *d, struct item *item)
{
	struct itemqueue *q = &d->queue;

	if (item->ev->line.n > LONG)
		settle(d);
	if (q->steady < STEADY)
		q->steady++;
	else if (q->allowed && !q->running)
		start(d);
	if (q->running && q->steady == STEADY)
		add(q, item);
	else
		itemwrite(d, item);
}

void
itemqueuesettle(struct draw *d)
{
	settle(d);
}

void
itemqueuecut(struct draw *d)
{
	struct itemqueue *q = &d->queue;

	if (second)
		return;
	if (q->running) { /* the record of the last item may be incomplete */
		struct batch *b = &itemslot(q)->batch;

		b->text.n = b->noted;
	}
	settle(d);
}

void
itemqueueend(struct draw *d)
{
	struct itemqueue *q = &d->queue;

	settle(d);
	if (!q->running)
		return;
	queueend(&q->queue, false);
	queuejoin(&q->queue);
	queuefree(&q->queue);
	for (unsigned i = 0; i < BATCHES; i++) {
		batchfree(&q->slots[i].batch);
		free(q->slots[i].items);
		free(q->slots[i].texts.p);
	}
	free(q->line.p);
	free(q->stack.p);
	*q = (struct itemqueue){ .running = false };
}
