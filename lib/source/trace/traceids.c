/* SPDX-License-Identifier: MIT */
/* The processes and threads of a trace. */
#include "base/err.h"
#include "tracefile.h"

/* Returns the number that an id stands for: an integer, or else a text, which gets one. */
static int64_t
traceidnumber(struct span value, uint32_t id)
{
	int64_t v;

	return value.n > 0 && jsonint(value, &v) ? v : (INT64_C(1) << 32) + id;
}

/* Sets a name to the text of an id that is no number. */
static void
traceidname(struct buf *name, struct span value)
{
	int64_t v;

	if (value.n > 0 && !jsonint(value, &v) && value.n > 2)
		jsonutf8(name, value);
}

uint32_t
tracefileprocess(struct tracefile *t, const struct traceevent *ev)
{
	struct span pid = ev->value[FIELD_PID];
	size_t before = t->processids.used;
	uint32_t id = stringinternlike(
	    &t->processids, pid.n > 0 ? pid : spanof("\"\""), &t->lastprocess);

	if (id == before) {
		if (id >= 1 << 23)
			die("%s: more than 8,388,608 processes", t->name);
		GROW(t->processes, t->processroom, t->processids.used);
		t->processes[id] =
		    (struct traceprocess){ .pid = traceidnumber(pid, id), .device = -1 };
		traceidname(&t->processes[id].name, pid);
	}
	return id;
}

/* Returns true if an event is of the same thread as the one before. */
static bool
traceidsame(const struct tracefile *t, const struct traceevent *ev)
{
	struct span key, pid;

	if (t->threadids.used == 0 || ev->value[FIELD_PID].n == 0 || ev->value[FIELD_TID].n == 0)
		return false;
	key = stringat(&t->threadids, t->lastthread);
	pid = stringat(&t->processids, t->threads[t->lastthread].process);
	key = (struct span){ key.p + sizeof(uint32_t), key.n - sizeof(uint32_t) };
	return spansame(ev->value[FIELD_TID], key) && spansame(ev->value[FIELD_PID], pid);
}

uint32_t
tracefilethread(struct tracefile *t, const struct traceevent *ev)
{
	struct span tid = ev->value[FIELD_TID];
	size_t before = t->threadids.used;
	uint32_t process, id;

	if (traceidsame(t, ev))
		return t->lastthread;
	process = tracefileprocess(t, ev);
	t->key.n = 0;
	bufmem(&t->key, (const char *)&process, sizeof(process));
	bufspan(&t->key, tid.n > 0 ? tid : spanof("\"\""));
	id = stringinternlike(&t->threadids, bufall(&t->key), &t->lastthread);
	if (id == before) {
		if (id >= 1 << 24)
			die("%s: more than 16,777,216 threads", t->name);
		GROW(t->threads, t->threadroom, t->threadids.used);
		t->threads[id] = (struct tracethread){ .process = process,
			.same = id,
			.tid = traceidnumber(tid, id),
			.stream = -1,
			.pairts = INT64_MIN };
		traceidname(&t->threads[id].name, tid);
	}
	return id;
}
