/* SPDX-License-Identifier: MIT */
/* Facts of a trace: names in metadata events, and top-level members. */
#include <stdlib.h>

#include "tracescan.h"

/* Top-level members that become facts about the capture, unchanged. The path of the trace is not
 * among them. */
static const char *const tracefacts[] = { "schemaVersion", "trace_id", "cuda_runtime_version",
	"cuda_driver_version", "cupti_version", "hip_runtime_version", "hip_driver_version",
	"roctracer_version", "rocprofiler_version", "record_shapes", "profile_memory",
	"with_stack", "with_flops", "with_modules" };

/* The same of "distributedInfo". */
static const char *const distributedfacts[] = { "backend", "rank", "world_size", "pg_count",
	"nccl_version" };

/* Returns a number behind a prefix: 7 of "Stream 7 (default)"; -1 if the name is another. */
static int64_t
tracenumberafter(struct span name, const char *prefix)
{
	size_t n = strlen(prefix), end = n;
	int64_t v;

	if (name.n <= n || memcmp(name.p, prefix, n) != 0)
		return -1;
	while (end < name.n && name.p[end] >= '0' && name.p[end] <= '9')
		end++;
	return jsonint((struct span){ name.p + n, end - n }, &v) ? v : -1;
}

/* Learns the name of a process. Kineto gives the GPUs that of the program. */
static void
traceprocessname(struct traceprocess *p, struct span value)
{
	p->name.n = 0;
	jsonutf8(&p->name, value);
	p->device = tracenumberafter(bufall(&p->name), "GPU ");
}

/* Reduces Kineto's name of a thread, "thread 4201 (python)", to what the thread is called. */
static void
tracethreadreal(struct tracethread *thread)
{
	struct buf *name = &thread->name;
	struct buf lead = { 0 };

	bufprintf(&lead, "thread %lld (", (long long)thread->tid);
	if (name->n > lead.n && memcmp(name->p, lead.p, lead.n) == 0 &&
	    name->p[name->n - 1] == ')') {
		name->n -= lead.n + 1;
		memmove(name->p, name->p + lead.n, name->n);
	}
	free(lead.p);
}

/* Learns the name of a thread. nst-chrome writes the tid of the thread that a track is of. */
static void
tracethreadname(
    struct tracethread *thread, struct span value, struct span tid, struct span category)
{
	int64_t v;

	thread->drawn = tid.n == 0 && spanis(category, "\"__metadata\"");
	if (tid.n > 0 && jsonint(tid, &v)) {
		thread->tid = v;
		thread->name.n = 0;
		return;
	}
	thread->name.n = 0;
	jsonutf8(&thread->name, value);
	thread->stream = tracenumberafter(bufall(&thread->name), "Stream ");
	tracethreadreal(thread);
}

void
tracelearn(struct tracefile *t, struct tracejson *j, const struct traceevent *ev)
{
	struct span args = ev->value[FIELD_ARGS];
	bool process = spanis(ev->value[FIELD_NAME], "\"process_name\"");
	struct span key, value, name = { NULL, 0 }, tid = { NULL, 0 };
	const char *p = args.p + 1;
	uint32_t number;

	if ((!process && !spanis(ev->value[FIELD_NAME], "\"thread_name\"")) || args.n == 0 ||
	    *args.p != '{')
		return;
	while (tracejsonmember(j, &p, &key, &value) > 0) {
		if (spanis(key, "name") && jsonisstring(value))
			name = value;
		else if (spanis(key, "tid"))
			tid = value;
	}
	if (name.n == 0)
		return;
	number = process ? tracefileprocess(t, ev) : tracefilethread(t, ev);
	if (process)
		traceprocessname(&t->processes[number], name);
	else
		tracethreadname(&t->threads[number], name, tid, ev->value[FIELD_CAT]);
}

/* Adds a fact about the capture, unless there is one of that name. */
static void
traceaddfact(struct tracefile *t, struct tracejson *j, struct span key, struct span value)
{
	size_t at = t->facts.n;

	bufstr(&t->facts, ",\"");
	bufspan(&t->facts, key);
	bufstr(&t->facts, "\":");
	if (*value.p == '{' || *value.p == '[' || !tracejsoncopy(j, &t->facts, value))
		t->facts.n = at;
}

/* Returns true if a list has a key. */
static bool
tracelisted(const char *const *list, size_t count, struct span key)
{
	for (size_t i = 0; i < count; i++)
		if (spanis(key, list[i]))
			return true;
	return false;
}

/* Learns from "distributedInfo". */
static void
tracedistributed(struct tracefile *t, struct tracejson *j, struct span object)
{
	const char *p = object.p + 1;
	struct span key, value;

	while (*object.p == '{' && tracejsonmember(j, &p, &key, &value) > 0) {
		if (spanis(key, "rank") && (!jsonint(value, &t->rank) || t->rank < 0))
			t->rank = -1;
		if (tracelisted(distributedfacts,
		        sizeof(distributedfacts) / sizeof(*distributedfacts), key))
			traceaddfact(t, j, key, value);
	}
}

/* Learns from an element of "deviceProperties". */
static void
traceadddevice(struct tracefile *t, struct span object)
{
	struct span id = jsonmember(object, "id", &t->key);
	struct tracedevice device = { 0 };

	if (id.n == 0 || !jsonint(id, &device.id))
		return;
	bufspan(&device.json, object);
	jsonpad(&device.json);
	GROW(t->devices, t->deviceroom, t->devicecount + 1);
	t->devices[t->devicecount++] = device;
}

static void
tracedevices(struct tracefile *t, struct span array)
{
	struct buf stack = { 0 }, copy = { 0 };
	struct span value;
	struct json j;

	bufspan(&copy, array);
	jsonpad(&copy);
	jsonopen(&j, copy.p, &stack);
	while (*copy.p == '[' && jsonitem(&j, &value) > 0)
		traceadddevice(t, value);
	free(copy.p);
	free(stack.p);
}

void
tracefact(struct tracefile *t, struct tracejson *j, struct span key, struct span value)
{
	if (spanis(key, "distributedInfo"))
		tracedistributed(t, j, value);
	else if (spanis(key, "deviceProperties"))
		tracedevices(t, value);
	else if (spanis(key, "baseTimeNanoseconds") && (!jsonint(value, &t->base) || t->base < 0))
		t->base = -1;
	else if (tracelisted(tracefacts, sizeof(tracefacts) / sizeof(*tracefacts), key))
		traceaddfact(t, j, key, value);
}
