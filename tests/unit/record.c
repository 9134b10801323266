/* SPDX-License-Identifier: MIT */
/* record.h: records written key by key, events as they were read, and events that stages
 * changed. */
#include <inttypes.h>
#include <stdlib.h>

#include "parsed.h"
#include "stream/record.h"

/* Writes an event after a byte that must stay. */
static bool
writes(const struct event *ev, const char *want)
{
	struct buf out = { 0 };
	bool same;

	bufchar(&out, '<');
	recordevent(&out, ev);
	same = out.n == strlen(want) + 1 && memcmp(out.p, "<", 1) == 0 &&
	    memcmp(out.p + 1, want, out.n - 1) == 0;
	if (!same)
		fprintf(stderr, "# got %.*s, wanted %s\n", (int)out.n - 1, out.p + 1, want);
	free(out.p);
	return same;
}

/* Returns the record without a key, written and parsed again; it must not have the key. */
static void
drops(const char *text, enum event_key key, const char *want)
{
	struct buf line = { 0 };
	struct event ev = record(&line, text);

	evdrop(&ev, key);
	ok(writes(&ev, want) && !evhas(&ev, key), "%s without a key", text);
	free(line.p);
}

static void
dropped(void)
{
	drops("{\"ts\":1,\"name\":\"a\"}", KEY_CNAME, "{\"ts\":1,\"name\":\"a\"}\n");
	drops("{\"ts\":1, \"name\":\"}\" } \r", KEY_CNAME, "{\"ts\":1, \"name\":\"}\" }\n");
	drops("{\"ts\":1,\"x\":{}}", KEY_CNAME, "{\"ts\":1,\"x\":{}}\n");
	drops("{\"ts\":1,\"args\":{\"cname\":\"x\"}}", KEY_CNAME,
	    "{\"ts\":1,\"args\":{\"cname\":\"x\"}}\n");
	drops("{\"ts\":1,\"cname\":\"good\",\"name\":\"a\"}", KEY_CNAME,
	    "{\"ts\":1,\"name\":\"a\"}\n");
	drops("{\"cname\":\"good\",\"ts\":1}", KEY_CNAME, "{\"ts\":1}\n");
	drops("{\"ts\":1,\"cname\":\"good\"}", KEY_CNAME, "{\"ts\":1}\n");
	drops("{\"ts\":1,\"cname\":\"good\",\"cname\":\"bad\",\"args\":{\"cname\":\"x\"},"
	      "\"k\\\"\":[1, 2]}",
	    KEY_CNAME, "{\"ts\":1,\"args\":{\"cname\":\"x\"},\"k\\\"\":[1, 2]}\n");
	drops("{\"ts\":1,\"launch\":{\"ts\":5},\"nvtx\":[\"a\"]}", KEY_LAUNCH,
	    "{\"ts\":1,\"nvtx\":[\"a\"]}\n");
	drops("{\"ts\":1,\"launch\":{\"ts\":5},\"nvtx\":[\"a\"]}", KEY_NVTX,
	    "{\"ts\":1,\"launch\":{\"ts\":5}}\n");
	drops("{\"ts\":1,\"c\\u006eame\":\"good\",\"name\":\"a\"}", KEY_CNAME,
	    "{\"ts\":1,\"name\":\"a\"}\n");
	drops("{\"ts\":1,\"cname\":null,\"name\":\"a\"}", KEY_CNAME, "{\"ts\":1,\"name\":\"a\"}\n");
}

static void
unchanged(void)
{
	struct buf line = { 0 };
	struct event ev = record(&line, " {\"ts\":1 , \"x\":[ 2 ],\"ts\":3}\r");

	ok(writes(&ev, " {\"ts\":1 , \"x\":[ 2 ],\"ts\":3}\r\n"),
	    "a record that nobody changed is written as it was read");
	free(line.p);
}

static void
set(void)
{
	struct buf line = { 0 };
	struct event ev = record(&line, "{\"ts\":1,\"nvtx\":[1],\"name\":\"a\",\"pid\":2}");

	evset(&ev, KEY_NVTX, spanof("[\"b\"]"));
	evset(&ev, KEY_LAUNCH, spanof("{}"));
	evsetint(&ev, KEY_PID, INT64_MIN);
	ok(evhas(&ev, KEY_NVTX) && spanis(ev.value[KEY_NVTX], "[\"b\"]") &&
	        evnumber(&ev, KEY_PID) == INT64_MIN,
	    "what is set is what the next stage reads");
	ok(writes(&ev, "{\"ts\":1,\"name\":\"a\",\"pid\":-9223372036854775808,\"launch\":{},"
	               "\"nvtx\":[\"b\"]}\n"),
	    "keys that are set come last, in the order of the keys, once");
	evdrop(&ev, KEY_LAUNCH);
	ok(writes(&ev, "{\"ts\":1,\"name\":\"a\",\"pid\":-9223372036854775808,\"nvtx\":[\"b\"]}\n"),
	    "a key that was set can be taken away");
	ev = record(&line, "{\"ts\":1}");
	evsetint(&ev, KEY_TS, 8);
	ok(writes(&ev, "{\"ts\":8}\n"), "all keys of a record are set");
	evsetint(&ev, KEY_PID, 3);
	ok(writes(&ev, "{\"ts\":8,\"pid\":3}\n"), "... and another one");
	free(line.p);
}

static void
made(void)
{
	struct buf args = { 0 };
	struct event ev;

	bufstr(&args, "{\"count\":1}");
	jsonpad(&args);
	memset(&ev, 0xA5, sizeof(ev));
	evmake(&ev, TYPE_NVTX_KERNEL, -7, &stack);
	evset(&ev, KEY_ARGS, bufall(&args));
	evset(&ev, KEY_NAME, spanof("\"n\""));
	evsetint(&ev, KEY_DUR, 5);
	ok(writes(&ev, "{\"ts\":-7,\"dur\":5,\"type\":\"nvtx-kernel\",\"name\":\"n\","
	               "\"args\":{\"count\":1}}\n"),
	    "an event that a stage makes has its keys in order");
	ok(ev.type == TYPE_NVTX_KERNEL && evend(&ev) == -2 &&
	        spanis(ev.value[KEY_TYPE], "\"nvtx-kernel\"") && !evhas(&ev, KEY_PID),
	    "and is an event as others");
	ok(spanis(evarg(&ev, "count"), "1"), "its args can be asked for");
	free(args.p);
}

static void
kept(void)
{
	struct buf line = { 0 }, all = { 0 };
	struct event ev = record(&line, "{\"ts\":1,\"name\":\"a\"}");
	size_t first;

	recordkeep(&all, &ev);
	first = all.n;
	evset(&ev, KEY_CNAME, spanof("\"good\""));
	recordkeep(&all, &ev);
	jsonpad(&all);
	ok(first == strlen(all.p) + 1 && strcmp(all.p, "{\"ts\":1,\"name\":\"a\"}") == 0 &&
	        strcmp(all.p + first, "{\"ts\":1,\"name\":\"a\",\"cname\":\"good\"}") == 0,
	    "events are kept as texts, one behind the other");
	free(line.p);
	free(all.p);
}

static void
built(void)
{
	static const char want[] =
	    "{\"ts\":-1,\"dur\":2,\"type\":\"x\\n\",\"pid\":9223372036854775807,"
	    "\"value\":1.5,\"args\":{\"a\":1,\"b\":{\"c\":2}}}\n";
	struct buf out = { 0 };

	recordbegin(&out, -1);
	recordint(&out, KEY_DUR, 2);
	recordtext(&out, KEY_TYPE, spanof("x\\n"));
	recordint(&out, KEY_PID, INT64_MAX);
	recordvalue(&out, KEY_VALUE, spanof("1.5"));
	recordopen(&out, KEY_ARGS);
	recordmemberint(&out, "a", 1);
	recordmember(&out, "b");
	bufchar(&out, '{');
	recordmemberint(&out, "c", 2);
	recordclose(&out);
	recordclose(&out);
	recordend(&out);
	ok(out.n == strlen(want) && memcmp(out.p, want, out.n) == 0, "a record, key by key");
	free(out.p);
}

static void
finals(int64_t ts, uint64_t events, bool partial, struct span skipped, const char *want)
{
	struct parseerror error;
	struct buf out = { 0 };
	struct event ev;

	recordfinal(&out, &(struct streamend){ ts, partial, skipped }, events);
	ok(out.n == strlen(want) && memcmp(out.p, want, out.n) == 0,
	    "end record of %" PRIu64 " events%s", events, partial ? ", partial" : "");
	jsonpad(&out);
	ok(evparse(&ev, (struct span){ out.p, out.n - 1 }, EVKEY(KEY_TS), &stack, &error) &&
	        ev.type == TYPE_END && ev.number[KEY_TS] == ts,
	    "it is a record");
	free(out.p);
}

int
main(void)
{
	const struct span none = { NULL, 0 };

	unchanged();
	dropped();
	set();
	made();
	kept();
	built();
	finals(0, 0, false, none, "{\"ts\":0,\"type\":\"end\",\"events\":0}\n");
	finals(INT64_MAX, UINT64_MAX, false, none,
	    "{\"ts\":9223372036854775807,\"type\":\"end\",\"events\":18446744073709551615}\n");
	finals(-5, 12, true, none,
	    "{\"ts\":-5,\"type\":\"end\",\"events\":12,\"partial\":true}\n");
	finals(1, 2, false, spanof("{\"a\":3}"),
	    "{\"ts\":1,\"type\":\"end\",\"events\":2,\"skipped\":{\"a\":3}}\n");
	free(stack.p);
	return tapend();
}
