/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "nsysnames.h"
#include "trace.h"

/* The members of args that columns need. */
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

/* NONE is a cell without a value. */
enum { MAX_COLUMNS = 24 };
#define NONE INT64_MIN

struct trace;

/* A column. make returns the cell of the current event: a number, or the number of a text in
 * names. */
struct tracecolumn {
	const char *title;
	enum column_kind kind;
	int64_t (*make)(struct trace *, const struct event *);
	int64_t by; /* divisor of the number; 0 is 1 */
};

/* The definition of a report. */
struct tracekind {
	const struct tracecolumn *columns;
	size_t count;
	bool (*choose)(struct trace *, const struct event *); /* NULL for all events */
	bool sorted; /* the rows are sorted by a column, else in the order of the stream */
	int sort;
	bool descending;
	size_t rows;   /* usual maximum number of rows; 0 for all */
	bool launched; /* leaves out events of unknown launch */
};

struct trace {
	struct collector collector;
	struct collectorargs args;
	const struct tracekind *tracekind;
	struct column viewcolumns[MAX_COLUMNS];
	struct stringtable names;
	struct buf scratch, text;
	int64_t latest;    /* ns */
	size_t written;    /* number of rows */
	uint64_t unlinked; /* number of events left out, since their launch is unknown */
	/* The current event. */
	struct span values[ARG_COUNT];
	struct launch launch;
	bool launched;
	/* The rows that are not written yet, columns by columns, and their sorted indices. */
	int64_t *columns;
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

/* Returns an element of an array of numbers. */
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

/* The functions of columns: name, and the expression of the cell. */
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
    tracekeep(t, metanamesthread(t->args.metanames, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID))))
MAKE(gridx, element(ev, t->values[ARG_GRID], 0))
MAKE(gridy, element(ev, t->values[ARG_GRID], 1))
MAKE(gridz, element(ev, t->values[ARG_GRID], 2))
MAKE(blockx, element(ev, t->values[ARG_BLOCK], 0))
MAKE(blocky, element(ev, t->values[ARG_BLOCK], 1))
MAKE(blockz, element(ev, t->values[ARG_BLOCK], 2))
MAKE(gridtext, tracekeep(t, nsysnamesshape(ev, t->values[ARG_GRID], &t->text)))
MAKE(blocktext, tracekeep(t, nsysnamesshape(ev, t->values[ARG_BLOCK], &t->text)))
MAKE(registers, tracenumber(t->values[ARG_REGISTERS]))
MAKE(sharedstatic, tracenumber(t->values[ARG_SHARED_STATIC]))
MAKE(shareddynamic, tracenumber(t->values[ARG_SHARED_DYNAMIC]))
MAKE(bytes, tracenumber(t->values[ARG_BYTES]))
MAKE(kind, tracestring(t, t->values[ARG_KIND]))
MAKE(srckind, tracestring(t, t->values[ev->type == TYPE_MEMSET ? ARG_KIND : ARG_SRC_KIND]))
MAKE(dstkind, tracestring(t, t->values[ARG_DST_KIND]))
MAKE(green, tracenumber(t->values[ARG_GREEN]))
MAKE(result, t->values[ARG_RETURN].p ? tracenumber(t->values[ARG_RETURN]) : 0)
MAKE(rank, tracenumber(t->values[ARG_RANK]))
MAKE(peer, tracenumber(t->values[ARG_PEER]))
MAKE(root, tracenumber(t->values[ARG_ROOT]))
MAKE(tag, tracenumber(t->values[ARG_TAG]))
MAKE(ownarg, tracenumber(t->values[ARG_CORR]))
MAKE(owncontext, tracenumber(t->values[ARG_CONTEXT]))
MAKE(callstart, t->launch.ts)
MAKE(callduration, t->launch.dur >= 0 ? t->launch.dur : NONE)
MAKE(callthread, t->launch.hastid ? t->launch.tid : NONE)

#undef MAKE

/* The name of an event as stats reports have it. */
static int64_t
name(struct trace *t, const struct event *ev)
{
	struct span text = { NULL, 0 };

	if (!evhas(ev, KEY_NAME) || !jsonisstring(ev->value[KEY_NAME]))
		return NONE;
	text = nsysnamesoperation(ev, jsontext(ev->value[KEY_NAME], &t->scratch), &t->text);
	if (t->args.ranged && ev->type == TYPE_KERNEL)
		text = nsysnamesranged(ev, text, &t->text);
	return tracekeep(t, text);
}

/* The name of an event as the stream has it. */
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

/* The name of the device, and its number in parentheses. */
static int64_t
devicename(struct trace *t, const struct event *ev)
{
	struct span name;

	if (!evhas(ev, KEY_DEVICE))
		return NONE;
	name = metanamesdevice(t->args.metanames, evnumber(ev, KEY_PID), ev->number[KEY_DEVICE]);
	t->text.n = 0;
	bufspan(&t->text, name);
	bufprintf(
	    &t->text, name.p ? " (%lld)" : "(%lld)", (long long)ev->number[KEY_DEVICE]);
	return tracekeep(t, bufall(&t->text));
}

/* Bytes per second. Divides in this order, in integers, as NVIDIA's report does. */
static int64_t
throughput(struct trace *t, const struct event *ev)
{
	int64_t n = tracenumber(t->values[ARG_BYTES]), v;

	if (n == NONE || evnumber(ev, KEY_DUR) == 0 ||
	    __builtin_mul_overflow(n, 1000000000 / ev->number[KEY_DUR], &v))
		return NONE;
	return v;
}

/* The end of the call, if the kernel began after it. */
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

/* From the start of the call to the end of the call or kernel, whichever is later. */
static int64_t
wholeduration(struct trace *t, const struct event *ev)
{
	int64_t end = evend(ev), call = addsat(t->launch.ts, t->launch.dur);

	return subsat(t->launch.dur >= 0 && call > end ? call : end, t->launch.ts);
}

/* Point-to-point messages have one size; collectives have two. */
static int64_t
size(struct trace *t, const struct event *ev)
{
	return spanis(nsysnamessource(ev, 0, &t->text), "p2p") ? tracenumber(t->values[ARG_BYTES]) :
								 NONE;
}

static int64_t
sent(struct trace *t, const struct event *ev)
{
	return spanis(nsysnamessource(ev, 0, &t->text), "p2p") ? NONE :
								 tracenumber(t->values[ARG_BYTES]);
}

static int64_t
received(struct trace *t, const struct event *ev)
{
	(void)ev;
	return tracenumber(t->values[ARG_RECEIVED]);
}

enum { MB = 1000000 };

static const struct tracecolumn gpucolumns[] = {
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

static const struct tracecolumn apicolumns[] = {
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

static const struct tracecolumn launchcolumns[] = {
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

static const struct tracecolumn mpicolumns[] = {
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

static const struct tracecolumn vulkancolumns[] = {
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

/* The columns of rules about copies and sets. */
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

static const struct tracecolumn copycolumns[] = {
	TIMES,
	{ "Src Kind", COLUMN_TEXT, srckind, 0 },
	{ "Dst Kind", COLUMN_TEXT, dstkind, 0 },
	REST,
};
static const struct tracecolumn setcolumns[] = {
	TIMES,
	{ "Memory Kind", COLUMN_TEXT, kind, 0 },
	REST,
};

#undef TIMES
#undef REST

static const struct tracecolumn waitcolumns[] = {
	{ "Duration (ns)", COLUMN_TIME, duration, 0 },
	{ "Start (ns)", COLUMN_TIME, start, 0 },
	{ "PID", COLUMN_INTEGER, pid, 0 },
	{ "TID", COLUMN_INTEGER, tid, 0 },
	{ "API Name", COLUMN_TEXT, ownname, 0 },
};

/* Returns the name of the call that launched the event, empty if it is unknown. */
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

/* Returns true if a value is a string that begins with text. */
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
	return !evarg(ev, "text").p; /* markers have a text */
}

static bool
ispageable(struct trace *t, const struct event *ev)
{
	struct span call = calltext(t);

	(void)ev;
	return call.n > 0 && !waits(call) &&
	    (tracebegins(t->values[ARG_SRC_KIND], "Pageable") ||
	        tracebegins(t->values[ARG_DST_KIND], "Pageable"));
}

/* The driver stages copies to the GPU up to this many bytes, so their calls do not wait. */
enum { STAGED_MAX = 65536 };

static bool
iscopy(struct trace *t, const struct event *ev)
{
	int64_t n = tracenumber(t->values[ARG_BYTES]);

	(void)ev;
	return waits(calltext(t)) &&
	    !(tracebegins(t->values[ARG_KIND], "Host-to-Device") && n <= STAGED_MAX);
}

static bool
isset(struct trace *t, const struct event *ev)
{
	(void)ev;
	return waits(calltext(t)) &&
	    (tracebegins(t->values[ARG_KIND], "Pinned") ||
		tracebegins(t->values[ARG_KIND], "Managed"));
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

/* Reads the args and the launch of an event. */
static void
readargs(struct trace *t, const struct event *ev)
{
	struct span key, value;
	struct json j;

	memset(t->values, 0, sizeof(t->values));
	t->launched = evlaunch(ev, &t->launch);
	if (!evhas(ev, KEY_ARGS) || *ev->value[KEY_ARGS].p != '{')
		return;
	jsonopen(&j, ev->value[KEY_ARGS].p, ev->stack);
	while (jsonnext(&j, &key, &value) > 0)
		for (int i = 0; i < ARG_COUNT; i++)
			if (spanis(key, argnames[i]))
				t->values[i] = value;
}

static struct tablecell
tracecell(const void *arg, size_t row, const struct column *column)
{
	const struct trace *t = arg;
	size_t at = t->order ? t->order[row] : row;
	int64_t tracecolumn = t->columns[at * t->tracekind->count + (size_t)column->id];
	int64_t by = t->tracekind->columns[column->id].by;
	struct tablecell e;

	if (tracecolumn == NONE)
		return (struct tablecell){ 0 };
	if (column->kind == COLUMN_TEXT)
		return celltext(stringat(&t->names, (uint32_t)tracecolumn));
	e = cellwhole(tracecolumn);
	e.by = by > 0 ? by : 1;
	return e;
}

/* Writes the rows in memory, and drops them. */
static void
traceput(struct trace *t, size_t rows)
{
	struct tableview view = *t->args.view;

	view.columns = t->viewcolumns;
	view.count = t->tracekind->count;
	view.rows = rows;
	view.arg = t;
	view.noheadings = t->written > 0;
	tableviewwrite(&view, t->args.out);
	t->written += rows;
	t->count = 0;
}

static void
traceevent(struct collector *e, const struct event *ev)
{
	struct trace *t = (struct trace *)e;
	const struct tracekind *tracekind = t->tracekind;
	bool now = !tracekind->sorted && t->args.view->format != TABLE_TEXT;

	if (!collectortouches(&t->args, ev))
		return;
	readargs(t, ev);
	if (tracekind->launched && !t->launched) {
		t->unlinked++;
		return;
	}
	if (tracekind->choose && !tracekind->choose(t, ev))
		return;
	if (!tracekind->sorted) {
		evchecksorted(ev, t->latest);
		t->latest = ev->number[KEY_TS];
		if (t->args.rows > 0 && t->written + t->count >= t->args.rows)
			return;
	}
	GROW(t->columns, t->room, (t->count + 1) * tracekind->count);
	for (size_t i = 0; i < tracekind->count; i++)
		t->columns[t->count * tracekind->count + i] = tracekind->columns[i].make(t, ev);
	t->count++;
	if (now)
		traceput(t, 1);
}

/* By the report's sort column, equal ones in the order of the stream. */
static int
bysort(const void *a, const void *b, void *arg)
{
	const struct trace *t = arg;
	size_t x = *(const size_t *)a, y = *(const size_t *)b, sort = (size_t)t->tracekind->sort;
	int64_t s = t->columns[x * t->tracekind->count + sort],
		u = t->columns[y * t->tracekind->count + sort];

	if (s != u)
		return (s < u) == t->tracekind->descending ? 1 : -1;
	return (x > y) - (x < y);
}

static size_t
tracewriterows(struct collector *e)
{
	struct trace *t = (struct trace *)e;
	size_t rows = t->count, most = t->args.rows > 0 ? t->args.rows : t->tracekind->rows;

	if (t->count == 0)
		return t->written;
	t->order = xreallocarray(NULL, t->count, sizeof(*t->order));
	for (size_t i = 0; i < t->count; i++)
		t->order[i] = i;
	if (t->tracekind->sorted)
		qsort_r(t->order, t->count, sizeof(*t->order), bysort, t);
	if (t->tracekind->rows > 0 && t->args.rows == 0 && rows > most)
		warn("the first %zu of %zu rows; :rows=%zu shows all", most, rows, rows);
	traceput(t, most > 0 && most < rows ? most : rows);
	return rows;
}

static void
tracewarn(const struct collector *e)
{
	const struct trace *t = (const struct trace *)e;

	if (t->unlinked > 0)
		warn("left out %llu kernels whose launch is unknown",
		    (unsigned long long)t->unlinked);
}

static void
tracerelease(struct collector *e)
{
	struct trace *t = (struct trace *)e;

	stringtablefree(&t->names);
	free(t->scratch.p);
	free(t->text.p);
	free(t->columns);
	free(t->order);
	free(t);
}

static struct collector *
tracemake(const struct collectorargs *args, const struct tracekind *tracekind)
{
	struct trace *t = xzalloc(1, sizeof(*t));

	t->args = *args;
	t->tracekind = tracekind;
	t->latest = INT64_MIN;
	t->collector = (struct collector){ .event = traceevent,
		.write = tracewriterows,
		.warn = tracewarn,
		.free = tracerelease,
		.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_CORR) | EVKEY(KEY_CONTEXT) |
		    EVKEY(KEY_STREAM) | EVKEY(KEY_DEVICE) };
	for (size_t i = 0; i < tracekind->count; i++)
		t->viewcolumns[i] = (struct column){
			.title = tracekind->columns[i].title,
			.kind = tracekind->columns[i].kind,
			.cell = tracecell,
			.id = (int)i,
		};
	return &t->collector;
}

#define COLUMNS(list) .columns = (list), .count = sizeof(list) / sizeof(*(list))

enum { RULE_ROWS = 50 };

struct collector *
tracegpu(const struct collectorargs *args)
{
	static const struct tracekind tracekind = { COLUMNS(gpucolumns) };

	return tracemake(args, &tracekind);
}

struct collector *
traceapi(const struct collectorargs *args)
{
	static const struct tracekind tracekind = { COLUMNS(apicolumns) };

	return tracemake(args, &tracekind);
}

struct collector *
tracelaunch(const struct collectorargs *args)
{
	static const struct tracekind tracekind = {
		COLUMNS(launchcolumns), .sorted = true, .sort = 0, .launched = true
	};

	return tracemake(args, &tracekind);
}

struct collector *
tracempi(const struct collectorargs *args)
{
	static const struct tracekind tracekind = { COLUMNS(mpicolumns) };

	return tracemake(args, &tracekind);
}

struct collector *
tracevulkan(const struct collectorargs *args)
{
	static const struct tracekind tracekind = { COLUMNS(vulkancolumns), .choose = iscall };

	return tracemake(args, &tracekind);
}

#define LONGEST .sorted = true, .sort = 0, .descending = true, .rows = RULE_ROWS

struct collector *
tracepageable(const struct collectorargs *args)
{
	static const struct tracekind tracekind = { COLUMNS(copycolumns), .choose = ispageable,
		LONGEST };

	return tracemake(args, &tracekind);
}

struct collector *
tracecopies(const struct collectorargs *args)
{
	static const struct tracekind tracekind = { COLUMNS(copycolumns), .choose = iscopy,
		LONGEST };

	return tracemake(args, &tracekind);
}

struct collector *
tracesets(const struct collectorargs *args)
{
	static const struct tracekind tracekind = { COLUMNS(setcolumns), .choose = isset, LONGEST };

	return tracemake(args, &tracekind);
}

struct collector *
tracewaits(const struct collectorargs *args)
{
	static const struct tracekind tracekind = { COLUMNS(waitcolumns), .choose = iswait,
		LONGEST };

	return tracemake(args, &tracekind);
}
