/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "devicework.h"

enum {
	/* How far a search among the work of one stream goes back from the latest end: work beyond
	 * was launched too late, and all of it at once only in a damaged profile. */
	SEARCH_MAX = 64,
};

static uint32_t
streamof(struct devicework *g, struct segments *s, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), context = evnumber(ev, KEY_CONTEXT);
	int64_t number = evnumber(ev, KEY_STREAM);
	uint32_t *id, *first;
	bool fresh;

	id = mapput(&g->contexts, (struct mapkey){ (uint64_t)pid, (uint64_t)context }, &fresh);
	if (fresh)
		*id = g->contextcount++;
	id = mapput(&g->streamids, (struct mapkey){ *id, (uint64_t)number }, &fresh);
	if (!fresh)
		return *id;
	*id = (uint32_t)g->streamcount;
	GROW(g->streams, g->streamsroom, g->streamcount + 1);
	GROW(s->places, s->placesroom, s->placecount + 1);
	s->places[s->placecount] = (struct place){
		.keys = ev->has & (EVKEY(KEY_PID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT) |
		                      EVKEY(KEY_STREAM)),
		.pid = pid, .device = evnumber(ev, KEY_DEVICE), .context = context,
		.stream = number,
	};
	first = mapput(&g->firststreams, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);
	g->streams[g->streamcount] = (struct gpustream){
		.pid = pid, .device = evnumber(ev, KEY_DEVICE), .context = context,
		.place = (uint32_t)s->placecount++,
		.next = fresh ? NO_WORK : *first - 1,
	};
	*first = (uint32_t)++g->streamcount;
	return (uint32_t)g->streamcount - 1;
}

uint32_t
deviceworkstream(struct devicework *g, struct segments *s, const struct event *ev)
{
	return evhas(ev, KEY_STREAM) ? streamof(g, s, ev) : NO_WORK;
}

/* Reads a meta record of a stream. */
static void
streammeta(struct devicework *g, struct segments *s, const struct event *ev)
{
	struct span flag, isdefault;
	struct gpustream *one;
	uint32_t number;

	if (!evhas(ev, KEY_NAME) || !spanis(ev->value[KEY_NAME], "\"stream\"") ||
	    !evhas(ev, KEY_STREAM))
		return;
	number = streamof(g, s, ev);
	one = &g->streams[number];
	flag = evarg(ev, "flag");
	isdefault = evarg(ev, "default");
	one->legacy = spanis(isdefault, "true");
	one->blocking = !one->legacy && flag.n > 0 && !spanis(flag, "\"Non-blocking stream\"");
}

static void
waitevent(struct devicework *g, struct segments *s, const struct event *ev)
{
	struct streamwaitevent wait = { .ts = ev->number[KEY_TS] };
	struct gpustream *one;
	uint32_t number;

	g->hassync = true;
	if (!evhas(ev, KEY_NAME) || !spanis(ev->value[KEY_NAME], "\"Stream wait event\"") ||
	    !evhas(ev, KEY_STREAM))
		return;
	if (!jsonint(evarg(ev, "event_sync"), &wait.recording))
		wait.recording = -1;
	number = streamof(g, s, ev);
	one = &g->streams[number];
	GROW(one->waits, one->waitroom, one->waitcount + 1);
	one->waits[one->waitcount++] = wait;
}

static void
recordingevent(struct devicework *g, struct segments *s, const struct event *ev)
{
	int64_t number;
	bool fresh;
	uint32_t *id;

	if (!evhas(ev, KEY_STREAM) || !jsonint(evarg(ev, "event_sync"), &number))
		return;
	id = mapput(&g->recordings,
	    (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), (uint64_t)number }, &fresh);
	*id = (uint32_t)g->recordedcount;
	GROW(g->recorded, g->recordedroom, g->recordedcount + 1);
	g->recorded[g->recordedcount++] = (struct recording){
		.ts = ev->number[KEY_TS],
		.stream = streamof(g, s, ev),
		.ondevice = spanis(evarg(ev, "clock"), "\"device\""),
	};
}

static enum segmentkind
kindof(struct devicework *g, const struct event *ev)
{
	g->classifier.classified = false;
	switch (workclassify(&g->classifier, ev)) {
	case WORK_COMM:
		return SEGMENT_COMM;
	case WORK_COPY:
		return SEGMENT_COPY;
	default:
		return ev->type == TYPE_GRAPH ? SEGMENT_GRAPH : SEGMENT_KERNEL;
	}
}

/* Reads what nst-skew says about the collective of a work. */
static void
collectiveof(struct devicework *g, struct workitem *one, const struct event *ev)
{
	int64_t wait;
	uint32_t *partner;
	bool fresh;

	one->lastbegan = NO_TIME;
	if (!jsonint(evarg(ev, "wait"), &wait) || wait < 0 || wait > one->end - one->ts ||
	    !jsonint(evarg(ev, "last_pid"), &one->lastpid))
		return;
	one->lastbegan = one->ts + wait;
	if (wait > 0)
		return;
	partner = mapput(&g->partners,
	    (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), (uint64_t)one->ts }, &fresh);
	*partner = (uint32_t)g->count + 1;
}

/* Returns true if the call that launched a copy may wait for it: a call of an asynchronous copy
 * returns before the copy is done, unless memory of the host is pageable. */
static bool
blockingcopy(const struct event *ev, const struct launch *launch)
{
	static const char async[] = "Async";
	struct span from = evarg(ev, "src_kind"), to = evarg(ev, "dst_kind");

	return !launch->name.p || !memmem(launch->name.p, launch->name.n, async, strlen(async)) ||
	    spanis(from, "\"Pageable\"") || spanis(to, "\"Pageable\"");
}

static uint32_t
workevent(struct devicework *g, struct segments *s, const struct event *ev,
    const struct launch *launch, uint32_t thread, uint64_t position)
{
	struct workitem one = {
		.ts = ev->number[KEY_TS], .end = evend(ev), .launch = ev->number[KEY_TS],
		.step = evhas(ev, KEY_STEP) ? ev->number[KEY_STEP] : NO_TIME,
		.position = position, .thread = thread, .name = NO_NAME_ID,
		.kind = kindof(g, ev), .type = ev->type, .launched = launch != NULL,
	};
	bool fresh;

	one.stream = streamof(g, s, ev);
	if (evhas(ev, KEY_NAME))
		one.name = stringintern(&s->names, ev->value[KEY_NAME]);
	if (launch) {
		one.launch = launch->ts;
		one.launchend = launch->dur > 0 ? launch->ts + launch->dur : launch->ts;
	}
	g->unlaunched += !launch;
	collectiveof(g, &one, ev);
	if (one.kind == SEGMENT_COPY && launch && one.end < one.launchend &&
	    blockingcopy(ev, launch))
		*mapput(&g->copies, (struct mapkey){ thread, (uint64_t)launch->ts }, &fresh) =
		    (uint32_t)g->count + 1;
	GROW(g->p, g->room, g->count + 1);
	g->p[g->count] = one;
	g->streams[one.stream].count++;
	return (uint32_t)g->count++;
}

uint32_t
deviceworkevent(struct devicework *g, struct segments *s, const struct event *ev,
    const struct launch *launch, uint32_t thread, uint64_t position)
{
	if (evfamily(ev->type) == FAMILY_GPU)
		return workevent(g, s, ev, launch, thread, position);
	if (ev->type == TYPE_CUDA_SYNC)
		waitevent(g, s, ev);
	else if (ev->type == TYPE_CUDA_EVENT)
		recordingevent(g, s, ev);
	else if (ev->type == TYPE_META)
		streammeta(g, s, ev);
	return NO_WORK;
}

static int
compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int
launchcompare(const void *a, const void *b, void *arg)
{
	const struct workitem *p = arg;
	const struct workitem *x = &p[*(const uint32_t *)a], *y = &p[*(const uint32_t *)b];
	int order = compare(x->launch, y->launch);

	if (order == 0)
		order = compare(x->ts, y->ts);
	return order != 0 ? order : compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

static int
endcompare(const void *a, const void *b, void *arg)
{
	const struct workitem *p = arg;
	const struct workitem *x = &p[*(const uint32_t *)a], *y = &p[*(const uint32_t *)b];
	int order = compare(x->end, y->end);

	return order != 0 ? order : compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

void
deviceworkready(struct devicework *g)
{
	for (size_t i = 0; i < g->streamcount; i++) {
		struct gpustream *one = &g->streams[i];

		one->bylaunch = xreallocarray(NULL, one->count + 1, sizeof(*one->bylaunch));
		one->byend = xreallocarray(NULL, one->count + 1, sizeof(*one->byend));
		one->last = xreallocarray(NULL, one->count + 1, sizeof(*one->last));
		one->count = 0;
	}
	for (size_t i = 0; i < g->count; i++) {
		struct gpustream *one = &g->streams[g->p[i].stream];

		one->byend[one->count] = one->bylaunch[one->count] = (uint32_t)i;
		one->count++;
	}
	for (size_t i = 0; i < g->streamcount; i++) {
		struct gpustream *one = &g->streams[i];

		qsort_r(one->bylaunch, one->count, sizeof(uint32_t), launchcompare, g->p);
		qsort_r(one->byend, one->count, sizeof(uint32_t), endcompare, g->p);
		for (size_t k = 0; k < one->count; k++)
			one->last[k] = k > 0 && g->p[one->last[k - 1]].end >=
			            g->p[one->bylaunch[k]].end
			    ? one->last[k - 1]
			    : one->bylaunch[k];
	}
}

/* Returns the number of work of a stream that was launched before a time, ns. */
static size_t
launchedbefore(const struct devicework *g, const struct gpustream *one, int64_t ts)
{
	size_t low = 0, high = one->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (g->p[one->bylaunch[middle]].launch < ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the number of work of a stream that ends up to a time, ns. */
static size_t
endedby(const struct devicework *g, const struct gpustream *one, int64_t ts)
{
	size_t low = 0, high = one->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (g->p[one->byend[middle]].end <= ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the work of a stream that ends last up to before, of that launched before a time, both
 * ns; NO_WORK if there is none. */
static uint32_t
latest(const struct devicework *g, const struct gpustream *one, int64_t launched, int64_t before)
{
	size_t count = endedby(g, one, before);

	for (size_t k = 0; k < SEARCH_MAX && k < count; k++) {
		uint32_t number = one->byend[count - 1 - k];

		if (g->p[number].launch < launched && !g->p[number].onpath)
			return number;
	}
	return NO_WORK;
}

/* Returns the one of two that ends later; either may be NO_WORK. */
static uint32_t
later(const struct devicework *g, uint32_t a, uint32_t b)
{
	if (a == NO_WORK || (b != NO_WORK && g->p[b].end > g->p[a].end))
		return b;
	return a;
}

static uint32_t
firststream(const struct devicework *g, int64_t pid)
{
	const uint32_t *first = mapget(&g->firststreams, (struct mapkey){ (uint64_t)pid, 0 });

	return first ? *first - 1 : NO_WORK;
}

/* Returns the latest work of other streams of the context, or only of those that synchronise with
 * the default stream as this one does. */
static uint32_t
latestelsewhere(
    const struct devicework *g, const struct workitem *one, int64_t launched, bool defaultstream)
{
	const struct gpustream *own = &g->streams[one->stream];
	uint32_t found = NO_WORK;

	for (uint32_t i = firststream(g, own->pid); i != NO_WORK; i = g->streams[i].next) {
		const struct gpustream *other = &g->streams[i];

		if (i == one->stream || other->context != own->context ||
		    (defaultstream && !(own->legacy ? other->blocking
		                                    : own->blocking && other->legacy)))
			continue;
		found = later(g, found, latest(g, other, launched, one->ts));
	}
	return found;
}

/* Returns the last work before a recording of an event on its stream, up to before, ns. */
static uint32_t
recordedwork(const struct devicework *g, const struct recording *r, int64_t before)
{
	const struct gpustream *one = &g->streams[r->stream];

	if (r->ondevice)
		return latest(g, one, INT64_MAX, r->ts < before ? r->ts : before);
	return latest(g, one, r->ts, before);
}

/* Calls put with the latest work that a stream waited for, by each event between two launches. */
static void
awaited(const struct devicework *g, const struct workitem *one, int64_t previous, bool anywait,
    void (*put)(void *, uint32_t), void *arg)
{
	const struct gpustream *own = &g->streams[one->stream];
	size_t low = 0, high = own->waitcount;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (own->waits[middle].ts < previous)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < own->waitcount && own->waits[low].ts <= one->launch; low++) {
		const struct streamwaitevent *wait = &own->waits[low];
		const uint32_t *id = mapget(&g->recordings,
		    (struct mapkey){ (uint64_t)own->pid, (uint64_t)wait->recording });

		put(arg,
		    id && wait->recording >= 0
		        ? recordedwork(g, &g->recorded[*id], one->ts)
		        : latestelsewhere(g, one, wait->ts, false));
	}
	if (anywait && own->waitcount == 0)
		put(arg, latestelsewhere(g, one, one->launch, false));
}

int64_t
deviceworkprevious(const struct devicework *g, uint32_t number)
{
	const struct workitem *one = &g->p[number];
	const struct gpustream *own = &g->streams[one->stream];
	size_t count = launchedbefore(g, own, one->launch);

	return count > 0 ? g->p[own->bylaunch[count - 1]].launch : NO_TIME;
}

void
deviceworkreasons(const struct devicework *g, uint32_t number, bool anywait,
    void (*put)(void *, uint32_t), void *arg)
{
	const struct workitem *one = &g->p[number];
	const struct gpustream *own = &g->streams[one->stream];

	put(arg, latest(g, own, INT64_MAX, one->ts));
	awaited(g, one, deviceworkprevious(g, number), anywait, put, arg);
	if (own->legacy || own->blocking)
		put(arg, latestelsewhere(g, one, one->launch, true));
}

/* The work that ended last of several. */
struct lastreason {
	const struct devicework *work;
	uint32_t found;
};

static void
putreason(void *arg, uint32_t number)
{
	struct lastreason *last = arg;

	last->found = later(last->work, last->found, number);
}

uint32_t
deviceworkbefore(const struct devicework *g, uint32_t number, bool anywait)
{
	struct lastreason last = { g, NO_WORK };

	deviceworkreasons(g, number, anywait, putreason, &last);
	return last.found;
}

uint32_t
deviceworkcontended(const struct devicework *g, uint32_t number, int64_t after, int64_t before)
{
	const struct gpustream *own = &g->streams[g->p[number].stream];
	uint32_t found = NO_WORK;

	for (uint32_t i = firststream(g, own->pid); i != NO_WORK; i = g->streams[i].next)
		if (g->streams[i].device == own->device)
			found = later(g, found, latest(g, &g->streams[i], INT64_MAX, before));
	return found != NO_WORK && g->p[found].end > after ? found : NO_WORK;
}

/* Returns the work of a stream that ends last of that launched before a time; sets *all to false
 * if that is after before. */
static uint32_t
waitedof(const struct devicework *g, const struct gpustream *one, int64_t launched, int64_t before,
    bool *all)
{
	size_t count = launchedbefore(g, one, launched);
	uint32_t number;

	if (count == 0)
		return NO_WORK;
	number = one->last[count - 1];
	if (g->p[number].end <= before && !g->p[number].onpath)
		return number;
	*all = *all && g->p[number].end <= before;
	return latest(g, one, launched, before);
}

void
deviceworktargets(const struct devicework *g, const struct waitscope *scope, int64_t before,
    bool *drained, void (*put)(void *, uint32_t), void *arg)
{
	const uint32_t *id = scope->recording < 0
	    ? NULL
	    : mapget(&g->recordings,
	          (struct mapkey){ (uint64_t)scope->pid, (uint64_t)scope->recording });

	*drained = true;
	if (id) {
		put(arg, recordedwork(g, &g->recorded[*id], before));
		return;
	}
	if (scope->stream != NO_WORK) {
		put(arg, waitedof(g, &g->streams[scope->stream], scope->launched, before, drained));
		return;
	}
	for (uint32_t i = firststream(g, scope->pid); i != NO_WORK; i = g->streams[i].next)
		if (scope->context == NO_TIME || g->streams[i].context == scope->context)
			put(arg,
			    waitedof(g, &g->streams[i], scope->launched, before, drained));
}

uint32_t
deviceworkwaited(
    const struct devicework *g, const struct waitscope *scope, int64_t before, bool *drained)
{
	struct lastreason last = { g, NO_WORK };

	deviceworktargets(g, scope, before, drained, putreason, &last);
	return last.found;
}

uint32_t
deviceworkpartner(const struct devicework *g, const struct workitem *one)
{
	const uint32_t *partner = mapget(
	    &g->partners, (struct mapkey){ (uint64_t)one->lastpid, (uint64_t)one->lastbegan });

	return partner && !g->p[*partner - 1].onpath && g->p[*partner - 1].name == one->name
	    ? *partner - 1
	    : NO_WORK;
}

void
deviceworkfree(struct devicework *g)
{
	for (size_t i = 0; i < g->streamcount; i++) {
		free(g->streams[i].bylaunch);
		free(g->streams[i].byend);
		free(g->streams[i].last);
		free(g->streams[i].waits);
	}
	free(g->p);
	free(g->streams);
	free(g->recorded);
	mapfree(&g->streamids);
	mapfree(&g->contexts);
	mapfree(&g->firststreams);
	mapfree(&g->recordings);
	mapfree(&g->partners);
	mapfree(&g->copies);
	workclassifierfree(&g->classifier);
	*g = (struct devicework){ 0 };
}
