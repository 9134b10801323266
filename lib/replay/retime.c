/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "retime.h"
#include "stream/record.h"

/* What other programs derive from events. The user runs them again on the new stream. */
#define DERIVED                                                                                   \
	(EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_CALL_KERNEL) | EVTYPE(TYPE_GPU_STATE) |           \
	    EVTYPE(TYPE_GPU_QUEUE) | EVTYPE(TYPE_COLLECTIVE) | EVTYPE(TYPE_PATH) |               \
	    EVTYPE(TYPE_FINDING))

/* Returns the thread whose time an event has; NO_THREAD if there is none. An event of a process is
 * on the thread that calls CUDA. */
static uint32_t
threadof(const struct retime *s, const struct event *ev)
{
	const struct threads *t = &s->replay->run->threads;
	const uint32_t *id = NULL;

	if (evhas(ev, KEY_TID))
		id = mapget(&t->ids, (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID),
		                         (uint64_t)ev->number[KEY_TID] });
	if (id)
		return *id;
	for (uint32_t i = 0; i < t->threadcount; i++)
		if (t->threads[i].pid == evnumber(ev, KEY_PID) && t->threads[i].cuda)
			return i;
	return NO_THREAD;
}

/* Returns the new times of an event that is not GPU work. */
static struct newwork
hosttimes(const struct retime *s, const struct event *ev)
{
	uint32_t thread = threadof(s, ev);
	struct newwork times = { ev->number[KEY_TS], evend(ev) };

	if (thread != NO_THREAD) {
		times.ts = replaytime(s->replay, thread, times.ts);
		times.end = replaytime(s->replay, thread, times.end);
	}
	return times;
}

/* Returns the new times of a work, which are the old ones outside of the window. */
static struct newwork
worktimes(struct retime *s, const struct event *ev)
{
	const struct devicework *g = &s->replay->run->work;

	if (s->nextwork < g->count && g->p[s->nextwork].position == s->position)
		return s->replay->work[s->nextwork++];
	return (struct newwork){ ev->number[KEY_TS], evend(ev) };
}

/* Writes a record with new times, and without the keys that other programs add. */
static void
putretimed(struct retime *s, const struct event *ev, struct newwork times)
{
	const unsigned added = EVKEY(KEY_LAUNCH) | EVKEY(KEY_NVTX) | EVKEY(KEY_INHERITED) |
	    EVKEY(KEY_CAPTURED) | EVKEY(KEY_STEP) | EVKEY(KEY_TS);
	struct buf scratch = { 0 };
	struct span key, value;
	struct json j;

	recordbegin(&s->text, times.ts);
	jsonopen(&j, ev->line.p, ev->stack);
	while (jsonnext(&j, &key, &value) > 0) {
		enum event_key which = evkey(jsontext(key, &scratch));

		if (which < KEY_COUNT && added & EVKEY(which))
			continue;
		bufstr(&s->text, ",\"");
		bufspan(&s->text, key);
		bufstr(&s->text, "\":");
		if (which == KEY_DUR && evhas(ev, KEY_DUR))
			bufint(&s->text, times.end - times.ts);
		else
			bufspan(&s->text, value);
	}
	bufchar(&s->text, '}');
	bufchar(&s->text, '\0');
	free(scratch.p);
}

/* Returns the place of an event among those of one time, as in nst-event(5): the longer event is
 * first. */
static int64_t
orderof(const struct event *ev, struct newwork times)
{
	if (evisopen(ev))
		return INT64_MAX;
	return evhas(ev, KEY_DUR) ? times.end - times.ts : -1;
}

/* Moves the records of names before an event, which have its ts, to its new time. */
static void
movenames(struct retime *s, int64_t ts, int64_t order)
{
	for (size_t i = s->count; i > 0 && s->p[i - 1].name; i--) {
		s->p[i - 1].ts = ts;
		s->p[i - 1].dur = order;
		s->p[i - 1].name = false;
	}
}

static void
retimeevent(struct stage *stage, struct event *ev)
{
	struct retime *s = (struct retime *)stage;
	struct newwork times;

	if (ev->type == TYPE_OTHER || !(DERIVED & EVTYPE(ev->type))) {
		times = evfamily(ev->type) == FAMILY_GPU ? worktimes(s, ev) : hosttimes(s, ev);
		if (ev->type != TYPE_META)
			movenames(s, times.ts, orderof(ev, times));
		GROW(s->p, s->room, s->count + 1);
		s->p[s->count] =
		    (struct retimed){ times.ts, orderof(ev, times), s->count, s->text.n,
			    ev->type == TYPE_META };
		s->count++;
		putretimed(s, ev, times);
	}
	s->position++;
}

static void
retimeheader(struct stage *stage, struct event *ev)
{
	static const enum event_key added[] = { KEY_LINKED, KEY_STATES, KEY_ADVISED };

	for (size_t i = 0; i < sizeof(added) / sizeof(*added); i++)
		if (evhas(ev, added[i]))
			evdrop(ev, added[i]);
	stageheader(stage->next, ev);
}

static int
retimedcompare(const void *a, const void *b)
{
	const struct retimed *x = a, *y = b;

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	if (x->dur != y->dur)
		return x->dur > y->dur ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Gives a meta record with a new time. */
static void
givename(struct stage *stage, const struct event *ev, int64_t ts)
{
	struct retime *s = (struct retime *)stage;
	size_t start = s->text.n;
	struct parseerror error;
	struct event moved;

	putretimed(s, ev, (struct newwork){ ts, ts });
	jsonpad(&s->text);
	if (evparse(&moved, spanof(s->text.p + start), ~0u, &s->stack, &error))
		stagegive(stage, &moved);
	s->text.n = start;
}

static void
retimefinish(struct stage *stage)
{
	struct retime *s = (struct retime *)stage;
	struct buf line = { 0 };

	if (s->count > 0)
		qsort(s->p, s->count, sizeof(*s->p), retimedcompare);
	for (size_t i = 0; i < s->count; i++) {
		struct parseerror error;
		struct event ev;

		line.n = 0;
		bufstr(&line, s->text.p + s->p[i].start);
		jsonpad(&line);
		if (!evparse(&ev, bufall(&line), ~0u, &s->stack, &error))
			continue;
		if (ev.type == TYPE_META && ev.number[KEY_TS] != s->p[i].ts)
			givename(stage, &ev, s->p[i].ts);
		else
			stagegive(stage, &ev);
	}
	free(line.p);
}

/* The largest ts of the new stream is its own. */
static void
retimeend(struct stage *stage, const struct streamend *end)
{
	struct streamend own = *end;
	const struct retime *s = (struct retime *)stage;

	if (s->count > 0)
		own.latest = s->p[s->count - 1].ts;
	stageend(stage->next, &own);
}

void
retimeinit(struct retime *s)
{
	*s = (struct retime){ .stage = { .want = EVKEY(KEY_PID) | EVKEY(KEY_TID),
	                          .header = retimeheader, .event = retimeevent,
	                          .finish = retimefinish, .stop = retimefinish,
	                          .end = retimeend } };
}

void
retimefree(struct retime *s)
{
	free(s->p);
	free(s->text.p);
	free(s->stack.p);
}
