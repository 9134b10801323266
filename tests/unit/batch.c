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

/* Takes the record of an event again out of a batch. Checks that it is the line with the changes,
 * and has the values that the line has. */
static void
refersto(struct batch *b, const char *want, const char *what)
{
	struct parseerror error;
	struct event out = { 0 }, parsed;
	struct buf line = { 0 }, later = { 0 };

	if (!batchevent(b, 0, &out, EVENT_INTEGERS, &stack, &error))
		ok(false, "the batch has the record");
	recordevent(&line, &out);
	line.p[line.n - 1] = '\0';
	ok(strcmp(line.p, want) == 0, "%s: %s", what, line.p);
	parsed = record(&later, want);
	out.line = parsed.line;
	out.set = 0;
	ok(sameevents(&out, &parsed), "%s, with the values", what);
	free(line.p);
	free(later.p);
}

/* An event of a batch that is shared, in a batch that refers to it, then in a third one. */
static void
refers(const char *text, bool change, const char *want)
{
	struct batch first = { 0 }, second = { 0 }, third = { 0 };
	struct parseerror error;
	struct buf line = { 0 }, other = { 0 };
	struct event ev = record(&line, text), later = record(&other, "{\"ts\":99}"), once = { 0 };

	batchcopy(&first, &ev);
	batchready(&first);
	batchshare(&first);
	ok(batchevent(&first, 0, &once, EVENT_INTEGERS, &stack, &error), "a record: %s", text);
	if (change) {
		evsetint(&once, KEY_STEP, 12345678901);
		evset(&once, KEY_NVTX, (struct span){ "[\"a\"]\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 5 });
		evdrop(&once, KEY_NAME);
	}
	ok(batchmayrefer(&second, &once), "a batch can refer to it");
	batchrefer(&second, &once);
	batchready(&second);
	refersto(&second, want, "a batch that refers");
	batchclear(&first);
	for (int i = 0; i < 1000; i++)
		batchcopy(&first, &later);
	batchready(&first);
	batchshare(&first);
	refersto(&second, want, "the same after the first batch was filled again");
	ok(batchevent(&first, 0, &once, EVENT_INTEGERS, &stack, &error) &&
	        !batchmayrefer(&second, &once),
	    "a batch does not refer to two others");
	ok(batchevent(&second, 0, &once, EVENT_INTEGERS, &stack, &error) &&
	        batchmayrefer(&third, &once),
	    "a third batch can refer to what the second one refers to");
	batchrefer(&third, &once);
	batchready(&third);
	batchclear(&second);
	batchcopy(&second, &later);
	refersto(&third, want, "a third batch that refers, after the second one was cleared");
	batchfree(&second);
	batchfree(&first);
	refersto(&third, want, "the same after both were freed");
	batchfree(&third);
	free(line.p);
	free(other.p);
}

/* Memory that a batch has left to others serves the next batch that leaves its own. */
static void
reused(void)
{
	struct batch first = { 0 }, second = { 0 };
	struct buf line = { 0 };
	struct event ev = record(&line, "{\"ts\":7}"), once = { 0 };
	struct parseerror error;
	const char *text[3];

	for (int round = 0; round < 3; round++) {
		batchcopy(&first, &ev);
		batchready(&first);
		batchshare(&first);
		text[round] = first.text.p;
		if (!batchevent(&first, 0, &once, 0, &stack, &error))
			ok(false, "the batch has the record");
		batchclear(&second);
		batchrefer(&second, &once);
		batchclear(&first);
	}
	ok(text[0] != text[1] && text[2] == text[0], "memory is used again");
	batchfree(&first);
	batchfree(&second);
	free(line.p);
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
	refers("{\"ts\":1,\"type\":\"kernel\",\"corr\":7,\"more\":[1]}", false,
	    "{\"ts\":1,\"type\":\"kernel\",\"corr\":7,\"more\":[1]}");
	refers("{\"ts\":1,\"type\":\"kernel\",\"corr\":7}", true,
	    "{\"ts\":1,\"type\":\"kernel\",\"corr\":7,\"nvtx\":[\"a\"],\"step\":12345678901}");
	refers("{\"ts\":1,\"name\":\"n\",\"step\":4}", true,
	    "{\"ts\":1,\"nvtx\":[\"a\"],\"step\":12345678901}");
	reused();
	cleared();
	free(stack.p);
	return tapend();
}
