/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "nsysnames.h"
#include "trace.h"

/* The members of args that columns are made of. */
#define ARGS(A) \
	A(BLOCK, "block") \
	A(BYTES, "bytes") \
	A(CONTEXT, "context") \
	A(CORR, "corr") \
	A(DST_KIND, "dst_kind") \
	A(GREEN, "green_context") \
	A(GRID, "grid") \
	A(KIND, "kind") \
	A(PEER, "peer") \
	A(RANK, "rank") \
	A(RECEIVED, "bytes_received") \
	A(REGISTERS, "registers") \
	A(RETURN, "return") \
	A(ROOT, "root") \
	A(SHARED_DYNAMIC, "shared_dynamic") \
	A(SHARED_STATIC, "shared_static") \
	A(SRC_KIND, "src_kind") \
	A(TAG, "tag")

enum arg {
#define A(id, name) ARG_##id,
	ARGS(A)
#undef A
	ARG_COUNT
};

static const char *const argnames[] = {
#define A(id, name) [ARG_##id] = (name),
	ARGS(A)
#undef A
};

/* No value, in place of a number. */
enum { COLUMNS_MOST = 24 };
#define NONE INT64_MIN

struct trace;

/* A column, with the function that makes its cells of the event at hand: a number, or the place of
 * a text in names. */
struct cell {
	const char *title;
	enum column_kind kind;
	int64_t (*make)(struct trace *, const struct event *);
	int64_t by; /* what the number is divided by; 0 is 1 */
};

/* A report. */
struct how {
	const struct cell *cells;
	size_t count;
	bool (*choose)(struct trace *, const struct event *); /* NULL for all */
	bool sorted;    /* the rows go by a column, of which it is */
	int sort;
	bool descending;
	size_t rows;    /* how many unless told; 0 for all */
	bool launched;  /* what no call is known to have launched is left out */
};

struct trace {
	struct collector collector;
	struct collectorargs ask;
	const struct how *how;
	struct column columns[COLUMNS_MOST];
	struct stringtable names;
	struct buf scratch, text;
	int64_t latest;  /* ns */
	size_t written;  /* rows */
	uint64_t alone;  /* left out, as no launch is known */
	/* Of the event at hand. */
	struct span args[ARG_COUNT];
	struct launch launch;
	bool launched;
	/* The rows that are kept, and their order. */
	int64_t *cells;
	size_t room, count;
	size_t *order;
};

static int64_t
tracekeep(struct trace *t, struct span text)
{
	return text.p ? (int64_t)stringintern(&t->names, text) : NONE;
}

static int64_t
tracenumber(struct span value)
{
	int64_t v;

	return jsonint(value, &v) ? v : NONE;
}

static int64_t
tracestring(struct trace *t, struct span value)
{
	return jsonisstring(value) ? tracekeep(t, jsontext(value, &t->scratch)) : NONE;
}

static int64_t
key(const struct event *ev, enum event_key k)
{
	return evhas(ev, k) ? ev->number[k] : NONE;
}

/* An element of an array. */
static int64_t
element(const struct event *ev, struct span array, int n)
{
	struct span item = { NULL, 0 };
	struct json j;

	if (array.n == 0 || *array.p != '[')
		return NONE;
	jsonopen(&j, array.p, ev->stack);
	for (int i = 0; i <= n; i++)
		if (jsonitem(&j, &item) <= 0)
			return NONE;
	return tracenumber(item);
}

/* The functions of columns, by what they make. */
#define MAKE(name, value) \
	static int64_t name(struct trace *t, const struct event *ev) \
	{ \
		(void)t; \
		(void)ev; \
		return value; \
	}

MAKE(nothing, NONE)
MAKE(start, ev->number[KEY_TS])
MAKE(duration, key(ev, KEY_DUR))
MAKE(end, evhas(ev, KEY_DUR) ? evend(ev) : NONE)
MAKE(pid, key(ev, KEY_PID))
MAKE(tid, key(ev, KEY_TID))
MAKE(corr, key(ev, KEY_CORR))
MAKE(context, key(ev, KEY_CONTEXT))
MAKE(stream, key(ev, KEY_STREAM))
MAKE(device, key(ev, KEY_DEVICE))
MAKE(threadname,
    tracekeep(t, metanamesthread(t->ask.metanames, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID))))
MAKE(gridx, element(ev, t->args[ARG_GRID], 0))
MAKE(gridy, element(ev, t->args[ARG_GRID], 1))
MAKE(gridz, element(ev, t->args[ARG_GRID], 2))
MAKE(blockx, element(ev, t->args[ARG_BLOCK], 0))
MAKE(blocky, element(ev, t->args[ARG_BLOCK], 1))
MAKE(blockz, element(ev, t->args[ARG_BLOCK], 2))
MAKE(gridtext, tracekeep(t, nsysnamesshape(ev, t->args[ARG_GRID], &t->text)))
MAKE(blocktext, tracekeep(t, nsysnamesshape(ev, t->args[ARG_BLOCK], &t->text)))
MAKE(registers, tracenumber(t->args[ARG_REGISTERS]))
MAKE(sharedstatic, tracenumber(t->args[ARG_SHARED_STATIC]))
MAKE(shareddynamic, tracenumber(t->args[ARG_SHARED_DYNAMIC]))
MAKE(bytes, tracenumber(t->args[ARG_BYTES]))
MAKE(kind, tracestring(t, t->args[ARG_KIND]))
MAKE(srckind, tracestring(t, t->args[ev->type == TYPE_MEMSET ? ARG_KIND : ARG_SRC_KIND]))
MAKE(dstkind, tracestring(t, t->args[ARG_DST_KIND]))
MAKE(green, tracenumber(t->args[ARG_GREEN]))
MAKE(result, t->args[ARG_RETURN].p ? tracenumber(t->args[ARG_RETURN]) : 0)
MAKE(rank, tracenumber(t->args[ARG_RANK]))
MAKE(peer, tracenumber(t->args[ARG_PEER]))
MAKE(root, tracenumber(t->args[ARG_ROOT]))
MAKE(tag, tracenumber(t->args[ARG_TAG]))
MAKE(ownarg, tracenumber(t->args[ARG_CORR]))
MAKE(owncontext, tracenumber(t->args[ARG_CONTEXT]))
MAKE(callstart, t->launch.ts)
MAKE(callduration, t->launch.dur >= 0 ? t->launch.dur : NONE)
MAKE(callthread, t->launch.threaded ? t->launch.tid : NONE)

#undef MAKE

/* The name of an event as the report has it. */
static int64_t
name(struct trace *t, const struct event *ev)
{
	struct span text = { NULL, 0 };

	if (!evhas(ev, KEY_NAME) || !jsonisstring(ev->value[KEY_NAME]))
		return NONE;
	text = nsysnamesoperation(ev, jsontext(ev->value[KEY_NAME], &t->scratch), &t->text);
	if (t->ask.ranged && ev->type == TYPE_KERNEL)
		text = nsysnamesranged(ev, text, &t->text);
	return tracekeep(t, text);
}

/* The same as it is in the profile. */
static int64_t
ownname(struct trace *t, const struct event *ev)
{
	return evhas(ev, KEY_NAME) ? tracestring(t, ev->value[KEY_NAME]) : NONE;
}

static int64_t
callname(struct trace *t, const struct event *ev)
{
	if (!jsonisstring(t->launch.name))
		return NONE;
	return tracekeep(t, nsysnamescall(ev, jsontext(t->launch.name, &t->scratch), &t->text));
}

static int64_t
owncallname(struct trace *t, const struct event *ev)
{
	(void)ev;
	return tracestring(t, t->launch.name);
}

/* The device by its name, and by its number in brackets. */
static int64_t
devicename(struct trace *t, const struct event *ev)
{
	struct span name;

	if (!evhas(ev, KEY_DEVICE))
		return NONE;
	name = metanamesdevice(t->ask.metanames, evnumber(ev, KEY_PID), ev->number[KEY_DEVICE]);
	t->text.n = 0;
	bufspan(&t->text, name);
	bufprintf(
	    &t->text, name.p ? " (%lld)" : "(%lld)", (long long)ev->number[KEY_DEVICE]);
	return tracekeep(t, bufall(&t->text));
}

/* Bytes a second: bytes, and how often the time goes into a second. */
static int64_t
throughput(struct trace *t, const struct event *ev)
{
	int64_t n = tracenumber(t->args[ARG_BYTES]), v;

	if (n == NONE || evnumber(ev, KEY_DUR) == 0 ||
	    __builtin_mul_overflow(n, 1000000000 / ev->number[KEY_DUR], &v))
		return NONE;
	return v;
}

/* From the end of a call to the start of its kernel, where that came later. */
static int64_t
queuestart(struct trace *t, const struct event *ev)
{
	int64_t end = addsat(t->launch.ts, t->launch.dur);

	return t->launch.dur >= 0 && ev->number[KEY_TS] >= end ? end : NONE;
}

static int64_t
queueduration(struct trace *t, const struct event *ev)
{
	int64_t from = queuestart(t, ev);

	return from == NONE ? NONE : subsat(ev->number[KEY_TS], from);
}

/* From the start of a call to its end or that of its kernel, whichever is later. */
static int64_t
wholeduration(struct trace *t, const struct event *ev)
{
	int64_t end = evend(ev), call = addsat(t->launch.ts, t->launch.dur);

	return subsat(t->launch.dur >= 0 && call > end ? call : end, t->launch.ts);
}

/* The size of what goes one way, and of collectives. */
static int64_t
size(struct trace *t, const struct event *ev)
{
	return spanis(nsysnamessource(ev, 0, &t->text), "p2p") ? tracenumber(t->args[ARG_BYTES]) :
								 NONE;
}

static int64_t
sent(struct trace *t, const struct event *ev)
{
	return spanis(nsysnamessource(ev, 0, &t->text), "p2p") ? NONE :
								 tracenumber(t->args[ARG_BYTES]);
}

static int64_t
received(struct trace *t, const struct event *ev)
{
	(void)ev;
	return tracenumber(t->args[ARG_RECEIVED]);
}

enum { MB = 1000000 };

static const struct cell gpucells[] = {
	{ "Start (ns)", COLUMN_TIME, start, 0 },
	{ "Duration (ns)", COLUMN_TIME, duration, 0 },
	{ "CorrId", COLUMN_INTEGER, corr, 0 },
	{ "GrdX", COLUMN_INTEGER, gridx, 0 },
	{ "GrdY", COLUMN_INTEGER, gridy, 0 },
	{ "GrdZ", COLUMN_INTEGER, gridz, 0 },
	{ "BlkX", COLUMN_INTEGER, blockx, 0 },
	{ "BlkY", COLUMN_INTEGER, blocky, 0 },
	{ "BlkZ", COLUMN_INTEGER, blockz, 0 },
	{ "Reg/Trd", COLUMN_INTEGER, registers, 0 },
	{ "StcSMem (MB)", COLUMN_MEGABYTES, sharedstatic, MB },
	{ "DymSMem (MB)", COLUMN_MEGABYTES, shareddynamic, MB },
	{ "Bytes (MB)", COLUMN_MEGABYTES, bytes, MB },
	{ "Throughput (MB/s)", COLUMN_MEGABYTES, throughput, MB },
	{ "SrcMemKd", COLUMN_TEXT, srckind, 0 },
	{ "DstMemKd", COLUMN_TEXT, dstkind, 0 },
	{ "Device", COLUMN_TEXT, devicename, 0 },
	{ "Ctx", COLUMN_INTEGER, context, 0 },
	{ "GreenCtx", COLUMN_INTEGER, green, 0 },
	{ "Strm", COLUMN_INTEGER, stream, 0 },
	{ "Name", COLUMN_TEXT, name, 0 },
};

static const struct cell apicells[] = {
	{ "Start (ns)", COLUMN_TIME, start, 0 },
	{ "Duration (ns)", COLUMN_TIME, duration, 0 },
	{ "Name", COLUMN_TEXT, name, 0 },
	{ "Result", COLUMN_INTEGER, result, 0 },
	{ "CorrID", COLUMN_INTEGER, corr, 0 },
	{ "Pid", COLUMN_INTEGER, pid, 0 },
	{ "Tid", COLUMN_INTEGER, tid, 0 },
	{ "T-Pri", COLUMN_INTEGER, nothing, 0 },
	{ "Thread Name", COLUMN_TEXT, threadname, 0 },
};

static const struct cell launchcells[] = {
	{ "API Start (ns)", COLUMN_TIME, callstart, 0 },
	{ "API Dur (ns)", COLUMN_TIME, callduration, 0 },
	{ "Queue Start (ns)", COLUMN_TIME, queuestart, 0 },
	{ "Queue Dur (ns)", COLUMN_TIME, queueduration, 0 },
	{ "Kernel Start (ns)", COLUMN_TIME, start, 0 },
	{ "Kernel Dur (ns)", COLUMN_TIME, duration, 0 },
	{ "Total Dur (ns)", COLUMN_TIME, wholeduration, 0 },
	{ "PID", COLUMN_INTEGER, pid, 0 },
	{ "TID", COLUMN_INTEGER, callthread, 0 },
	{ "DevId", COLUMN_INTEGER, device, 0 },
	{ "API Function", COLUMN_TEXT, callname, 0 },
	{ "GridXYZ", COLUMN_TEXT, gridtext, 0 },
	{ "BlockXYZ", COLUMN_TEXT, blocktext, 0 },
	{ "Kernel Name", COLUMN_TEXT, name, 0 },
};

static const struct cell mpicells[] = {
	{ "Start (ns)", COLUMN_TIME, start, 0 },
	{ "End (ns)", COLUMN_TIME, end, 0 },
	{ "Duration (ns)", COLUMN_TIME, duration, 0 },
	{ "Event", COLUMN_TEXT, ownname, 0 },
	{ "Pid", COLUMN_INTEGER, pid, 0 },
	{ "Tid", COLUMN_INTEGER, tid, 0 },
	{ "Tag", COLUMN_INTEGER, tag, 0 },
	{ "Rank", COLUMN_INTEGER, rank, 0 },
	{ "PeerRank", COLUMN_INTEGER, peer, 0 },
	{ "RootRank", COLUMN_INTEGER, root, 0 },
	{ "Size", COLUMN_INTEGER, size, 0 },
	{ "CollSendSize", COLUMN_INTEGER, sent, 0 },
	{ "CollRecvSize", COLUMN_INTEGER, received, 0 },
};

static const struct cell vulkancells[] = {
	{ "Start (ns)", COLUMN_TIME, start, 0 },
	{ "Duration (ns)", COLUMN_TIME, duration, 0 },
	{ "Name", COLUMN_TEXT, ownname, 0 },
	{ "Event Class", COLUMN_TEXT, nothing, 0 },
	{ "Context", COLUMN_INTEGER, owncontext, 0 },
	{ "CorrID", COLUMN_INTEGER, ownarg, 0 },
	{ "Pid", COLUMN_INTEGER, pid, 0 },
	{ "Tid", COLUMN_INTEGER, tid, 0 },
	{ "T-Pri", COLUMN_INTEGER, nothing, 0 },
	{ "Thread Name", COLUMN_TEXT, threadname, 0 },
};

/* What rules say of copies, and of sets. */
#define TIMES \
	{ "Duration (ns)", COLUMN_TIME, duration, 0 }, \
	{ "Start (ns)", COLUMN_TIME, start, 0 }
#define REST \
	{ "Bytes (MB)", COLUMN_MEGABYTES, bytes, MB }, \
	{ "PID", COLUMN_INTEGER, pid, 0 }, \
	{ "Device ID", COLUMN_INTEGER, device, 0 }, \
	{ "Context ID", COLUMN_INTEGER, context, 0 }, \
	{ "Green Context ID", COLUMN_INTEGER, green, 0 }, \
	{ "Stream ID", COLUMN_INTEGER, stream, 0 }, \
	{ "API Name", COLUMN_TEXT, owncallname, 0 }

static const struct cell copycells[] = {
	TIMES,
	{ "Src Kind", COLUMN_TEXT, srckind, 0 },
	{ "Dst Kind", COLUMN_TEXT, dstkind, 0 },
	REST,
};
static const struct cell setcells[] = {
	TIMES,
	{ "Memory Kind", COLUMN_TEXT, kind, 0 },
	REST,
};

#undef TIMES
#undef REST

static const struct cell waitcells[] = {
	{ "Duration (ns)", COLUMN_TIME, duration, 0 },
	{ "Start (ns)", COLUMN_TIME, start, 0 },
	{ "PID", COLUMN_INTEGER, pid, 0 },
	{ "TID", COLUMN_INTEGER, tid, 0 },
	{ "API Name", COLUMN_TEXT, ownname, 0 },
};

/* The name of the call that launched an event; empty where it is not known. */
static struct span
calltext(struct trace *t)
{
	if (!t->launched || !jsonisstring(t->launch.name))
		return (struct span){ "", 0 };
	return jsontext(t->launch.name, &t->scratch);
}

static bool
waits(struct span call)
{
	return call.n > 0 && !memmem(call.p, call.n, "Async", strlen("Async"));
}

/* Whether a value is a string that begins with a text. */
static bool
tracebegins(struct span value, const char *text)
{
	size_t n = strlen(text);

	return jsonisstring(value) && value.n > n && memcmp(value.p + 1, text, n) == 0;
}

static bool
iscall(struct trace *t, const struct event *ev)
{
	(void)t;
	return !evarg(ev, "text").p; /* markers have one */
}

static bool
ispageable(struct trace *t, const struct event *ev)
{
	struct span call = calltext(t);

	(void)ev;
	return call.n > 0 && !waits(call) &&
	    (tracebegins(t->args[ARG_SRC_KIND], "Pageable") ||
	        tracebegins(t->args[ARG_DST_KIND], "Pageable"));
}

/* Copies to the GPU that are no larger wait for nothing: the driver keeps what they carry. */
enum { STAGED_MOST = 65536 };

static bool
iscopy(struct trace *t, const struct event *ev)
{
	int64_t n = tracenumber(t->args[ARG_BYTES]);

	(void)ev;
	return waits(calltext(t)) &&
	    !(tracebegins(t->args[ARG_KIND], "Host-to-Device") && n <= STAGED_MOST);
}

static bool
isset(struct trace *t, const struct event *ev)
{
	(void)ev;
	return waits(calltext(t)) &&
	    (tracebegins(t->args[ARG_KIND], "Pinned") || tracebegins(t->args[ARG_KIND], "Managed"));
}

static bool
iswait(struct trace *t, const struct event *ev)
{
	static const char *const calls[] = { "cudaDeviceSynchronize", "cudaStreamSynchronize",
		"cuCtxSynchronize", "cuStreamSynchronize" };
	struct span call;

	if (!evhas(ev, KEY_NAME) || !jsonisstring(ev->value[KEY_NAME]))
		return false;
	call = jsontext(ev->value[KEY_NAME], &t->scratch);
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		size_t n = strlen(calls[i]);

		if (call.n >= n && memcmp(call.p, calls[i], n) == 0 &&
		    (call.n == n || call.p[n] == '_'))
			return true;
	}
	return false;
}

/* Reads what columns are made of. */
static void
prepare(struct trace *t, const struct event *ev)
{
	struct span key, value;
	struct json j;

	memset(t->args, 0, sizeof(t->args));
	t->launched = evlaunch(ev, &t->launch);
	if (!evhas(ev, KEY_ARGS) || *ev->value[KEY_ARGS].p != '{')
		return;
	jsonopen(&j, ev->value[KEY_ARGS].p, ev->stack);
	while (jsonnext(&j, &key, &value) > 0)
		for (int i = 0; i < ARG_COUNT; i++)
			if (spanis(key, argnames[i]))
				t->args[i] = value;
}

static struct tablecell
traceentry(const void *arg, size_t row, const struct column *column)
{
	const struct trace *t = arg;
	size_t at = t->order ? t->order[row] : row;
	int64_t cell = t->cells[at * t->how->count + (size_t)column->what];
	int64_t by = t->how->cells[column->what].by;
	struct tablecell e;

	if (cell == NONE)
		return (struct tablecell){ 0 };
	if (column->kind == COLUMN_TEXT)
		return celltext(stringat(&t->names, (uint32_t)cell));
	e = cellwhole(cell);
	e.by = by > 0 ? by : 1;
	return e;
}

/* Writes the rows that there are, and forgets them. */
static void
traceput(struct trace *t, size_t rows)
{
	struct tableview view = *t->ask.view;

	view.columns = t->columns;
	view.count = t->how->count;
	view.rows = rows;
	view.arg = t;
	view.body = t->written > 0;
	tableviewwrite(&view, t->ask.out);
	t->written += rows;
	t->count = 0;
}

static void
traceevent(struct collector *e, const struct event *ev)
{
	struct trace *t = (struct trace *)e;
	const struct how *how = t->how;
	bool now = !how->sorted && t->ask.view->format != TABLE_TEXT;

	if (!collectortouches(&t->ask, ev))
		return;
	prepare(t, ev);
	if (how->launched && !t->launched) {
		t->alone++;
		return;
	}
	if (how->choose && !how->choose(t, ev))
		return;
	if (!how->sorted) {
		evchecksorted(ev, t->latest);
		t->latest = ev->number[KEY_TS];
		if (t->ask.rows > 0 && t->written + t->count >= t->ask.rows)
			return;
	}
	GROW(t->cells, t->room, (t->count + 1) * how->count);
	for (size_t i = 0; i < how->count; i++)
		t->cells[t->count * how->count + i] = how->cells[i].make(t, ev);
	t->count++;
	if (now)
		traceput(t, 1);
}

/* By the column that the rows go by, those that are equal as they came. */
static int
bysort(const void *a, const void *b, void *arg)
{
	const struct trace *t = arg;
	size_t x = *(const size_t *)a, y = *(const size_t *)b, sort = (size_t)t->how->sort;
	int64_t s = t->cells[x * t->how->count + sort], u = t->cells[y * t->how->count + sort];

	if (s != u)
		return (s < u) == t->how->descending ? 1 : -1;
	return (x > y) - (x < y);
}

static size_t
tracewriterows(struct collector *e)
{
	struct trace *t = (struct trace *)e;
	size_t rows = t->count, most = t->ask.rows > 0 ? t->ask.rows : t->how->rows;

	if (t->count == 0)
		return t->written;
	t->order = xreallocarray(NULL, t->count, sizeof(*t->order));
	for (size_t i = 0; i < t->count; i++)
		t->order[i] = i;
	if (t->how->sorted)
		qsort_r(t->order, t->count, sizeof(*t->order), bysort, t);
	traceput(t, most > 0 && most < rows ? most : rows);
	if (t->how->rows > 0 && t->ask.rows == 0 && rows > most)
		warn("the first %zu rows of %zu: all with :rows=%zu", most, rows, rows);
	return rows;
}

static void
tracesay(const struct collector *e)
{
	const struct trace *t = (const struct trace *)e;

	if (t->alone > 0)
		warn("kernels that no call is known to have launched, and are left out: %llu",
		    (unsigned long long)t->alone);
}

static void
tracerelease(struct collector *e)
{
	struct trace *t = (struct trace *)e;

	stringtablefree(&t->names);
	free(t->scratch.p);
	free(t->text.p);
	free(t->cells);
	free(t->order);
	free(t);
}

static struct collector *
tracemake(const struct collectorargs *ask, const struct how *how)
{
	struct trace *t = xzalloc(1, sizeof(*t));

	t->ask = *ask;
	t->how = how;
	t->latest = INT64_MIN;
	t->collector = (struct collector){ .event = traceevent,
		.write = tracewriterows,
		.say = tracesay,
		.free = tracerelease,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_CORR) | EVKEY(KEY_CONTEXT) |
		    EVKEY(KEY_STREAM) | EVKEY(KEY_DEVICE) };
	for (size_t i = 0; i < how->count; i++)
		t->columns[i] = (struct column){
			.title = how->cells[i].title,
			.kind = how->cells[i].kind,
			.entry = traceentry,
			.what = (int)i,
		};
	return &t->collector;
}

#define CELLS(list) .cells = (list), .count = sizeof(list) / sizeof(*(list))

enum { RULE_ROWS = 50 };

struct collector *
tracegpu(const struct collectorargs *ask)
{
	static const struct how how = { CELLS(gpucells) };

	return tracemake(ask, &how);
}

struct collector *
traceapi(const struct collectorargs *ask)
{
	static const struct how how = { CELLS(apicells) };

	return tracemake(ask, &how);
}

struct collector *
tracelaunch(const struct collectorargs *ask)
{
	static const struct how how = {
		CELLS(launchcells), .sorted = true, .sort = 0, .launched = true
	};

	return tracemake(ask, &how);
}

struct collector *
tracempi(const struct collectorargs *ask)
{
	static const struct how how = { CELLS(mpicells) };

	return tracemake(ask, &how);
}

struct collector *
tracevulkan(const struct collectorargs *ask)
{
	static const struct how how = { CELLS(vulkancells), .choose = iscall };

	return tracemake(ask, &how);
}

#define LONGEST .sorted = true, .sort = 0, .descending = true, .rows = RULE_ROWS

struct collector *
tracepageable(const struct collectorargs *ask)
{
	static const struct how how = { CELLS(copycells), .choose = ispageable, LONGEST };

	return tracemake(ask, &how);
}

struct collector *
tracecopies(const struct collectorargs *ask)
{
	static const struct how how = { CELLS(copycells), .choose = iscopy, LONGEST };

	return tracemake(ask, &how);
}

struct collector *
tracesets(const struct collectorargs *ask)
{
	static const struct how how = { CELLS(setcells), .choose = isset, LONGEST };

	return tracemake(ask, &how);
}

struct collector *
tracewaits(const struct collectorargs *ask)
{
	static const struct how how = { CELLS(waitcells), .choose = iswait, LONGEST };

	return tracemake(ask, &how);
}
