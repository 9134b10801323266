/* SPDX-License-Identifier: MIT */
/* stream/batch.h: an event that passed through batches is the one that evparse makes of its
 * line. */
#include <stdlib.h>

#include "parsed.h"
#include "stream/batch.h"
#include "stream/record.h"

static bool
sameevents(const struct event *a, const struct event *b)
{
	if (!spansame(a->line, b->line) || a->has != b->has || a->type != b->type || a->set != 0)
		return false;
	for (int key = 0; key < KEY_COUNT; key++) {
		if (!evhas(a, (enum event_key)key))
			continue;
		if (!spansame(a->value[key], b->value[key]))
			return false;
		if ((EVENT_INTEGERS & EVKEY(key)) && a->number[key] != b->number[key])
			return false;
	}
	return true;
}

/* Copies an event into a batch behind another record, and takes it out again. */
static struct event
through(struct batch *b, const struct event *ev)
{
	struct parseerror error;
	struct event out = { 0 };

	bufstr(&b->text, "{\"ts\":0}\n");
	batchcopy(b, ev);
	batchready(b);
	if (b->count != 2 || !batchevent(b, 1, &out, EVENT_INTEGERS, &stack, &error))
		ok(false, "the batch has the record");
	return out;
}

/* Checks that an event comes out of a batch as evparse reads its line, and again out of a second
 * batch, from a copy or not, with another key or not. */
static void
passes(const char *what, const struct event *ev)
{
	struct batch first = { 0 }, second = { 0 }, third = { 0 }, fourth = { 0 };
	struct buf line = { 0 }, later = { 0 }, copy = { 0 };
	struct event once, twice, want;

	recordevent(&line, ev);
	line.p[line.n - 1] = '\0';
	want = record(&later, line.p);
	once = through(&first, ev);
	ok(sameevents(&once, &want), "%s: %s", what, line.p);
	twice = through(&second, &once);
	ok(sameevents(&twice, &want), "%s, in two batches", what);
	twice = through(&third, evcopy(&once, &copy));
	ok(sameevents(&twice, &want), "%s, copied between them", what);
	evsetint(&once, KEY_CORR, -5);
	evset(&once, KEY_LAUNCH, (struct span){ "[1]\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 3 });
	line.n = 0;
	recordevent(&line, &once);
	line.p[line.n - 1] = '\0';
	want = record(&later, line.p);
	twice = through(&fourth, &once);
	ok(sameevents(&twice, &want), "%s, changed between them: %s", what, line.p);
	batchfree(&first);
	batchfree(&second);
	batchfree(&third);
	batchfree(&fourth);
	free(line.p);
	free(later.p);
	free(copy.p);
}

static void
read(const char *text)
{
	struct buf line = { 0 };
	struct event ev = record(&line, text);

	passes("a record", &ev);
	evsetint(&ev, KEY_STEP, 12345678901);
	evset(&ev, KEY_NVTX, (struct span){ "[\"a\"]\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 5 });
	passes("a record with keys that were set", &ev);
	evdrop(&ev, KEY_NVTX);
	passes("a record with a key that was set and removed", &ev);
	evdrop(&ev, KEY_NAME);
	passes("a record without its name", &ev);
	evsetint(&ev, KEY_TS, 8);
	passes("a record at another time", &ev);
	free(line.p);
}

static void
made(void)
{
	struct event ev;

	evmake(&ev, TYPE_NVTX_KERNEL, -1, &stack);
	passes("an event that a stage made", &ev);
	evsetint(&ev, KEY_DUR, 7);
	evsettrue(&ev, KEY_CRITICAL);
	passes("one with more keys", &ev);
}

/* A batch that is cleared has room for as many records again. */
static void
cleared(void)
{
	struct batch b = { 0 };
	struct buf line = { 0 };
	struct event ev = record(&line, "{\"ts\":7,\"type\":\"kernel\",\"corr\":9}"), out = { 0 };
	struct parseerror error;
	bool good = true;

	for (int round = 0; round < 2; round++) {
		enum { MANY = 20000 };

		for (int i = 0; i < MANY; i++) {
			ev.number[KEY_CORR] = i % 10;
			line.p[line.n - 2] = (char)('0' + i % 10);
			batchcopy(&b, &ev);
		}
		batchready(&b);
		good = good && b.count == MANY;
		for (size_t i = 0; i < MANY; i++)
			good = good && batchevent(&b, i, &out, 0, &stack, &error) &&
			    out.number[KEY_CORR] == (int64_t)i % 10 && out.number[KEY_TS] == 7 &&
			    out.value[KEY_CORR].p[0] == (char)('0' + i % 10);
		batchclear(&b);
	}
	ok(good, "a batch with many records, twice");
	batchfree(&b);
	free(line.p);
}

int
main(void)
{
	read("{\"ts\":1,\"dur\":2,\"type\":\"kernel\",\"name\":\"n\",\"corr\":7,\"args\":{}}");
	read("{\"ts\":1,\"device\":0}");
	read(" {\"name\":\"x\" , \"ts\":3,\"open\":true,\"more\":[2]} ");
	read("{\"ts\":1,\"name\":null,\"type\":\"unknown\",\"tid\":-4}");
	read("{\"ts\":1,\"corr\":3,\"corr\":4,\"name\":\"\\u0041\"}");
	made();
	cleared();
	free(stack.p);
	return tapend();
}
