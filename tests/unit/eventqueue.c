/* SPDX-License-Identifier: MIT */
/* state/eventqueue.h: an event comes out of the queue as it went in, with notes of its values. */
#include <stdlib.h>

#include "parsed.h"
#include "state/eventqueue.h"
#include "stream/batch.h"

static const char *const lines[] = {
	"{\"ts\":7,\"dur\":2,\"type\":\"kernel\",\"name\":\"n\",\"pid\":-9,\"args\":{\"a\":[1]}}",
	"{\"ts\":7,\"type\":\"other type\",\"pid\":null,\"more\":1}",
	"{\"pid\":3,\"type\":\"nvtx\",\"open\":true,\"ts\":9223372036854775807}",
};

enum { LINES = sizeof(lines) / sizeof(*lines) };

/* Checks the first event of the queue, and removes it. */
static void
comes(struct eventqueue *q, const char *text, uint64_t number, const char *what)
{
	struct buf line = { 0 };
	struct event want = record(&line, text), *ev = eventqueuefirst(q);
	bool good = spansame(ev->line, want.line) && ev->type == want.type &&
	    ev->has == want.has && ev->given == want.given && ev->set == 0;
	size_t notes = 0;

	ok(eventqueuefirst(q) == ev && q->ts == want.number[KEY_TS], "%s: its ts", what);
	for (int key = 0; key < KEY_COUNT; key++) {
		if (!evhas(&want, (enum event_key)key))
			continue;
		notes++;
		good = good && spansame(ev->value[key], want.value[key]) &&
		    (!(EVENT_INTEGERS & EVKEY(key)) || ev->number[key] == want.number[key]);
	}
	ok(good, "%s: %s", what, text);
	ok(number == 0 ? !ev->where : ev->where && ev->where->line == number,
	    "%s: its position", what);
	ok(ev->notes && ev->notecount == notes, "%s: its notes", what);
	eventqueuepop(q);
	free(line.p);
}

/* Puts an event into the queue whose line changes later. */
static void
goes(struct eventqueue *q, struct event ev, struct buf *line)
{
	eventqueuepush(q, &ev);
	memset(line->p, 'x', line->n);
}

/* Puts each line into the queue: as it was parsed, out of a batch, and with a key that was set. */
static void
mixed(void)
{
	struct where where = { "path", 5 };
	struct eventqueue q = { 0 };
	struct buf line = { 0 };
	struct event ev;

	for (int i = 0; i < LINES; i++) {
		struct batch b = { 0 };
		struct parseerror error;

		ev = record(&line, lines[i]);
		ev.where = &where;
		where.line++;
		goes(&q, ev, &line);
		ev = record(&line, lines[i]);
		batchcopy(&b, &ev);
		batchready(&b);
		ok(batchevent(&b, 0, &ev, EVENT_INTEGERS, &stack, &error), "from a batch");
		goes(&q, ev, &b.text);
		batchfree(&b);
		ev = record(&line, "{\"type\":\"nvtx\",\"ts\":8}");
		evsetint(&ev, KEY_TS, 6);
		evset(&ev, KEY_NAME, (struct span){ "\"n\"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 3 });
		goes(&q, ev, &line);
	}
	for (int i = 0; i < LINES; i++) {
		comes(&q, lines[i], (uint64_t)i + 6, "parsed");
		comes(&q, lines[i], 0, "out of a batch");
		comes(&q, "{\"type\":\"nvtx\",\"ts\":6,\"name\":\"n\"}", 0, "changed");
	}
	ok(eventqueueempty(&q) && q.bytes == 0, "nothing is left");
	eventqueuefree(&q);
	free(line.p);
}

/* The size that nst-state(1) limits counts lines and values, in any layout of the queue. */
static void
sizes(void)
{
	struct eventqueue q = { 0 };
	struct buf line = { 0 };
	struct event ev = record(&line, lines[0]);

	eventqueuepush(&q, &ev);
	ok(q.bytes == (QUEUED_BYTES + ev.line.n + 3 * 24 + 3 * 16 + 7) / 8 * 8,
	    "three integers, three other values and the line count");
	eventqueuefree(&q);
	free(line.p);
}

/* More events than a block has room for, some longer than a block, in and out by turns. */
static void
many(void)
{
	enum { MANY = 3000, LONG = 300000 };

	struct eventqueue q = { 0 };
	struct buf line = { 0 }, text = { 0 };
	int64_t next = 0;
	bool good = true;

	for (int i = 0; i < MANY; i++) {
		struct event ev;

		text.n = 0;
		bufprintf(&text, "{\"ts\":%d,\"name\":\"%*d\"}", i,
		    i % 1000 == 7 ? LONG : i % 200, i);
		bufchar(&text, '\0');
		ev = record(&line, text.p);
		eventqueuepush(&q, &ev);
		for (; q.bytes > (uint64_t)(2 * LONG) || (i == MANY - 1 && !eventqueueempty(&q));
		    next++) {
			good = good && eventqueuefirst(&q)->number[KEY_TS] == next;
			eventqueuepop(&q);
		}
	}
	ok(good && next == MANY && q.bytes == 0, "first in, first out");
	eventqueuefree(&q);
	free(line.p);
	free(text.p);
}

int
main(void)
{
	mixed();
	sizes();
	many();
	free(stack.p);
	return tapend();
}
