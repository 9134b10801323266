/* SPDX-License-Identifier: MIT */
/* event.h: parses lines into records, reports why other lines are not records, and writes records
 * as lines. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json.h"
#include "stream/event.h"
#include "stream/record.h"
#include "tap.h"

static struct buf stack;
static char *line; /* the last record parsed, in memory of its exact size, so that AddressSanitizer sees a read past it */

static bool
parse(struct event *ev, const char *text, size_t n, unsigned want, struct parseerror *error)
{
	free(line);
	line = xmalloc(n + 1 + JSON_SLACK);
	memcpy(line, text, n);
	memset(line + n, 0, 1 + JSON_SLACK);
	memset(ev, 0xA5, sizeof(*ev)); /* evparse must not rely on old values */
	*error = (struct parseerror){ NULL, SIZE_MAX };
	return evparse(ev, (struct span){ line, n }, want, &stack, error);
}

/* Parses a line that must be a record. */
static struct event
record(const char *text)
{
	struct parseerror error;
	struct event ev;

	if (!parse(&ev, text, strlen(text), EVENT_INTEGERS, &error)) {
		ok(false, "%s: %s", text, error.why);
		ev.has = 0;
	}
	return ev;
}

static void
fields(void)
{
	struct event ev = record(
	    "{\"corr\":9,\"ts\":1,\"dur\":2,\"type\":\"kernel\",\"name\":\"n\",\"pid\":3,\"tid\":4,\"endtid\":5,\"device\":6,\"gpu\":11,\"context\":7,\"stream\":8,"
	    "\"events\":10,\"domain\":\"d\",\"open\":true,\"value\":1.5,\"cname\":\"good\",\"args\":{\"a\":[1]},\"launch\":{},\"nvtx\":[],\"captured\":[\"c\"],"
	    "\"inherited\":15,\"step\":12,\"critical\":true,\"linked\":true,\"states\":true,\"advised\":true,\"steps\":true,\"filtered\":{},\"from\":13,\"to\":14}");
	static const char *const values[] = {
		[KEY_TS] = "1",
		[KEY_DUR] = "2",
		[KEY_INHERITED] = "15",
		[KEY_PID] = "3",
		[KEY_TID] = "4",
		[KEY_ENDTID] = "5",
		[KEY_DEVICE] = "6",
		[KEY_GPU] = "11",
		[KEY_CONTEXT] = "7",
		[KEY_STREAM] = "8",
		[KEY_CORR] = "9",
		[KEY_EVENTS] = "10",
		[KEY_TYPE] = "\"kernel\"",
		[KEY_NAME] = "\"n\"",
		[KEY_DOMAIN] = "\"d\"",
		[KEY_OPEN] = "true",
		[KEY_VALUE] = "1.5",
		[KEY_CNAME] = "\"good\"",
		[KEY_ARGS] = "{\"a\":[1]}",
		[KEY_LAUNCH] = "{}",
		[KEY_NVTX] = "[]",
		[KEY_CAPTURED] = "[\"c\"]",
		[KEY_STEP] = "12",
		[KEY_CRITICAL] = "true",
		[KEY_LINKED] = "true",
		[KEY_STATES] = "true",
		[KEY_ADVISED] = "true",
		[KEY_STEPS] = "true",
		[KEY_FILTERED] = "{}",
		[KEY_FROM] = "13",
		[KEY_TO] = "14",
	};
	int wrong = 0;

	ok(ev.has == EVKEY(KEY_COUNT) - 1, "every key is seen");
	for (int key = 0; key < KEY_COUNT; key++)
		wrong += !spanis(ev.value[key], values[key]);
	ok(wrong == 0 && sizeof(values) / sizeof(*values) == KEY_COUNT,
	    "every value is the JSON as written");
	for (int key = 0; key < KEY_COUNT; key++)
		if (EVENT_INTEGERS & EVKEY(key))
			wrong += ev.number[key] != atoi(values[key]) ||
			    evnumber(&ev, (enum event_key)key) != atoi(values[key]);
	ok(wrong == 0, "the integers are decoded");
	ok(ev.line.p == line && ev.line.n == strlen(line) && ev.value[KEY_TS].p > line &&
	        ev.value[KEY_NVTX].p < line + ev.line.n,
	    "spans point into the line");
	ev = record(
	    "{\"nvtx\":[],\"name\":\"x\",\"x\":{\"ts\":5},\"pid\":-3,\"type\":\"memset\",\"ts\":-7}");
	ok(ev.has ==
	            (EVKEY(KEY_NVTX) | EVKEY(KEY_NAME) | EVKEY(KEY_PID) | EVKEY(KEY_TYPE) |
	                EVKEY(KEY_TS)) &&
	        ev.number[KEY_TS] == -7 && ev.type == TYPE_MEMSET,
	    "keys in any order; those inside values are no keys");
	ok(evnumber(&ev, KEY_DEVICE) == 0 && !evhas(&ev, KEY_DEVICE) &&
	        evnumber(&ev, KEY_PID) == -3 && evhas(&ev, KEY_PID),
	    "a key that is absent is 0");
	ev = record(" \t{ \"ts\" : 5 , \"dur\"\t:\r 6 } \r");
	ok(ev.number[KEY_TS] == 5 && ev.number[KEY_DUR] == 6, "white space, and CR before the end");
	ev = record("{\"ts\":9223372036854775807,\"dur\":0,\"corr\":-9223372036854775808}");
	ok(ev.number[KEY_TS] == INT64_MAX && ev.number[KEY_CORR] == INT64_MIN,
	    "the widest integers");
	ev = record("{\"ts\":9007199254740993,\"dur\":9007199254740995}");
	ok(ev.number[KEY_TS] == 9007199254740993 && ev.number[KEY_DUR] == 9007199254740995,
	    "integers that no double holds");
}

/* Returns true if two lines give the same event; the second has one more byte before all others. */
static bool
sameparse(
    bool good, const struct event *a, const struct parseerror *wrong, const char *text,
    unsigned want)
{
	struct parseerror error;
	struct event b;
	char *first = line;
	bool same;

	line = NULL;
	same = parse(&b, text, strlen(text), want, &error) == good;
	if (same && !good)
		same = strcmp(wrong->why, error.why) == 0 &&
		    (wrong->at == 0 || wrong->at + 1 == error.at);
	else if (same)
		same = a->has == b.has && a->given == b.given && a->type == b.type;
	for (int key = 0; same && good && key < KEY_COUNT; key++)
		if (a->has & EVKEY(key))
			same = spansame(a->value[key], b.value[key]) &&
			    a->value[key].p - first + 1 == b.value[key].p - line &&
			    (!(want & EVENT_INTEGERS & EVKEY(key)) ||
			        a->number[key] == b.number[key]);
	free(first);
	return same;
}

/* Lines in the form of our programs are parsed by quick, others by careful: both must give the same
 * event. */
static void
bothways(void)
{
	static const char *const keys[] = {
#define K(id, text, integer) text,
		EVENT_KEYS(K)
#undef K
		"tsx", "t", "", "nvtx2", "context1", "a\\u0062", "\\u0074s", "d\\\"",
	};
	static const char *const values[] = {
		"1",
		"0",
		"-0",
		"-1",
		"12345678",
		"123456789",
		"1234567890123456",
		"12345678901234567",
		"9223372036854775807",
		"-9223372036854775808",
		"9223372036854775808",
		"-9223372036854775809",
		"18446744073709551616",
		"99999999999999999999",
		"01",
		"-",
		"1.5",
		"1e3",
		"1.",
		"1e",
		"0.0",
		"null",
		"true",
		"false",
		"nul",
		"\"\"",
		"\"kernel\"",
		"\"nvtx\"",
		"\"k\\u0065rnel\"",
		"\"a\\\"b\"",
		"\"\\x\"",
		"\"open",
		"{}",
		"[]",
		"{\"a\":[1,{}]}",
		"[1,2",
		"{\"ts\":1}",
		"",
		"\"a name that is longer than sixteen bytes\"",
	};
	int wrong = 0;

	for (int i = 0; i < 200000; i++) {
		struct buf text = { 0 };
		unsigned want = (unsigned)taprandom(EVKEY(KEY_COUNT));
		struct parseerror error;
		struct event ev;
		bool good;

		bufstr(&text, " {\"ts\":");
		bufint(&text, (int64_t)taprandom(UINT64_MAX) >> taprandom(64));
		for (uint64_t members = taprandom(6); members > 0; members--)
			bufprintf(&text, ",\"%s\":%s",
			    keys[taprandom(sizeof(keys) / sizeof(*keys))],
			    values[taprandom(sizeof(values) / sizeof(*values))]);
		bufstr(&text, taprandom(20) ? "}" : taprandom(2) ? "} " : "}x");
		bufchar(&text, '\0');
		good = parse(&ev, text.p + 1, strlen(text.p + 1), want, &error);
		if (!sameparse(good, &ev, &error, text.p, want) && wrong++ < 5)
			printf("# %s\n", text.p);
		free(text.p);
	}
	ok(wrong == 0, "200,000 compact lines are read as those with white space are");
}

static void
peculiar(void)
{
	struct parseerror error;
	struct event ev = record(
	    "{\"\\u0074s\":5,\"typ\\u0065\":\"memcpy\",\"\\u0064\\u0075\\u0072\":6,\"na\\u006De\":\"x\"}");

	ok(ev.number[KEY_TS] == 5 && ev.number[KEY_DUR] == 6 && ev.type == TYPE_MEMCPY &&
	        spanis(ev.value[KEY_NAME], "\"x\""),
	    "keys with escapes");
	ev = record(
	    "{\"ts\":5,\"t\\\\s\":6,\"\\\"ts\\\"\":7,\"ts\\u0000\":8,\"TS\":9,\" ts\":10,\"\":11}");
	ok(ev.has == EVKEY(KEY_TS) && ev.number[KEY_TS] == 5, "keys that only look like ours");
	ev = record("{\"ts\":5,\"type\":\"\\u006bernel\"}");
	ok(ev.type == TYPE_KERNEL, "a type with escapes");
	ev = record("{\"ts\":1,\"ts\":2,\"name\":\"a\",\"name\":\"b\",\"dur\":4,\"dur\":3}");
	ok(ev.number[KEY_TS] == 2 && spanis(ev.value[KEY_NAME], "\"b\"") && ev.number[KEY_DUR] == 3,
	    "of a key that comes twice the last counts");
	ev = record(
	    "{\"ts\":\"x\",\"ts\":1,\"dur\":-4,\"dur\":3,\"name\":5,\"name\":\"b\",\"type\":5,\"type\":\"osrt\",\"pid\":1.5,\"pid\":7}");
	ok(ev.number[KEY_TS] == 1 && ev.number[KEY_DUR] == 3 && ev.type == TYPE_OSRT &&
	        ev.number[KEY_PID] == 7,
	    "and only the last must be right");
	ev = record(
	    "{\"ts\":1,\"dur\":null,\"name\":null,\"type\":null,\"pid\":null,\"open\":null,\"args\":null}");
	ok(ev.has == EVKEY(KEY_TS) && ev.type == TYPE_OTHER, "null is absent");
	ev = record("{\"ts\":1,\"dur\":5,\"dur\":null,\"pid\":null,\"pid\":6}");
	ok(ev.has == (EVKEY(KEY_TS) | EVKEY(KEY_PID)) && evnumber(&ev, KEY_DUR) == 0 &&
	        evnumber(&ev, KEY_PID) == 6,
	    "null takes a key back, and a value null");
	ok(!parse(&ev, "{\"ts\":1,\"ts\":null}", 18, 0, &error) &&
	        strcmp(error.why, "no \"ts\"") == 0,
	    "also ts");
	ev = record("{\"ts\":1,\"type\":\"\",\"name\":\"\"}");
	ok(ev.type == TYPE_OTHER && evhas(&ev, KEY_TYPE) && evhas(&ev, KEY_NAME),
	    "an empty type and name");
	ok(parse(&ev, "{\"ts\":1,\"pid\":\"x\",\"corr\":1.5,\"device\":[]}", 41, 0, &error) &&
	        evhas(&ev, KEY_PID),
	    "integers that nobody asks for may be anything");
	ok(parse(&ev, "{\"ts\":1,\"dur\":2}", 16, 0, &error) && ev.number[KEY_TS] == 1 &&
	        ev.number[KEY_DUR] == 2,
	    "ts and dur need not be asked for");
}

/* Lines that are not records: the line, the error and its offset. */
static const struct wrong {
	const char *text, *why;
	size_t at;
} wrong[] = {
	{ "{}", "no \"ts\"", 0 },
	{ "{\"dur\":1}", "no \"ts\"", 0 },
	{ "{\"ts\":null}", "no \"ts\"", 0 },
	{ "{\"ts\":\"1\"}", "\"ts\" is not an integer", 6 },
	{ "{\"ts\":1.0}", "\"ts\" is not an integer", 6 },
	{ "{\"ts\":1e3}", "\"ts\" is not an integer", 6 },
	{ "{\"ts\":true}", "\"ts\" is not an integer", 6 },
	{ "{\"ts\":9223372036854775808}", "\"ts\" is not an integer", 6 },
	{ "{\"ts\":[1]}", "\"ts\" is not an integer", 6 },
	{ "{\"ts\":{}}", "\"ts\" is not an integer", 6 },
	{ "{\"ts\":1,\"dur\":1.5}", "\"dur\" is not an integer", 14 },
	{ "{\"ts\":1,\"dur\":\"\"}", "\"dur\" is not an integer", 14 },
	{ "{\"ts\":1,\"dur\":-1}", "\"dur\" is negative", 14 },
	{ "{\"dur\":-1,\"ts\":1}", "\"dur\" is negative", 7 },
	{ "{\"ts\":1,\"pid\":\"3\"}", "\"pid\" is not an integer", 14 },
	{ "{\"ts\":1,\"tid\":0.5}", "\"tid\" is not an integer", 14 },
	{ "{\"ts\":1,\"endtid\":{}}", "\"endtid\" is not an integer", 17 },
	{ "{\"ts\":1,\"device\":false}", "\"device\" is not an integer", 17 },
	{ "{\"ts\":1,\"context\":[]}", "\"context\" is not an integer", 18 },
	{ "{\"ts\":1,\"stream\":1e1}", "\"stream\" is not an integer", 17 },
	{ "{\"ts\":1,\"corr\":\"x\"}", "\"corr\" is not an integer", 15 },
	{ "{\"ts\":1,\"events\":-}", "not a value", 18 },
	{ "{\"ts\":1,\"events\":\"-\"}", "\"events\" is not an integer", 17 },
	{ "{\"ts\":1,\"type\":5}", "\"type\" is not a string", 15 },
	{ "{\"ts\":1,\"type\":[\"kernel\"]}", "\"type\" is not a string", 15 },
	{ "{\"ts\":1,\"name\":5}", "\"name\" is not a string", 15 },
	{ "{\"ts\":1,\"name\":{}}", "\"name\" is not a string", 15 },
	{ "{\"ts\":1,\"name\":true}", "\"name\" is not a string", 15 },
	{ "[]", "not a JSON object", 0 },
	{ "5", "not a JSON object", 0 },
	{ "", "not a JSON object", 0 },
	{ "ts", "not a JSON object", 0 },
	{ "}", "not a JSON object", 0 },
	{ "\xEF\xBB\xBF{\"ts\":1}", "not a JSON object", 0 },
	{ "{\"ts\":1}x", "text behind the object", 8 },
	{ "{\"ts\":1} {\"ts\":2}", "text behind the object", 9 },
	{ "{\"ts\":1}}", "text behind the object", 8 },
	{ "{\"ts\":1,}", "a key is not a string", 8 },
	{ "{\"ts\":01}", "a number with a leading zero", 6 },
};

static void
wronglines(void)
{
	static const char nul[] = "{\"ts\":1}\0{\"ts\":2}",
	                  inside[] = "{\"ts\":1,\"name\":\"a\0b\"}";
	static const char whole[] =
	    "{\"ts\":1,\"dur\":2,\"type\":\"nvtx\",\"name\":\"a\\u00e9b\",\"pid\":3,\"args\":{\"x\":[1,2],\"y\":null}}";
	struct parseerror error;
	struct event ev;
	int accepted = 0;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		bool good =
		    parse(&ev, wrong[i].text, strlen(wrong[i].text), EVENT_INTEGERS, &error);

		ok(!good && error.why && strcmp(error.why, wrong[i].why) == 0 &&
		        error.at == wrong[i].at,
		    "no record: %s: %s at %zu (%s at %zu)", wrong[i].text, wrong[i].why,
		    wrong[i].at, good ? "accepted" : error.why, error.at);
	}
	ok(!parse(&ev, nul, sizeof(nul) - 1, 0, &error) &&
	        strcmp(error.why, "text behind the object") == 0 && error.at == 8,
	    "a record behind a NUL");
	ok(!parse(&ev, inside, sizeof(inside) - 1, 0, &error) && error.at == 17,
	    "a NUL in a string");
	for (size_t n = 0; n < sizeof(whole) - 1; n++)
		accepted += parse(&ev, whole, n, 0, &error) || !error.why || error.at > n;
	ok(accepted == 0 && parse(&ev, whole, sizeof(whole) - 1, 0, &error),
	    "no prefix of a record is one");
}

static void
ends(void)
{
	struct event ev = record("{\"ts\":5,\"dur\":7}");

	ok(evend(&ev) == 12, "the end is ts and dur");
	ev = record("{\"ts\":5}");
	ok(evend(&ev) == 5, "that of an instant is its ts");
	ev = record("{\"ts\":-5,\"dur\":3}");
	ok(evend(&ev) == -2, "before 0");
	ev = record("{\"ts\":9223372036854775807,\"dur\":1}");
	ok(evend(&ev) == INT64_MAX, "it saturates");
	ev = record("{\"ts\":9223372036854775807,\"dur\":9223372036854775807}");
	ok(evend(&ev) == INT64_MAX, "far beyond");
	ev = record("{\"ts\":9223372036854775800,\"dur\":7}");
	ok(evend(&ev) == INT64_MAX, "and just reaches");
	ev = record("{\"ts\":-9223372036854775808,\"dur\":9223372036854775807}");
	ok(evend(&ev) == -1, "from the least to the largest");
	ev = record("{\"ts\":5,\"dur\":null,\"dur\":7,\"dur\":null}");
	ok(evend(&ev) == 5, "a dur taken back does not count");
}

static void
opens(void)
{
	static const struct {
		const char *text;
		bool want;
	} table[] = {
		{ "{\"ts\":5,\"open\":true}", true },
		{ "{\"ts\":5,\"open\":false}", false },
		{ "{\"ts\":5}", false },
		{ "{\"ts\":5,\"open\":null}", false },
		{ "{\"ts\":5,\"open\":\"true\"}", false },
		{ "{\"ts\":5,\"open\":1}", false },
		{ "{\"ts\":5,\"open\":true,\"open\":null}", false },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct event ev = record(table[i].text);

		ok(evisopen(&ev) == table[i].want, "open: %s", table[i].text);
	}
}

static void
types(void)
{
	static const struct {
		const char *name;
		enum event_family family;
	} table[] = {
		{ "stream", FAMILY_CONTROL },
		{ "end", FAMILY_CONTROL },
		{ "failed", FAMILY_CONTROL },
		{ "meta", FAMILY_CONTROL },
		{ "finding", FAMILY_CONTROL },
		{ "nvtx", FAMILY_NVTX },
		{ "nvtx-mark", FAMILY_NVTX },
		{ "nvtx-kernel", FAMILY_NVTX },
		{ "cuda-api", FAMILY_CPU },
		{ "cuda-sync", FAMILY_CPU },
		{ "graph-create", FAMILY_CPU },
		{ "graph-node", FAMILY_CPU },
		{ "host-callback", FAMILY_CPU },
		{ "jit", FAMILY_CPU },
		{ "overhead", FAMILY_CPU },
		{ "cudnn", FAMILY_CPU },
		{ "cublas", FAMILY_CPU },
		{ "openacc", FAMILY_CPU },
		{ "openmp", FAMILY_CPU },
		{ "mpi", FAMILY_CPU },
		{ "ucx", FAMILY_CPU },
		{ "nvvideo", FAMILY_CPU },
		{ "osrt", FAMILY_CPU },
		{ "file-access", FAMILY_CPU },
		{ "syscall", FAMILY_CPU },
		{ "sched", FAMILY_CPU },
		{ "sample", FAMILY_CPU },
		{ "nic-event", FAMILY_CPU },
		{ "diagnostic", FAMILY_CPU },
		{ "generic", FAMILY_CPU },
		{ "etw", FAMILY_CPU },
		{ "call-kernel", FAMILY_DEVICE },
		{ "collective", FAMILY_DEVICE },
		{ "graph", FAMILY_GPU },
		{ "kernel", FAMILY_GPU },
		{ "memcpy", FAMILY_GPU },
		{ "memset", FAMILY_GPU },
		{ "decompress", FAMILY_GPU },
		{ "host-launch", FAMILY_DEVICE },
		{ "cuda-event", FAMILY_DEVICE },
		{ "um-fault", FAMILY_DEVICE },
		{ "block", FAMILY_DEVICE },
		{ "gpu-context-switch", FAMILY_DEVICE },
		{ "nvvideo-gpu", FAMILY_DEVICE },
		{ "gpu-state", FAMILY_DEVICE },
		{ "path", FAMILY_DEVICE },
		{ "opengl", FAMILY_GRAPHICS },
		{ "opengl-gpu", FAMILY_GRAPHICS },
		{ "vulkan", FAMILY_GRAPHICS },
		{ "vulkan-gpu", FAMILY_GRAPHICS },
		{ "dx12", FAMILY_GRAPHICS },
		{ "dx12-gpu", FAMILY_GRAPHICS },
		{ "d3d11", FAMILY_GRAPHICS },
		{ "dxgi", FAMILY_GRAPHICS },
		{ "sli", FAMILY_GRAPHICS },
		{ "nvapi", FAMILY_GRAPHICS },
		{ "gpu-metric", FAMILY_COUNTER },
		{ "gpu-memory", FAMILY_COUNTER },
		{ "gpu-pool", FAMILY_COUNTER },
		{ "gpu-queue", FAMILY_COUNTER },
		{ "soc-metric", FAMILY_COUNTER },
		{ "cpu-metric", FAMILY_COUNTER },
		{ "nic-metric", FAMILY_COUNTER },
	};
	static const char *const others[] = { "", "Kernel", "kerne", "kernels", "nvtx_mark",
		"gpu-metrics", "gpu", " kernel", "kernel " };

	ok(sizeof(table) / sizeof(*table) == TYPE_COUNT, "every type is in this table");
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		enum event_type type = evtype(spanof(table[i].name));
		struct buf text = { 0 };
		struct event ev;

		ok(type < TYPE_COUNT && strcmp(evtypename(type), table[i].name) == 0 &&
		        evfamily(type) == table[i].family,
		    "type %s, to and fro", table[i].name);
		bufprintf(&text, "{\"type\":\"%s\",\"ts\":1}", table[i].name);
		bufchar(&text, '\0');
		ev = record(text.p);
		ok(ev.type == type, "a record of type %s", table[i].name);
		free(text.p);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		ok(evtype(spanof(others[i])) == TYPE_OTHER, "'%s' is no type of ours", others[i]);
	ok(evtype((struct span){ "kernel\0", 7 }) == TYPE_OTHER &&
	        evtype((struct span){ "kernelx", 6 }) == TYPE_KERNEL,
	    "a type is as long as its span");
	ok(evtypeset((struct span){ "kernel", 6 }) == EVTYPE(TYPE_KERNEL),
	    "a name that is a type is that type");
	ok(evtypeset((struct span){ "nvtx", 4 }) == EVTYPE(TYPE_NVTX),
	    "nvtx is the type, not a family");
	ok(evtypeset((struct span){ "ranges", 6 }) ==
	        (EVTYPE(TYPE_NVTX) | EVTYPE(TYPE_NVTX_MARK) | EVTYPE(TYPE_NVTX_KERNEL)),
	    "ranges are a family");
	ok(evtypeset((struct span){ "counter", 7 }) ==
	        (EVTYPE(TYPE_GPU_METRIC) | EVTYPE(TYPE_GPU_MEMORY) | EVTYPE(TYPE_GPU_POOL) |
	            EVTYPE(TYPE_GPU_QUEUE) | EVTYPE(TYPE_SOC_METRIC) | EVTYPE(TYPE_CPU_METRIC) | EVTYPE(TYPE_NIC_METRIC)),
	    "a family is all its types");
	ok((evtypeset((struct span){ "gpu", 3 }) & (EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_UM_FAULT))) ==
	            (EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_UM_FAULT)) &&
	        (evtypeset((struct span){ "cpu", 3 }) & evtypeset((struct span){ "graphics", 8 })) == 0,
	    "gpu is work and what else a GPU does; families are apart");
	ok(evtypeset((struct span){ "control", 7 }) == 0 && evtypeset((struct span){ "", 0 }) == 0 &&
	        evtypeset((struct span){ "cp", 2 }) == 0,
	    "other names are none");
	ok(!evtypename(TYPE_OTHER) && evfamily(TYPE_OTHER) == FAMILY_OTHER,
	    "the others have no name");
}

static void
launches(void)
{
	static const struct {
		const char *launch;
		bool timed;
		struct launch want;
	} table[] = {
		{ "{\"ts\":5,\"dur\":6,\"tid\":7,\"name\":\"f\"}", true,
		    { 5, 6, 7, true, { "\"f\"", 3 } } },
		{ "{ \"name\" : \"f\", \"x\":{\"ts\":9}, \"ts\" : -5 }", true,
		    { -5, -1, 0, false, { "\"f\"", 3 } } },
		{ "{\"ts\":5,\"dur\":1.5,\"tid\":\"7\",\"name\":3}", true,
		    { 5, -1, 0, false, { NULL, 0 } } },
		{ "{\"ts\":1,\"ts\":5,\"dur\":6,\"dur\":null,\"name\":\"f\",\"name\":null}", true,
		    { 5, -1, 0, false, { NULL, 0 } } },
		{ "{\"ts\":5,\"dur\":6,\"tid\":7,\"name\":\"\"}", true,
		    { 5, 6, 7, true, { "\"\"", 2 } } },
		{ "{\"ts\":5,\"dur\":6,\"tid\":7,\"name\":\"a\\\\\"}", true,
		    { 5, 6, 7, true, { "\"a\\\\\"", 5 } } },
		{ "{\"ts\":5,\"dur\":6,\"tid\":7,\"name\":\"a\\\"}\"}", true,
		    { 5, 6, 7, true, { "\"a\\\"}\"", 6 } } },
		{ "{\"ts\":5,\"dur\":6,\"tid\":7,\"name\":\"f\",\"tid\":8}", true,
		    { 5, 6, 8, true, { "\"f\"", 3 } } },
		{ "{\"ts\":5,\"dur\":6,\"tid\":7,\"name\":\"f\" }", true,
		    { 5, 6, 7, true, { "\"f\"", 3 } } },
		{ "{\"ts\":9223372036854775807,\"dur\":6,\"tid\":7,\"name\":\"f\"}", true,
		    { INT64_MAX, 6, 7, true, { "\"f\"", 3 } } },
		{ "{\"ts\":9223372036854775808,\"dur\":6,\"tid\":7,\"name\":\"f\"}", false,
		    { 0 } },
		{ "{\"ts\":5,\"dur\":6e1,\"tid\":7,\"name\":\"f\"}", true,
		    { 5, -1, 7, true, { "\"f\"", 3 } } },
		{ "{\"ts\":5,\"dur\":6,\"name\":\"f\"}", true,
		    { 5, 6, 0, false, { "\"f\"", 3 } } },
		{ "{\"dur\":6}", false, { 0 } },
		{ "{\"ts\":null}", false, { 0 } },
		{ "{}", false, { 0 } },
		{ "null", false, { 0 } },
		{ "[5,6]", false, { 0 } },
		{ "5", false, { 0 } },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		const struct launch *want = &table[i].want;
		struct buf text = { 0 };
		struct launch got;
		struct event ev;
		bool timed;

		bufprintf(&text, "{\"ts\":9,\"launch\":%s}", table[i].launch);
		bufchar(&text, '\0');
		ev = record(text.p);
		timed = evlaunch(&ev, &got);
		ok(timed == table[i].timed &&
		        (!timed ||
		            (got.ts == want->ts && got.dur == want->dur &&
		                got.hastid == want->hastid &&
		                (!got.hastid || got.tid == want->tid) &&
		                spansame(got.name, want->name))),
		    "a launch of %s", table[i].launch);
		free(text.p);
	}
}

/* A copy does not change with the line or the values of the original. */
static void
copies(void)
{
	struct event ev = record(
	    "{\"ts\":1,\"dur\":2,\"type\":\"kernel\",\"name\":\"n\",\"corr\":7,\"args\":{\"a\":1},\"more\":2}");
	struct where where = { "path", 5 };
	char set[] = "[\"range\"]\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
	struct buf before = { 0 }, after = { 0 }, copy = { 0 };
	struct event *copied;

	ev.where = &where;
	evset(&ev, KEY_NVTX, (struct span){ set, 9 });
	evsetint(&ev, KEY_STREAM, 3);
	evdrop(&ev, KEY_CORR);
	recordmodified(&before, &ev);
	copied = evcopy(&ev, &copy);
	memset(line, 'x', strlen(line));
	memset(set, 'x', 9);
	memset(&ev, 0, sizeof(ev));
	where.line = 0;
	recordmodified(&after, copied);
	ok(spansame(bufall(&before), bufall(&after)),
	    "a copy has what was read and what was set: %.*s", (int)after.n, after.p);
	ok(copied->where->line == 5, "and where it was read");
	free(before.p);
	free(after.p);
	free(copy.p);
}

int
main(void)
{
	fields();
	bothways();
	peculiar();
	wronglines();
	launches();
	ends();
	opens();
	types();
	copies();
	free(line);
	free(stack.p);
	return tapend();
}
