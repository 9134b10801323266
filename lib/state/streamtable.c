/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "stream/stage.h"
#include "streamtable.h"

enum { WAITS_MAX = 65536 }; /* capacity of a stream's waits; a full list drops its first half */

/* Returns the index of a stream, which is added if it is new. */
static uint32_t
streamfind(struct streamtable *s, int64_t pid, int64_t context, int64_t stream)
{
	uint32_t *number;
	bool fresh;

	number = mapput(&s->contexts, (struct mapkey){ (uint64_t)pid, (uint64_t)context }, &fresh);
	if (fresh)
		*number = s->contextcount++;
	number = mapput(&s->ids, (struct mapkey){ *number, (uint64_t)stream }, &fresh);
	if (fresh) {
		*number = (uint32_t)s->count;
		GROW(s->p, s->room, s->count + 1);
		s->p[s->count++] = (struct cudastream){
			.pid = pid,
			.context = context,
			.stream = stream,
		};
	}
	return *number;
}

uint32_t
streamtableget(struct streamtable *s, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), context = evnumber(ev, KEY_CONTEXT);
	int64_t stream = evnumber(ev, KEY_STREAM);
	size_t before = s->count;
	uint32_t *number = &s->recent[((uint64_t)pid ^ (uint64_t)context << 1 ^
	    (uint64_t)stream << 2) % STREAMS_RECENT];

	if (s->count == 0 || s->p[*number].stream != stream || s->p[*number].pid != pid ||
	    s->p[*number].context != context)
		*number = streamfind(s, pid, context, stream);
	/* the device of a cuda-sync event may be wrong */
	if (s->count > before || ev->type != TYPE_CUDA_SYNC) {
		s->p[*number].has = ev->has & STREAMTABLE_KEYS;
		s->p[*number].device = evnumber(ev, KEY_DEVICE);
	}
	return *number;
}

void
streamtablesync(struct streamtable *s, const struct event *ev)
{
	struct streamwait wait = { .ts = ev->number[KEY_TS] };
	struct cudastream *one;
	uint32_t number;

	if (!evhas(ev, KEY_NAME) || !spanis(ev->value[KEY_NAME], "\"Stream wait event\""))
		return;
	wait.known = jsonint(evarg(ev, "event"), &wait.event);
	number = streamtableget(s, ev);
	one = &s->p[number];
	if (one->count - one->first >= WAITS_MAX)
		one->first += WAITS_MAX / 2;
	if (one->first > 0 && one->first >= one->count / 2) {
		one->count -= one->first;
		memmove(one->waits, one->waits + one->first, one->count * sizeof(*one->waits));
		one->first = 0;
	}
	GROW(one->waits, one->room, one->count + 1);
	one->waits[one->count++] = wait;
}

bool
streamtablewaited(struct streamtable *s, uint32_t stream, int64_t before, struct streamwait *wait)
{
	struct cudastream *one = &s->p[stream];
	bool any = false;

	for (; one->first < one->count && one->waits[one->first].ts < before; one->first++) {
		*wait = one->waits[one->first];
		any = true;
	}
	return any;
}

void
streamtablequeue(struct streamtable *s, uint32_t stream, int64_t launched, int64_t began)
{
	if (launched >= began)
		return;
	GROW(s->changes, s->changesroom, s->changecount + 2);
	s->changes[s->changecount++] = (struct queuechange){ launched, stream, 1 };
	s->changes[s->changecount++] = (struct queuechange){ began, stream, -1 };
}

static int
queuechangecompare(const void *a, const void *b)
{
	const struct queuechange *x = a, *y = b;

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return (x->stream > y->stream) - (x->stream < y->stream);
}

static void
givequeuecounter(const struct cudastream *one, int64_t ts, int64_t value, struct stage *stage)
{
	const struct {
		enum event_key key;
		int64_t v;
	} keys[] = { { KEY_PID, one->pid }, { KEY_DEVICE, one->device },
		{ KEY_CONTEXT, one->context }, { KEY_STREAM, one->stream } };
	struct buf stack = { 0 }, name = { 0 }, text = { 0 };
	struct event ev;

	evmake(&ev, TYPE_GPU_QUEUE, ts, &stack);
	bufprintf(&name, "\"Queue of stream %lld\"", (long long)one->stream);
	jsonpad(&name);
	evset(&ev, KEY_NAME, bufall(&name));
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (one->has & EVKEY(keys[i].key))
			evsetint(&ev, keys[i].key, keys[i].v);
	bufint(&text, value);
	jsonpad(&text);
	evset(&ev, KEY_VALUE, bufall(&text));
	stagegive(stage, &ev);
	free(stack.p);
	free(name.p);
	free(text.p);
}

void
streamtablegive(struct streamtable *s, struct stage *stage)
{
	int64_t *valuesinline = xzalloc(s->count + 1, sizeof(*valuesinline));

	if (s->changecount > 0)
		qsort(s->changes, s->changecount, sizeof(*s->changes), queuechangecompare);
	for (size_t i = 0; i < s->changecount; i++) {
		const struct queuechange *q = &s->changes[i], *next = q + 1;

		valuesinline[q->stream] += q->delta;
		if (i + 1 == s->changecount || next->ts != q->ts || next->stream != q->stream)
			givequeuecounter(&s->p[q->stream], q->ts, valuesinline[q->stream], stage);
	}
	free(valuesinline);
}

void
streamtablefree(struct streamtable *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->p[i].waits);
	mapfree(&s->contexts);
	mapfree(&s->ids);
	free(s->p);
	free(s->changes);
	*s = (struct streamtable){ 0 };
}
