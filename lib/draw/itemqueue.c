/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "draw.h"

/* The number of items without a change of the layout after which other threads write. */
enum { STEADY = 1 << 10 };

/* The stack of a formatting thread, and a line that is too long to be copied, in bytes. */
enum { STACK = 1 << 18, LONG = 1 << 20 };

/* A formatting thread. */
struct formatting {
	struct itemformatter formatter;
	struct childthread thread;
	uint64_t slot;    /* the number of its slot */
	struct buf stack; /* the JSON scanner's */
};

static void
itemwrite(struct itemformatter *f, struct item *item)
{
	itemcomplete(f, item);
	f->draw->put(f, item);
}

static struct itemslot *
itemslot(struct itemqueue *q, uint64_t number)
{
	return &q->slots[number % ITEMSLOTS(q->running)];
}

/* Gives the slot that is being filled to the formatting threads, and waits until the next one is
 * free. */
static void
pass(struct itemqueue *q)
{
	struct itemslot *s = q->slot;
	unsigned slots = ITEMSLOTS(q->running);

	batchready(&s->batch);
	jsonpad(&s->texts);
	q->filling++;
	eventcountadvance(&q->filled);
	if (q->filling >= slots)
		orderedawait(&q->ordered, q->filling - slots + 1);
	s = q->slot = itemslot(q, q->filling);
	batchclear(&s->batch);
	s->wholecount = 0;
	s->texts.n = 0;
}

static void
settle(void *arg)
{
	struct itemqueue *q = &((struct draw *)arg)->queue;

	q->steady = 0;
	if (q->running == 0)
		return;
	if (q->slot->batch.count > 0)
		pass(q);
	orderedawait(&q->ordered, q->filling);
}

/* Makes an item of what the first thread has found out about an event. */
static inline void
itemmake(struct item *item, const struct event *ev, const struct queueditem *found)
{
	const struct span none = { NULL, 0 };

	item->ev = ev;
	item->shape = found->shape;
	item->track = found->track;
	item->counter = found->counter;
	item->ts = found->ts;
	item->dur = found->dur;
	item->category = item->name = none;
	item->color = NULL;
	item->flow = found->flow;
	item->flowsource = found->flowsource;
	item->extra = false; /* so the spans behind it stay unset */
}

/* Makes the item of an event from a slot. */
static inline void
itemfromslot(struct item *item, const struct itemslot *s, const struct queueditem *queued,
    const struct event *ev)
{
	const struct wholeitem *whole;

	if (queued->whole == 0) {
		itemmake(item, ev, queued);
		return;
	}
	whole = &s->wholes[queued->whole - 1];
	*item = whole->item;
	item->ev = ev;
	if (item->state.n > 0)
		item->state.p = s->texts.p + whole->state;
	if (item->block.n > 0)
		item->block.p = s->texts.p + whole->block;
}

/* Formats the items of a slot. */
static void
formatslot(struct formatting *t, struct itemslot *s)
{
	struct event ev = { 0 };
	struct parseerror error;

	for (size_t i = 0; i < s->batch.count; i++) {
		struct item item;

		if (!batchevent(&s->batch, i, &ev, DRAW_KEYS, &t->stack, &error))
			die("bad line: %s (byte %zu)", error.why, error.at + 1);
		itemfromslot(&item, s, &s->items[i], &ev);
		itemwrite(&t->formatter, &item);
	}
}

static _Thread_local bool formats; /* this is a formatting thread */

/* Waits until all slots before that of a formatting thread are delivered. */
static void
formattingawait(void *arg)
{
	const struct formatting *t = arg;

	orderedawait(&t->formatter.draw->queue.ordered, t->slot);
}

/* A formatting thread. */
static void *
formattingwork(void *arg)
{
	struct formatting *t = arg;
	struct itemqueue *q = &t->formatter.draw->queue;

	formats = true;
	errsetcontext(q->context);
	errsetturn(formattingawait, t);
	for (;;) {
		t->slot = orderedtake(&q->ordered);
		orderedtaken(&q->ordered);
		if (eventcountawait(&q->filled, t->slot + 1) == EVENTCOUNT_FINISHED)
			return NULL; /* the queue ends after all slots are delivered */
		formatslot(t, itemslot(q, t->slot));
		orderedawait(&q->ordered, t->slot);
		q->delivery->deliver(&t->formatter);
		ordereddone(&q->ordered);
	}
}

/* Waits until all items are written before the program ends early. The record of the last item may
 * be incomplete. */
static void
cut(void *arg)
{
	struct itemqueue *q = &((struct draw *)arg)->queue;

	if (q->running > 0) {
		struct batch *b = &q->slot->batch;

		b->text.n = b->noted;
	}
	settle(arg);
}

/* Frees the formatting threads after they have returned. */
static void
formattingsfree(struct itemqueue *q)
{
	for (unsigned i = 0; i < q->running; i++) {
		struct formatting *t = &q->formattings[i];

		q->delivery->end(&t->formatter);
		formatterfree(&t->formatter);
		free(t->stack.p);
	}
	free(q->formattings);
	orderedclose(&q->ordered);
	eventcountclose(&q->filled);
}

/* Starts the formatting threads, or those of them that can be started. None gets a slot before all
 * have started. */
static void
start(struct draw *d)
{
	struct itemqueue *q = &d->queue;

	q->slot = itemslot(q, q->filling); /* before a failure may need it */
	q->context = errcontext();
	q->formattings = xzalloc(q->most, sizeof(*q->formattings));
	orderedopen(&q->ordered);
	eventcountopen(&q->filled);
	while (q->running < q->most) {
		struct formatting *t = &q->formattings[q->running];

		formattercopy(&t->formatter, &d->formatter);
		q->delivery->begin(&t->formatter);
		if (threadstart(&t->thread, STACK, formattingwork, t) != 0) {
			q->delivery->end(&t->formatter);
			q->most = q->running;
			break;
		}
		q->running++;
	}
	if (q->running > 0)
		errsetturn(cut, d);
	else
		formattingsfree(q);
}

/* Copies a text that is not in the item's record. Returns its offset. */
static size_t
keeptext(struct itemslot *s, struct span text)
{
	size_t at = s->texts.n;

	bufspan(&s->texts, text);
	return at;
}

/* Keeps an item that has more than most have. Returns its number for queueditem.whole. */
static uint32_t
keepwhole(struct itemslot *s, const struct item *item)
{
	if (!item->name.p && !item->category.p && !item->color && !item->extra)
		return 0;
	GROW(s->wholes, s->wholeroom, s->wholecount + 1);
	s->wholes[s->wholecount++] = (struct wholeitem){ *item, keeptext(s, item->state),
		keeptext(s, item->block) };
	return (uint32_t)s->wholecount;
}

/* Passes the slot on if its batch refers to other lines than those of an event. Returns true if the
 * record of the event can refer to its line. */
static inline bool
slotfor(struct itemqueue *q, const struct event *ev)
{
	if (batchmayrefer(&q->slot->batch, ev))
		return true;
	if (!evshares(ev))
		return false;
	pass(q);
	return true;
}

/* Adds the item of an event to the slot. */
static inline void
add(struct itemqueue *q, const struct event *ev, const struct queueditem *found)
{
	bool refer = slotfor(q, ev);
	struct itemslot *s = q->slot;

	GROW(s->items, s->room, s->batch.count + 1);
	s->items[s->batch.count] = *found;
	if (refer)
		batchrefer(&s->batch, ev);
	else
		batchcopy(&s->batch, ev);
	if (s->batch.text.n >= BATCH_BYTES)
		pass(q);
}

/* Formatting an item takes about 1.5 times the instructions of finding its track, so two threads
 * keep up. Items with many args take more, for which a third one is started where processors are
 * left by the other programs of a chain. */
unsigned
itemqueuethreads(void)
{
	unsigned cores = threadcores();

	if (cores < 4)
		return cores == 3;
	return cores < 12 ? 2 : FORMATTERS;
}

void
itemqueueallow(struct draw *d, const struct itemdelivery *delivery, unsigned most)
{
	unsigned threads = itemqueuethreads();

	d->queue.delivery = delivery;
	d->queue.most = threads < most ? threads : most;
	d->layout.metadata.changing = settle;
	d->layout.metadata.changingarg = d;
}

/* Returns true if the item of an event goes to a formatting thread. Otherwise all items before it
 * are written. */
static inline bool
queues(struct draw *d, const struct event *ev, const struct queueditem *found)
{
	struct itemqueue *q = &d->queue;

	if (ev->line.n > LONG)
		settle(d);
	if (q->steady < STEADY)
		q->steady++;
	else if (q->running < q->most)
		start(d);
	if (q->running == 0 || q->steady < STEADY)
		return false;
	if (!q->delivery->opens || !q->delivery->opens(d, found))
		return true;
	settle(d);
	return false;
}

void
itemqueueput(struct draw *d, const struct event *ev, const struct queueditem *found)
{
	struct item item;

	if (queues(d, ev, found)) {
		add(&d->queue, ev, found);
		return;
	}
	itemmake(&item, ev, found);
	d->formatter.draw = d;
	itemwrite(&d->formatter, &item);
}

void
itemqueueputwhole(struct draw *d, struct item *item)
{
	struct queueditem found = { .ts = item->ts, .dur = item->dur, .flow = item->flow,
		.track = item->track, .counter = item->counter, .shape = item->shape,
		.flowsource = item->flowsource };

	if (queues(d, item->ev, &found)) {
		slotfor(&d->queue, item->ev);
		found.whole = keepwhole(d->queue.slot, item);
		add(&d->queue, item->ev, &found);
		return;
	}
	d->formatter.draw = d;
	itemwrite(&d->formatter, item);
}

void
itemqueueheader(struct draw *d, const struct event *ev)
{
	struct itemqueue *q = &d->queue;

	settle(d);
	groupnamerheader(&d->formatter.namer, ev);
	for (unsigned i = 0; i < q->running; i++)
		groupnamerheader(&q->formattings[i].formatter.namer, ev);
}

void
itemqueuesettle(struct draw *d)
{
	settle(d);
}

void
itemqueuecut(struct draw *d)
{
	if (!formats)
		cut(d);
}

/* Ends the formatting threads, which wait for a slot. */
static void
formattingsend(struct draw *d)
{
	struct itemqueue *q = &d->queue;

	eventcountfinish(&q->filled);
	for (unsigned i = 0; i < q->running; i++) {
		struct formatting *t = &q->formattings[i];

		threadjoin(&t->thread);
		if (t->formatter.namer.kernel)
			d->formatter.namer.kernel = true;
	}
	formattingsfree(q);
	errsetturn(NULL, NULL);
}

void
itemqueueend(struct draw *d)
{
	struct itemqueue *q = &d->queue;

	settle(d);
	if (q->running == 0)
		return;
	formattingsend(d);
	for (unsigned i = 0; i < ITEMSLOTS(q->running); i++) {
		batchfree(&q->slots[i].batch);
		free(q->slots[i].items);
		free(q->slots[i].wholes);
		free(q->slots[i].texts.p);
	}
	*q = (struct itemqueue){ .running = 0 };
}
