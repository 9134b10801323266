/* SPDX-License-Identifier: MIT */
/* layout.h: which events share a track, the labels of tracks and groups, and their order. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json.h"
#include "draw/countertrack.h"
#include "draw/layout.h"
#include "draw/tracklabel.h"
#include "draw/tracksort.h"
#include "stream/event.h"
#include "tap.h"

static struct buf stack, line;

/* Makes a record from a type and keys. */
static struct event
make(const char *type, const char *keys)
{
	struct parseerror error;
	struct event ev;

	line.n = 0;
	bufprintf(&line, "{\"ts\":1,\"type\":\"%s\"%s%s}", type, *keys ? "," : "", keys);
	jsonpad(&line);
	if (!evparse(&ev, bufall(&line), LAYOUT_KEYS, &stack, &error)) {
		fprintf(stderr, "# %s: %s\n", line.p, error.why);
		exit(99);
	}
	return ev;
}

/* Returns the index of an event's track. */
static size_t
at(struct layout *l, const char *type, const char *keys)
{
	struct event ev = make(type, keys);

	return layouttrack(l, &ev);
}

/* Returns the order of an event's track in its group. */
static int64_t
orderof(struct layout *l, const char *type, const char *keys)
{
	struct event ev = make(type, keys);
	uint32_t track = layouttrack(l, &ev);

	tracksort(l);
	return l->tracks[track].order;
}

static void
learn(struct layout *l, const char *keys)
{
	struct event ev = make("meta", keys);

	layoutmeta(l, &ev);
}

static bool
called(const struct buf *name, const char *want)
{
	bool same =
	    name->n == strlen(want) && (name->n == 0 || memcmp(name->p, want, name->n) == 0);

	if (!same)
		fprintf(stderr, "# called %.*s\n", (int)name->n, name->n ? name->p : "");
	return same;
}

/* Checks the final labels of an event's track and group. */
static void
names(struct layout *l, const char *type, const char *keys, const char *track, const char *group)
{
	struct event ev = make(type, keys);
	uint32_t number = layouttrack(l, &ev);
	const struct track *t = &l->tracks[number];
	struct buf label = { 0 };

	tracksort(l);
	tracklabelflat(l, t, &label);
	ok(called(&label, track) && called(&l->groups[t->group].label, group),
	    "%s %s is on '%s' of '%s'", type, keys, track, group);
	free(label.p);
}

static void
sharing(void)
{
	struct layout l = { 0 };
	size_t kernel = at(&l, "kernel", "\"pid\":100,\"device\":0,\"context\":1,\"stream\":7");
	size_t nvtx = at(&l, "nvtx", "\"pid\":100,\"tid\":101");
	size_t domain = at(&l, "nvtx", "\"pid\":100,\"tid\":101,\"domain\":\"d\"");

	ok(kernel != nvtx, "a kernel and a range");
	ok(at(&l, "kernel",
	       "\"pid\":100,\"device\":0,\"context\":1,\"stream\":7,\"corr\":5,\"name\":\"x\",\"dur\":9") ==
	        kernel,
	    "the same stream, the same track");
	ok(at(&l, "memcpy", "\"stream\":7,\"context\":1,\"device\":0,\"pid\":100") == kernel &&
	        at(&l, "memset", "\"pid\":100,\"device\":0,\"context\":1,\"stream\":7") == kernel &&
	        at(&l, "graph", "\"pid\":100,\"device\":0,\"context\":1,\"stream\":7") == kernel,
	    "whatever runs on a stream is on its track");
	ok(at(&l, "kernel", "\"pid\":100,\"device\":0,\"context\":1,\"stream\":8") != kernel,
	    "another stream");
	ok(at(&l, "kernel", "\"pid\":100,\"device\":0,\"context\":2,\"stream\":7") != kernel,
	    "another context");
	ok(at(&l, "kernel", "\"pid\":100,\"device\":1,\"context\":1,\"stream\":7") != kernel,
	    "another device");
	ok(at(&l, "kernel", "\"pid\":200,\"device\":0,\"context\":1,\"stream\":7") != kernel,
	    "another process");
	ok(at(&l, "nvtx-mark", "\"pid\":100,\"tid\":101") == nvtx,
	    "marks are with the ranges of their thread");
	ok(domain != nvtx && at(&l, "nvtx-mark", "\"tid\":101,\"pid\":100,\"domain\":\"d\"") == domain,
	    "and domain");
	ok(at(&l, "nvtx", "\"pid\":100,\"tid\":101,\"domain\":\"cpu_op\"") == nvtx,
	    "a category of PyTorch is no domain");
	ok(at(&l, "nvtx", "\"pid\":100,\"tid\":102") != nvtx &&
	        at(&l, "nvtx", "\"pid\":200,\"tid\":101") != nvtx,
	    "another thread or process");
	ok(at(&l, "cuda-api", "\"pid\":100,\"tid\":101") != nvtx &&
	        at(&l, "osrt", "\"pid\":100,\"tid\":101") !=
	            at(&l, "sched", "\"pid\":100,\"tid\":101"),
	    "another kind of event of the thread");
	ok(at(&l, "nvtx-kernel", "\"pid\":100,\"tid\":101,\"device\":0") != nvtx,
	    "projected ranges have a track of their own");
	ok(at(&l, "mine", "\"pid\":100,\"tid\":101") == at(&l, "what", "\"pid\":100,\"tid\":101"),
	    "types that are not ours share a track");
	ok(at(&l, "nvtx", "\"pid\":100,\"tid\":101") == nvtx &&
	        at(&l, "kernel", "\"pid\":100,\"device\":0,\"context\":1,\"stream\":7") == kernel,
	    "tracks stay");
	layoutfree(&l);
	ok(!l.tracks && !l.groups && l.rowkeys.used == 0, "a freed layout is empty");
}

static void
grouping(void)
{
	struct layout l = { 0 };
	size_t a = at(&l, "kernel", "\"pid\":100,\"device\":0,\"stream\":7"),
	       b = at(&l, "memcpy", "\"pid\":200,\"device\":0,\"stream\":9");
	size_t c = at(&l, "nvtx-kernel", "\"pid\":100,\"tid\":100,\"device\":0"),
	       d = at(&l, "kernel", "\"pid\":100,\"device\":1,\"stream\":7");
	size_t e = at(&l, "nvtx", "\"pid\":100,\"tid\":100"),
	       f = at(&l, "osrt", "\"pid\":100,\"tid\":105"),
	       g = at(&l, "osrt", "\"pid\":200,\"tid\":105");
	size_t h = at(&l, "cuda-sync", "\"pid\":100,\"device\":0,\"stream\":7");
	const struct track *t = l.tracks;
	int64_t last = -1;

	tracksort(&l);

	ok(t[a].group == t[b].group && t[a].group == t[c].group && t[a].group != t[d].group,
	    "a group for each GPU, whichever process uses it");
	ok(t[e].group == t[f].group && t[e].group == t[h].group && t[e].group != t[g].group &&
	        t[e].group != t[a].group,
	    "and for each process");
	ok(l.groups[t[e].group].pid == 100 && l.groups[t[g].group].pid == 200,
	    "a process keeps its pid");
	ok(l.groups[t[a].group].order < l.groups[t[d].group].order &&
	        l.groups[t[d].group].order < l.groups[t[e].group].order &&
	        l.groups[t[e].group].order < l.groups[t[g].group].order,
	    "GPUs by number come before processes, of which the one that did more is first");
	ok(t[c].order < t[a].order && t[a].order < t[b].order,
	    "on a GPU the projected ranges come before the streams, by number");
	ok(t[e].order < t[f].order, "the main thread comes first");
	for (int i = 0; i < 5; i++) {
		static const char *const kinds[] = { "nvtx", "cuda-api", "osrt", "sched",
			"unknown" };
		int64_t order = orderof(&l, kinds[i], "\"pid\":100,\"tid\":103");

		ok(order > orderof(&l, "nvtx", "\"pid\":100,\"tid\":100"),
		    "after the main thread: %s", kinds[i]);
		last = order;
	}
	for (int i = 0; i < 4; i++) {
		static const char *const kinds[] = { "nvtx", "cuda-api", "osrt", "sched",
			"unknown" };

		ok(orderof(&l, kinds[i], "\"pid\":100,\"tid\":103") <
		        orderof(&l, kinds[i + 1], "\"pid\":100,\"tid\":103"),
		    "the tracks of a thread are sorted: %s", kinds[i]);
	}
	ok(orderof(&l, "nvtx", "\"pid\":100,\"tid\":104") > last, "and then comes the next thread");
	last = orderof(&l, "sched", "\"pid\":100,\"tid\":100");
	ok(last < orderof(&l, "nvtx", "\"pid\":100,\"tid\":5"),
	    "all of the main thread's come before those of a thread with a lower number");
	layoutfree(&l);
}

/* Ranks and hosts from meta records: the labels of groups, and their order. */
static void
ranks(void)
{
	struct layout l = { 0 };
	size_t a, b, c;

	learn(&l,
	    "\"name\":\"process\",\"pid\":1,\"args\":{\"name\":\"p\",\"host\":\"x\",\"rank\":10}");
	learn(&l,
	    "\"name\":\"process\",\"pid\":2,\"args\":{\"name\":\"p\",\"host\":\"y\",\"rank\":9}");
	learn(&l, "\"name\":\"device\",\"pid\":1,\"device\":0,\"args\":{\"bus\":\"b\"}");
	a = at(&l, "kernel", "\"pid\":1,\"device\":0,\"stream\":7");
	names(&l, "osrt", "\"pid\":1,\"tid\":1", "OS runtime \xC2\xB7 main 1",
	    "rank 10 \xC2\xB7 p");
	learn(&l, "\"name\":\"device\",\"pid\":2,\"device\":0,\"args\":{\"bus\":\"b\"}");
	b = at(&l, "kernel", "\"pid\":2,\"device\":0,\"stream\":7");
	c = at(&l, "kernel", "\"pid\":2,\"device\":1,\"stream\":7");
	ok(l.tracks[a].group != l.tracks[b].group, "one bus on two hosts is two GPUs");
	ok(l.tracks[at(&l, "kernel", "\"pid\":1,\"device\":1,\"stream\":7")].group !=
	        l.tracks[c].group,
	    "one number on two hosts is two GPUs");
	ok(orderof(&l, "osrt", "\"pid\":2,\"tid\":2") <
	        orderof(&l, "osrt", "\"pid\":1,\"tid\":1"),
	    "processes are in order of ranks");
	names(&l, "osrt", "\"pid\":1,\"tid\":1", "OS runtime \xC2\xB7 main 1",
	    "rank 10 \xC2\xB7 host x \xC2\xB7 p");
	ok(spanis(bufall(&l.groups[l.tracks[a].group].label), "GPU 0 \xC2\xB7 host x") &&
	        spanis(bufall(&l.groups[l.tracks[b].group].label), "GPU 0 \xC2\xB7 host y"),
	    "GPUs of several hosts have theirs, also those that came before");
	layoutfree(&l);
}

/* A GPU is identified by its uuid or bus, not by the number that a process has for it. */
static void
gpus(void)
{
	struct layout l = { 0 };
	size_t a, b, c, d, e;

	learn(&l,
	    "\"name\":\"device\",\"pid\":1,\"device\":0,\"args\":{\"name\":\"A\",\"uuid\":\"GPU-1\",\"gpu\":0}");
	learn(&l,
	    "\"name\":\"device\",\"pid\":2,\"device\":0,\"args\":{\"name\":\"B\",\"uuid\":\"GPU-2\",\"gpu\":1}");
	learn(&l,
	    "\"name\":\"device\",\"pid\":2,\"device\":1,\"args\":{\"name\":\"A\",\"uuid\":\"GPU-1\",\"gpu\":0}");
	learn(&l,
	    "\"name\":\"device\",\"pid\":5,\"device\":0,\"args\":{\"name\":\"C\",\"uuid\":\"00000000-0000\",\"bus\":\"0000:03:00.0\",\"gpu\":1}");
	learn(&l,
	    "\"name\":\"device\",\"pid\":5,\"device\":1,\"args\":{\"name\":\"C\",\"uuid\":\"00000000-0000\",\"bus\":\"0000:04:00.0\",\"gpu\":2}");
	a = at(&l, "kernel", "\"pid\":1,\"device\":0,\"context\":1,\"stream\":7");
	b = at(&l, "kernel", "\"pid\":2,\"device\":0,\"context\":1,\"stream\":7");
	c = at(&l, "kernel", "\"pid\":2,\"device\":1,\"context\":2,\"stream\":7");
	d = at(&l, "gpu-metric", "\"gpu\":0,\"value\":1");
	e = at(&l, "kernel", "\"pid\":5,\"device\":0,\"context\":1,\"stream\":7");
	ok(l.tracks[a].group != l.tracks[b].group,
	    "device 0 of two processes that see different GPUs");
	ok(l.tracks[a].group == l.tracks[c].group, "one GPU that two processes call differently");
	ok(l.tracks[a].group == l.tracks[d].group, "a counter is with its GPU");
	ok(l.tracks[e].group != l.tracks[a].group && l.tracks[e].group != l.tracks[b].group,
	    "a GPU of the number of another");
	ok(l.tracks[e].group !=
	        l.tracks[at(&l, "kernel", "\"pid\":5,\"device\":1,\"stream\":7")].group,
	    "a uuid of zeros is none: the bus tells");
	ok(l.groups[l.tracks[b].group].pid != l.groups[l.tracks[e].group].pid,
	    "two of one number have pids of their own");
	names(&l, "kernel", "\"pid\":2,\"device\":0,\"context\":1,\"stream\":7",
	    "Stream 7", "GPU 1 \xC2\xB7 B");
	names(&l, "opengl-gpu", "\"pid\":1,\"tid\":2", "OpenGL \xC2\xB7 thread 2", "GPU");
	names(&l, "cpu-metric", "\"value\":1", "Metrics", "System");
	ok(at(&l, "kernel", "\"pid\":9,\"device\":0,\"context\":1,\"stream\":7") != a &&
	        l.tracks[at(&l, "kernel", "\"pid\":9,\"device\":0,\"stream\":7")].group ==
	            l.tracks[a].group,
	    "of a process that nothing is known of: as another calls it");
	layoutfree(&l);
}

/* Returns the lane of a slice on one stream, or of an NVTX range of a domain. */
static uint32_t
lane(struct layout *l, const char *domain, int64_t ts, int64_t end)
{
	char keys[100];
	struct event ev;
	uint32_t track;

	snprintf(
	    keys, sizeof(keys), "\"pid\":1,\"tid\":2%s%s", *domain ? ",\"domain\":" : "", domain);
	ev = make("nvtx", keys);
	track = layoutslice(l, &ev, ts, end);
	return l->tracks[track].lane;
}

static void
lanes(void)
{
	struct layout l = { .onerow = true };
	struct buf label = { 0 };

	ok(lane(&l, "", 0, 100) == 0 && lane(&l, "", 0, 100) == 0 && lane(&l, "", 10, 50) == 0,
	    "what nests shares a lane");
	ok(lane(&l, "", 20, 60) == 1, "what crosses goes to the next");
	ok(lane(&l, "", 50, 51) == 0, "touching is not overlapping");
	ok(lane(&l, "", 52, 61) == 0 && lane(&l, "", 59, 62) == 2, "by one ns is, on both lanes");
	ok(lane(&l, "", 100, 100) == 0 && lane(&l, "", 100, 200) == 0,
	    "instants and what follows fit");
	ok(lane(&l, "", 90, 95) == 1,
	    "a slice out of order shares no lane with what came after it");
	ok(lane(&l, "\"a\"", 300, 400) == 0 && lane(&l, "\"b\"", 350, 450) == 1,
	    "a domain that crosses another leaves it");
	ok(lane(&l, "\"b\"", 500, 600) == 1 && lane(&l, "\"a\"", 500, 550) == 0, "and stays apart");
	tracklabelflat(&l, &l.tracks[1], &label);
	ok(called(&label, "NVTX \xC2\xB7 thread 2 \xC2\xB7 2"),
	    "lanes are numbered from 1 in names");
	ok(called(&l.tracks[1].label, "NVTX"), "and are of one row");
	free(label.p);
	layoutfree(&l);
	for (int64_t i = 0; i < 600; i++)
		lane(&l, "", i, 10000 - i);
	ok(l.count == 2, "too deep for viewers goes to the next lane");
	layoutfree(&l);
}

/* Events of all kinds: ids are never 0, tids never the pid of their group, and all are unique. */
static void
ids(void)
{
	static const int64_t pids[] = { 0, 1, 2, 3, 5, 8, 13, 100, 4194304, 16777215, 1073741823,
		8388608, 8388609, 2147483647, 2147483648, INT64_MAX, -1, INT64_MIN };
	enum { PIDS = sizeof(pids) / sizeof(*pids) };
	static const char *const types[] = { "nvtx", "kernel", "cuda-api", "nvtx-kernel", "memcpy",
		"osrt", "sched", "other" };
	struct layout l = { 0 };
	struct map seen = { 0 };
	int wrong = 0, unstable = 0;
	bool fresh;

	for (int i = 0; i < 20000; i++) {
		char keys[200] = "";
		size_t track, tracks = l.count;
		int64_t tid;

		if (taprandom(20))
			snprintf(keys, sizeof(keys),
			    "\"pid\":%" PRId64 ",\"tid\":%" PRIu64 ",\"device\":%" PRIu64
			    ",\"context\":%" PRIu64 ",\"stream\":%" PRIu64,
			    pids[taprandom(PIDS)], taprandom(40), taprandom(20), taprandom(3),
			    taprandom(9));
		track = at(&l, types[taprandom(8)], keys);
		if (track >= tracks)
			continue;
		tid = l.tracks[track].tid;
		unstable += tid == 0 || track >= l.count;
	}
	for (size_t i = 0; i < l.groupkeys.used; i++) {
		wrong += l.groups[i].pid <= 0 || l.groups[i].pid > INT32_MAX;
		mapput(&seen, (struct mapkey){ 1, (uint64_t)l.groups[i].pid }, &fresh);
		wrong += !fresh;
	}
	ok(wrong == 0 && l.groupkeys.used > 30,
	    "the pids of %zu groups are positive, fit in 31 bits and differ", l.groupkeys.used);
	wrong = 0;
	for (size_t i = 0; i < l.count; i++) {
		wrong += l.tracks[i].tid <= 0 || l.tracks[i].tid > INT32_MAX ||
		    l.tracks[i].tid == l.groups[l.tracks[i].group].pid;
		mapput(&seen, (struct mapkey){ 2, (uint64_t)l.tracks[i].tid }, &fresh);
		wrong += !fresh;
		wrong += l.tracks[i].writtenlabel.n > 0;
	}
	ok(wrong == 0 && unstable == 0 && l.count > 4000,
	    "the tids of %zu tracks too, and none is its group's pid", l.count);
	mapfree(&seen);
	layoutfree(&l);
}

/* A process whose pid equals the tid that its track would have. */
static void
collisions(void)
{
	struct layout l = { 0 };
	int wrong = 0;

	for (int i = 0; i < 1000; i++) {
		char keys[64];
		const struct track *t;
		size_t track;

		snprintf(keys, sizeof(keys), "\"pid\":%zu,\"tid\":%d", l.count + 1, i);
		track = at(&l, "nvtx", keys);
		t = &l.tracks[track];
		wrong += t->tid == 0 || t->tid == l.groups[t->group].pid ||
		    l.groups[t->group].pid != (int64_t)track + 1;
	}
	ok(wrong == 0, "no track is taken for a main thread");
	layoutfree(&l);
}

static void
naming(void)
{
	struct layout l = { 0 };

	learn(&l, "\"name\":\"process\",\"pid\":100,\"args\":{\"name\":\"train \\\"x\\\"\"}");
	learn(&l,
	    "\"name\":\"thread\",\"pid\":100,\"tid\":101,\"args\":{\"x\":[1],\"name\":\"main\"}");
	learn(&l,
	    "\"name\":\"device\",\"pid\":100,\"device\":0,\"args\":{\"name\":\"NVIDIA H100\",\"sms\":132}");
	learn(&l,
	    "\"name\":\"stream\",\"pid\":100,\"device\":0,\"context\":1,\"stream\":7,\"args\":{\"default\":true}");
	learn(&l,
	    "\"name\":\"stream\",\"pid\":100,\"device\":0,\"context\":1,\"stream\":8,\"args\":{\"default\":false}");
	names(&l, "kernel", "\"pid\":100,\"device\":0,\"context\":1,\"stream\":7",
	    "Stream 7 (default)", "GPU 0 \xC2\xB7 NVIDIA H100");
	names(&l, "kernel", "\"pid\":100,\"device\":0,\"context\":1,\"stream\":8", "Stream 8",
	    "GPU 0 \xC2\xB7 NVIDIA H100");
	names(&l, "memset", "\"pid\":200,\"device\":0,\"context\":1,\"stream\":7",
	    "Stream 7 \xC2\xB7 Process 200", "GPU 0 \xC2\xB7 NVIDIA H100");
	names(&l, "kernel", "\"pid\":100,\"device\":0,\"context\":1,\"stream\":7",
	    "Stream 7 \xC2\xB7 train \"x\" 100", "GPU 0 \xC2\xB7 NVIDIA H100");
	names(&l, "kernel", "\"pid\":100,\"device\":1,\"context\":2,\"stream\":7", "Stream 7",
	    "GPU 1");
	names(&l, "kernel", "\"pid\":100,\"device\":1,\"context\":3,\"stream\":7",
	    "Stream 7 \xC2\xB7 context 3", "GPU 1");
	names(&l, "kernel", "\"device\":2,\"stream\":7", "Stream 7", "GPU 2");
	names(&l, "memcpy", "\"pid\":100,\"device\":0,\"context\":0,\"stream\":0",
	    "Unified memory \xC2\xB7 train \"x\" 100", "GPU 0 \xC2\xB7 NVIDIA H100");
	names(&l, "memcpy", "\"pid\":200,\"device\":0,\"context\":1,\"stream\":0",
	    "Stream 0 \xC2\xB7 Process 200", "GPU 0 \xC2\xB7 NVIDIA H100");
	names(&l, "nvtx", "\"pid\":100,\"tid\":101", "NVTX \xC2\xB7 main 101", "train \"x\"");
	names(&l, "nvtx", "\"pid\":100,\"tid\":100", "NVTX \xC2\xB7 main 100", "train \"x\"");
	names(&l, "cuda-api", "\"pid\":100,\"tid\":102", "CUDA API \xC2\xB7 thread 102",
	    "train \"x\"");
	names(&l, "osrt", "\"pid\":300,\"tid\":101", "OS runtime \xC2\xB7 thread 101", "Process");
	names(&l, "cuda-sync", "\"pid\":100", "CUDA synchronization", "train \"x\"");
	names(&l, "nvtx-kernel", "\"pid\":100,\"tid\":101,\"device\":0",
	    "NVTX \xC2\xB7 main 101", "GPU 0 \xC2\xB7 NVIDIA H100");
	names(&l, "sched", "\"pid\":300,\"tid\":9", "CPU \xC2\xB7 thread 9", "Process");
	names(&l, "what", "\"pid\":300,\"tid\":9", "Other \xC2\xB7 thread 9", "Process");
	names(&l, "what", "", "Other", "Process");
	layoutfree(&l);
	learn(&l,
	    "\"name\":\"stream\",\"pid\":100,\"device\":0,\"context\":1,\"stream\":7,\"args\":{\"default\":true}");
	learn(&l,
	    "\"name\":\"stream\",\"pid\":100,\"device\":0,\"context\":2,\"stream\":17,\"args\":{\"default\":true}");
	names(&l, "kernel", "\"pid\":100,\"device\":0,\"context\":1,\"stream\":7",
	    "Stream 7 (default)", "GPU 0");
	names(&l, "kernel", "\"pid\":100,\"device\":0,\"context\":2,\"stream\":17",
	    "Stream 17 (default)", "GPU 0");
	layoutfree(&l);
}

/* Meta records without data, or with unexpected data. */
static void
strange(void)
{
	static const char *const table[] = {
		"",
		"\"pid\":1",
		"\"name\":\"process\",\"pid\":1",
		"\"name\":\"process\",\"pid\":1,\"args\":null",
		"\"name\":\"process\",\"pid\":1,\"args\":[\"name\"]",
		"\"name\":\"process\",\"pid\":1,\"args\":\"name\"",
		"\"name\":\"process\",\"pid\":1,\"args\":{}",
		"\"name\":\"process\",\"pid\":1,\"args\":{\"name\":5}",
		"\"name\":\"process\",\"pid\":1,\"args\":{\"name\":{\"name\":\"x\"}}",
		"\"name\":\"domain\",\"pid\":1,\"args\":{\"name\":\"x\"}",
		"\"name\":\"stream\",\"pid\":1,\"args\":{\"default\":\"true\"}",
		"\"name\":\"Process\",\"pid\":1,\"args\":{\"name\":\"x\"}",
	};
	struct layout l = { 0 };

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		learn(&l, table[i]);
	names(&l, "nvtx", "\"pid\":1,\"tid\":0", "NVTX \xC2\xB7 thread 0", "Process");
	names(&l, "kernel", "\"pid\":1,\"device\":0,\"context\":0,\"stream\":0", "Stream 0",
	    "GPU 0");
	learn(&l, "\"name\":\"process\",\"pid\":2,\"args\":{\"name\":\"one\"}");
	learn(&l, "\"name\":\"process\",\"pid\":2,\"args\":{\"name\":\"two\"}");
	names(&l, "nvtx", "\"pid\":2,\"tid\":3", "NVTX \xC2\xB7 thread 3", "two");
	learn(&l, "\"name\":\"process\",\"pid\":3,\"args\":{\"name\":\"\"}");
	names(&l, "nvtx", "\"pid\":3,\"tid\":3", "NVTX \xC2\xB7 main 3", "Process");
	layoutfree(&l);
}

/* The label of one process, thread or GPU, by the length of its name. */
static void
lengths(void)
{
	struct layout l = { 0 };

	learn(&l, "\"name\":\"process\",\"pid\":1,\"args\":{\"name\":\"/usr/bin/python3\"}");
	learn(&l, "\"name\":\"thread\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"python3\"}");
	learn(&l, "\"name\":\"thread\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"python3\"}");
	learn(&l,
	    "\"name\":\"thread\",\"pid\":1,\"tid\":3,\"args\":{\"name\":\"a thread of a long name\"}");
	names(&l, "cuda-api", "\"pid\":1,\"tid\":1", "CUDA API \xC2\xB7 main 1", "python3");
	names(&l, "cuda-api", "\"pid\":1,\"tid\":2", "CUDA API \xC2\xB7 thread 2", "python3");
	names(&l, "cuda-api", "\"pid\":1,\"tid\":3",
	    "CUDA API \xC2\xB7 a thread\xE2\x80\xA6ong name 3", "python3");
	learn(&l, "\"name\":\"thread\",\"pid\":7,\"tid\":7,\"args\":{\"name\":\"worker\"}");
	names(&l, "osrt", "\"pid\":7,\"tid\":8", "OS runtime \xC2\xB7 thread 8", "worker");
	names(&l, "osrt", "\"pid\":7,\"tid\":7", "OS runtime \xC2\xB7 main 7", "worker");
	learn(&l,
	    "\"name\":\"process\",\"pid\":9,\"args\":{\"name\":\"a_program_of_a_very_long_name\"}");
	learn(
	    &l, "\"name\":\"thread\",\"pid\":9,\"tid\":9,\"args\":{\"name\":\"a_program_of_a_\"}");
	names(&l, "osrt", "\"pid\":9,\"tid\":9", "OS runtime \xC2\xB7 main 9",
	    "a_program_o\xE2\x80\xA6" "_long_name");
	learn(&l,
	    "\"name\":\"device\",\"pid\":1,\"device\":4,\"args\":{\"name\":\"NVIDIA GeForce RTX 4050 Laptop GPU\"}");
	names(&l, "kernel", "\"pid\":1,\"device\":4,\"stream\":7", "Stream 7",
	    "GPU 4 \xC2\xB7 RTX 4050 Laptop GPU");
	names(&l, "osrt", "\"pid\":9223372036854775807,\"tid\":9223372036854775807",
	    "OS runtime \xC2\xB7 9223372036854775807", "Process");
	layoutfree(&l);
}

/* Values of counters: their counter tracks and units. */
static void
counters(void)
{
	struct layout l = { 0 };
	struct event ev = make("gpu-metric",
	    "\"gpu\":0,\"name\":\"SMs [Throughput %]\",\"value\":1,\"args\":{\"unit\":\"Throughput %\"}");
	uint32_t a = countertrackof(&l, &ev), b;

	ok(l.counters[a].unit == UNIT_PERCENT && spanis(countertracklabel(&l, &l.counters[a]), "SMs") &&
	        spanis(countertrackunit(&l, &l.counters[a]), "%"),
	    "a share of a GPU");
	ok(countertrackof(&l, &ev) == a, "its next value");
	ev = make("gpu-metric", "\"gpu\":1,\"name\":\"SMs\",\"value\":1");
	b = countertrackof(&l, &ev);
	ok(b != a && l.counters[b].unit == UNIT_NONE &&
	        spanis(countertracklabel(&l, &l.counters[b]), "SMs") &&
	        l.counters[a].group != l.counters[b].group,
	    "another GPU, no unit");
	ev = make("gpu-memory", "\"pid\":5,\"device\":0,\"name\":\"M\",\"args\":{\"unit\":\"B\"}");
	b = countertrackof(&l, &ev);
	ok(l.counters[b].unit == UNIT_BYTES, "bytes");
	ev = make("nic-metric", "\"name\":\"[x]\",\"args\":{\"unit\":\"x\"}");
	b = countertrackof(&l, &ev);
	ok(l.counters[b].unit == UNIT_OTHER && spanis(countertracklabel(&l, &l.counters[b]), "[x]") &&
	        l.groups[l.counters[b].group].kind == GROUP_SYSTEM,
	    "a name that is nothing but a unit keeps it");
	layoutfree(&l);
}

int
main(void)
{
	sharing();
	grouping();
	ranks();
	gpus();
	ids();
	collisions();
	lanes();
	naming();
	strange();
	lengths();
	counters();
	free(stack.p);
	free(line.p);
	return tapend();
}
