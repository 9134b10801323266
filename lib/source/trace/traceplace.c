/* SPDX-License-Identifier: MIT */
/* Puts events into tables. */
#include <stdlib.h>

#include "tracescan.h"

/* The categories of Kineto and nst-chrome. Others are ranges. */
static const struct tracecategory {
	const char *name;
	size_t n; /* bytes of the name */
	enum tracetable table;
	bool gpu; /* only with a device, which other programs do not write */
	unsigned char class; /* in lib/dump/tables/mappings.c */
} categories[] = {
#define C(name, table, gpu) { name, sizeof(name) - 1, table, gpu, 0 }
#define TYPE(name, class) { name, sizeof(name) - 1, TABLE_RANGES, false, class }
	C("cpu_op", TABLE_RANGES, false),
	C("user_annotation", TABLE_RANGES, false),
	C("python_function", TABLE_PYTHON, false),
	C("cuda_runtime", TABLE_CALLS, false),
	C("cuda_driver", TABLE_CALLS, false),
	C("kernel", TABLE_KERNELS, true),
	C("gpu_memcpy", TABLE_MEMCPY, true),
	C("gpu_memset", TABLE_MEMSET, true),
	C("cuda_sync", TABLE_SYNC, false),
	C("overhead", TABLE_OVERHEAD, false),
	C("Trace", TABLE_NONE, false),
	C("gpu_user_annotation", TABLE_NONE, false),
	C("cuda-api", TABLE_CALLS, false),
	C("memcpy", TABLE_MEMCPY, true),
	C("memset", TABLE_MEMSET, true),
	C("cuda-sync", TABLE_SYNC, false),
	C("nvtx", TABLE_RANGES, false),
	C("nvtx-kernel", TABLE_NONE, false),
	C("call-kernel", TABLE_NONE, false),
	C("gpu-state", TABLE_NONE, false),
	C("collective", TABLE_NONE, false),
	C("sched", TABLE_NONE, false),
	TYPE("osrt", 1),
	TYPE("syscall", 2),
	TYPE("mpi", 3),
	TYPE("ucx", 4),
	TYPE("cudnn", 5),
	TYPE("cublas", 6),
	TYPE("jit", 7),
	TYPE("openacc", 8),
	TYPE("openmp", 9),
	TYPE("nvvideo", 10),
	TYPE("file-access", 11),
	TYPE("host-callback", 12),
	TYPE("graph-create", 13),
	TYPE("graph-node", 14),
#undef C
#undef TYPE
};

/* Returns the category of that name, without its quotes; NULL if there is none. */
static const struct tracecategory *
tracecategoryof(struct span text)
{
	for (size_t i = 0; i < sizeof(categories) / sizeof(*categories); i++)
		if (categories[i].n == text.n && *categories[i].name == *text.p &&
		    memcmp(categories[i].name, text.p, text.n) == 0)
			return &categories[i];
	return NULL;
}

/* Returns a string value without its quotes; empty for others. */
static struct span
traceunquoted(struct span value)
{
	if (!jsonisstring(value))
		return (struct span){ "", 0 };
	return (struct span){ value.p + 1, value.n - 2 };
}

/* Returns true if an event has "device" or "stream" in its args, or nst-chrome drew it in the group
 * of a GPU. */
static bool
tracehasdevice(
    struct tracefile *t, struct tracejson *j, const struct traceevent *ev, uint32_t process)
{
	struct span args = ev->value[FIELD_ARGS], key, value;
	const char *p = args.p + 1;

	if (t->processes[process].device >= 0)
		return true;
	if (args.n == 0 || *args.p != '{')
		return false;
	while (tracejsonmember(j, &p, &key, &value) > 0)
		if (spanis(key, "device") || spanis(key, "stream"))
			return true;
	return false;
}

/* Returns the table of an event with a duration; sets its class. */
static enum tracetable
tracetableof(struct tracefile *t, struct tracejson *j, const struct traceevent *ev,
    struct traceentry *entry)
{
	uint32_t process = t->threads[entry->thread].process;
	const struct tracecategory *c =
	    tracecategoryof(traceunquoted(ev->value[FIELD_CAT]));

	if (!c)
		return TABLE_RANGES;
	if (c->gpu && !tracehasdevice(t, j, ev, process))
		return TABLE_RANGES;
	entry->class = c->class;
	return c->table == TABLE_PYTHON && !t->python ? TABLE_NONE : c->table;
}

/* Returns true for a mark of PyTorch's profiler itself. */
static bool
ismark(const struct traceevent *ev)
{
	struct span name = traceunquoted(ev->value[FIELD_NAME]);

	return spanis(name, "Iteration Start: PyTorch Profiler") ||
	    spanis(name, "Record Window End");
}

void
traceleave(struct tracefile *t, const struct traceevent *ev)
{
	struct span name = traceunquoted(ev->value[FIELD_CAT]);
	size_t before = t->left.used;
	uint32_t id;

	t->text.n = 0;
	if (name.n == 0 && ismark(ev)) {
		name = spanof("marks of the profiler");
	} else if (name.n == 0) {
		bufstr(&t->text, "phase ");
		name = traceunquoted(ev->value[FIELD_PH]);
	}
	bufspan(&t->text, name);
	id = stringinternlike(&t->left, bufall(&t->text), &t->lastleft);
	GROW(t->leftcounts, t->leftroom, t->left.used);
	if (id == before)
		t->leftcounts[id] = 0;
	t->leftcounts[id]++;
}

/* Notes that a process has calls, or ranges. */
static void
tracecalls(struct tracefile *t, uint32_t process, bool call)
{
	if (!call && t->callers == CALLERS_NONE) {
		t->callers = CALLERS_RANGE;
		t->caller = process;
	}
	if (!call)
		return;
	if (t->callers < CALLERS_ONE) {
		t->callers = CALLERS_ONE;
		t->caller = process;
	} else if (t->caller != process) {
		t->callers = CALLERS_SEVERAL;
	}
}

/* Adds an entry to a table. */
static void
traceput(struct tracefile *t, enum tracetable table, struct traceentry entry)
{
	uint32_t process = t->threads[entry.thread].process;

	if (table == TABLE_CALLS || table == TABLE_RANGES)
		tracecalls(t, process, table == TABLE_CALLS);
	if (entry.ts < t->earliest)
		t->earliest = entry.ts;
	traceindexadd(&t->index, table, entry);
}

/* Adds a complete event. */
static void
tracecomplete(struct tracefile *t, enum tracetable table, const struct traceevent *ev,
    struct traceentry entry)
{
	int64_t dur;

	if (!tracejsonmicros(ev->value[FIELD_DUR], &dur) ||
	    __builtin_add_overflow(entry.ts, dur, &entry.end)) {
		t->timeless++;
		return;
	}
	if (entry.end == TRACE_OPEN)
		entry.end++;
	traceput(t, table, entry);
}

/* Keeps an event that has begun until it ends. */
static void
tracebegin(struct tracefile *t, enum tracetable table, struct traceentry entry)
{
	struct tracethread *thread = &t->threads[entry.thread];

	GROW(thread->begun, thread->begunroom, thread->beguncount + 1);
	thread->begun[thread->beguncount++] = (struct tracebegun){ entry, table };
}

/* Ends the event that began last on the thread. A duration beyond 64 bits is no valid time. */
static void
tracefinish(struct tracefile *t, struct traceentry end)
{
	struct tracethread *thread = &t->threads[end.thread];
	struct tracebegun *b;
	int64_t dur;

	if (thread->beguncount == 0) {
		t->unmatched++;
		return;
	}
	b = &thread->begun[--thread->beguncount];
	b->entry.end = end.ts;
	if (b->table == TABLE_NONE)
		return;
	if (__builtin_sub_overflow(end.ts, b->entry.ts, &dur))
		t->timeless++;
	else
		traceput(t, b->table, b->entry);
}

/* Adds a counter: an entry for each series. */
static void
tracecounter(struct tracefile *t, struct tracejson *j, const struct traceevent *ev,
    struct traceentry entry)
{
	struct span args = ev->value[FIELD_ARGS], key, value;
	const char *p = args.p + 1;
	bool any = false;

	if (args.n > 0 && *args.p == '{')
		while (tracejsonmember(j, &p, &key, &value) > 0) {
			any = true;
			traceput(t, TABLE_COUNTERS, entry);
			entry.end++;
		}
	if (!any)
		traceleave(t, ev);
}

/* Returns true if an instant is an allocation; sets the class by its device. */
static bool
tracememory(struct tracejson *j, const struct traceevent *ev, struct traceentry *entry)
{
	struct span args = ev->value[FIELD_ARGS], key, value;
	const char *p = args.p + 1;
	int64_t device = -1;
	bool any = false;

	if (!spanis(ev->value[FIELD_NAME], "\"[memory]\"") || args.n == 0 || *args.p != '{')
		return false;
	while (tracejsonmember(j, &p, &key, &value) > 0) {
		any = any || spanis(key, "Total Allocated");
		if (spanis(key, "Device Id") && !jsonint(value, &device))
			device = -1;
	}
	entry->class = device >= 0 ? TRACE_GPU_MEMORY : TRACE_CPU_MEMORY;
	return any;
}

/* Adds an instant of a thread. The marks of the profiler itself, and of whole processes, are left
 * out. */
static void
traceinstant(struct tracefile *t, struct tracejson *j, const struct traceevent *ev,
    struct traceentry entry)
{
	int64_t v;

	entry.class = spanis(ev->value[FIELD_CAT], "\"diagnostic\"");
	if (tracememory(j, ev, &entry))
		traceput(t, TABLE_MEMORY, entry);
	else if (ev->value[FIELD_PID].n > 0 && jsonint(ev->value[FIELD_PID], &v))
		traceput(t, TABLE_MARKS, entry);
	else
		traceleave(t, ev);
}

/* Counts a begin or an end that the file has behind a later one of its thread: pairs are made in
 * the order of the file. */
static void
tracepairorder(struct tracefile *t, struct traceentry entry)
{
	struct tracethread *thread = &t->threads[entry.thread];

	if (entry.ts < thread->pairts)
		t->disordered++;
	else
		thread->pairts = entry.ts;
}

/* Adds an event with a thread and a time. */
static void
traceplaced(struct tracefile *t, struct tracejson *j, const struct traceevent *ev, char phase,
    struct traceentry entry)
{
	enum tracetable table = TABLE_NONE;

	if (phase == 'X' || phase == 'B')
		table = tracetableof(t, j, ev, &entry);
	if (phase == 'B' || phase == 'E')
		tracepairorder(t, entry);
	if (phase == 'E')
		tracefinish(t, entry);
	else if (phase == 'C')
		tracecounter(t, j, ev, entry);
	else if (phase == 'i' || phase == 'I')
		traceinstant(t, j, ev, entry);
	else if (phase == 'B')
		tracebegin(t, table, entry);
	else if (table != TABLE_NONE)
		tracecomplete(t, table, ev, entry);
	if ((phase == 'X' || phase == 'B') && table == TABLE_NONE)
		traceleave(t, ev);
}

void
traceplace(struct tracefile *t, struct tracejson *j, const struct traceevent *ev, uint64_t at,
    size_t n)
{
	struct span ph = traceunquoted(ev->value[FIELD_PH]);
	char phase = ph.n == 1 ? *ph.p : 0;
	struct traceentry entry = { .at = at, .n = (uint32_t)n };

	if (phase == 'M') {
		tracelearn(t, j, ev);
	} else if (!phase || !strchr("XBEiIC", phase)) {
		traceleave(t, ev);
	} else if (!tracejsonmicros(ev->value[FIELD_TS], &entry.ts)) {
		t->timeless++;
	} else {
		entry.thread = tracefilethread(t, ev);
		traceplaced(t, j, ev, phase, entry);
	}
}
