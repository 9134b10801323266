/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "crossing.h"
#include "stream/stream.h"

/* Finds the slot that is to be filled next. */
static void
crossingnext(struct crossing *x)
{
	x->filling = &x->slots[queuefill(&x->queue)];
}

/* Puts the batch that is being filled into the queue, with a call of the stages. */
static void
crossingput(struct crossing *x, enum crossing_call call)
{
	x->filling->call = call;
	batchready(&x->filling->batch);
	(void)queueput(&x->queue);
	crossingnext(x);
	batchclear(&x->filling->batch);
}

static void
crossingevent(struct stage *stage, struct event *ev)
{
	struct crossing *x = (struct crossing *)stage;
	struct batch *b = &x->filling->batch;

	if (!evshares(ev) || (ev->set && !x->valuesonly)) {
		batchcopy(b, ev);
	} else {
		if (!batchmayrefer(b, ev)) {
			crossingput(x, CROSSING_NONE);
			b = &x->filling->batch;
		}
		batchrefer(b, ev);
	}
	if (b->text.n >= BATCH_BYTES)
		crossingput(x, CROSSING_NONE);
}

static void
crossingfinish(struct stage *stage)
{
	struct crossing *x = (struct crossing *)stage;

	x->filling->latest = stage->latest;
	crossingput(x, CROSSING_FINISH);
}

static void
crossingstop(struct stage *stage)
{
	crossingput((struct crossing *)stage, CROSSING_STOP);
}

static void
crossingstreamend(struct stage *stage, const struct streamend *end)
{
	struct crossing *x = (struct crossing *)stage;
	struct crossingslot *s = x->filling;

	s->skipped.n = 0;
	bufspan(&s->skipped, end->skipped);
	jsonpad(&s->skipped);
	s->end = (struct streamend){ end->latest, end->partial, bufall(&s->skipped) };
	crossingput(x, CROSSING_END);
}

/* Gives the records of a batch to the stages, and calls them. */
static void
crossingtake(struct crossing *x, struct crossingslot *s, struct buf *stack)
{
	struct event ev = { 0 };
	struct parseerror error;

	for (size_t i = 0; i < s->batch.count; i++) {
		if (!batchevent(&s->batch, i, &ev, x->stage.want, stack, &error))
			die("bad line: %s (byte %zu)", error.why, error.at + 1);
		if (ev.type == TYPE_HEADER)
			stageheader(x->first, &ev);
		else
			x->first->event(x->first, &ev);
	}
	if (s->call == CROSSING_END)
		stageend(x->first, &s->end);
	else if (s->call == CROSSING_FINISH)
		stagefinish(x->first, s->latest);
	else if (s->call == CROSSING_STOP)
		streamreaderstop(&(struct streamreader){ .first = x->first });
}

/* The thread of the stages. */
static void *
crossingwork(void *arg)
{
	struct crossing *x = arg;
	struct buf stack = { 0 };
	unsigned slot;

	while (queuetake(&x->queue, &slot)) {
		crossingtake(x, &x->slots[slot], &stack);
		queuerelease(&x->queue);
	}
	free(stack.p);
	queueclose(&x->queue);
	return NULL;
}

struct crossing *
crossingbegin(struct stage *first, unsigned want, bool valuesonly)
{
	struct crossing *x = xzalloc(1, sizeof(*x));

	x->stage = (struct stage){
		.want = want,
		.header = crossingevent,
		.event = crossingevent,
		.finish = crossingfinish,
		.stop = crossingstop,
		.end = crossingstreamend,
	};
	x->first = first;
	x->valuesonly = valuesonly;
	queueopen(&x->queue, BATCHES);
	crossingnext(x);
	errno = queuestart(&x->queue, 0, crossingwork, x);
	if (errno != 0)
		die("cannot start a thread:");
	return x;
}

void
crossingend(struct crossing *x)
{
	x->filling->call = CROSSING_NONE;
	batchready(&x->filling->batch);
	queueend(&x->queue, false);
	queuejoin(&x->queue);
	queuefree(&x->queue);
	for (unsigned i = 0; i < BATCHES; i++) {
		batchfree(&x->slots[i].batch);
		free(x->slots[i].skipped.p);
	}
	free(x);
}
