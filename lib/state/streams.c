/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "stream/stage.h"
#include "streams.h"

enum { WAITS_MOST = 65536 }; /* that a stream keeps; then the first half is forgotten */

uint32_t
streamsof(struct streams *s, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), context = evnumber(ev, KEY_CONTEXT);
	int64_t stream = evnumber(ev, KEY_STREAM);
	uint32_t *number;
	bool fresh;

	number = mapput(&s->contexts, (struct mapkey){ (uint64_t)pid, (uint64_t)context }, &fresh);
	if (fresh)
		*number = s->contextcount++;
	number = mapput(&s->ids, (struct mapkey){ *number, (uint64_t)stream }, &fresh);
	if (fresh) {
		*number = (uint32_t)s->count;
		GROW(s->p, s->room, s->count + 1);
		s->p[s->count++] = (struct onestream){
			.pid = pid,
			.context = context,
			.stream = stream,
		};
	}
	if (fresh || ev->type != TYPE_CUDA_SYNC) { /* which has not always the right device */
		s->p[*number].has = ev->has & STREAMS_KEYS;
		s->p[*number].device = evnumber(ev, KEY_DEVICE);
	}
	return *number;
}

void
streamssync(struct streams *s, const struct event *ev)
{
	struct streamwait wait = { .ts = ev->number[KEY_TS] };
	struct onestream *one;
	uint32_t number;

	if (!evhas(ev, KEY_NAME) || !spanis(ev->value[KEY_NAME], "\"Stream wait event\""))
		return;
	wait.known = jsonint(evarg(ev, "event"), &wait.event);
	number = streamsof(s, ev);
	one = &s->p[number];
	if (one->count - one->first >= WAITS_MOST)
		one->first += WAITS_MOST / 2;
	if (one->first > 0 && one->first >= one->count / 2) {
		one->count -= one->first;
		memmove(one->waits, one->waits + one->first, one->count * sizeof(*one->waits));
		one->first = 0;
	}
	GROW(one->waits, one->room, one->count + 1);
	one->waits[one->count++] = wait;
}

bool
streamswaited(struct streams *s, uint32_t stream, int64_t before, struct streamwait *wait)
{
	struct onestream *one = &s->p[stream];
	bool any = false;

	for (; one->first < one->count && one->waits[one->first].ts < before; one->first++) {
		*wait = one->waits[one->first];
		any = true;
	}
	return any;
}

void
streamsqueue(struct streams *s, uint32_t stream, int64_t launched, int64_t began)
{
	if (launched >= began)
		return;
	GROW(s->queued, s->queuedsroom, s->queueds + 2);
	s->queued[s->queueds++] = (struct queued){ launched, stream, 1 };
	s->queued[s->queueds++] = (struct queued){ began, stream, -1 };
}

static int
streamsbytime(const void *a, const void *b)
{
	const struct queued *x = a, *y = b;

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return (x->stream > y->stream) - (x->stream < y->stream);
}

/* Gives a counter. */
static void
give(const struct onestream *one, int64_t ts, int64_t value, struct stage *stage)
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
streamsgive(struct streams *s, struct stage *stage)
{
	int64_t *values = xzalloc(s->count + 1, sizeof(*values));

	if (s->queueds > 0)
		qsort(s->queued, s->queueds, sizeof(*s->queued), streamsbytime);
	for (size_t i = 0; i < s->queueds; i++) {
		const struct queued *q = &s->queued[i], *next = q + 1;

		values[q->stream] += q->by;
		if (i + 1 == s->queueds || next->ts != q->ts || next->stream != q->stream)
			give(&s->p[q->stream], q->ts, values[q->stream], stage);
	}
	free(values);
}

void
streamsfree(struct streams *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->p[i].waits);
	mapfree(&s->contexts);
	mapfree(&s->ids);
	free(s->p);
	free(s->queued);
	*s = (struct streams){ 0 };
}
