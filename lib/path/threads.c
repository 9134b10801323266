/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "threads.h"

enum { SEARCH_MAX = 64 }; /* how many wake-ups a search looks at */

/* The types that are calls of a thread. */
#define CALL_TYPES                                                                               \
	(EVTYPE(TYPE_CUDA_API) | EVTYPE(TYPE_CUDNN) | EVTYPE(TYPE_CUBLAS) | EVTYPE(TYPE_JIT) |   \
	    EVTYPE(TYPE_OPENACC) | EVTYPE(TYPE_OPENMP) | EVTYPE(TYPE_MPI) | EVTYPE(TYPE_UCX) |   \
	    EVTYPE(TYPE_NVVIDEO) | EVTYPE(TYPE_OSRT) | EVTYPE(TYPE_SYSCALL) |                    \
	    EVTYPE(TYPE_HOST_CALLBACK) | EVTYPE(TYPE_OPENGL) | EVTYPE(TYPE_VULKAN) |             \
	    EVTYPE(TYPE_DX12) | EVTYPE(TYPE_D3D11) | EVTYPE(TYPE_DXGI))

/* Calls that wait, and calls that end a wait. A name begins with the text; the first row counts. */
static const struct {
	const char *name;
	enum waitfor waits, wakes;
} calls[] = {
	{ "cudaDeviceSynchronize", WAITS_GPU, WAITS_NOT },
	{ "cudaThreadSynchronize", WAITS_GPU, WAITS_NOT },
	{ "cudaStreamSynchronize", WAITS_GPU, WAITS_NOT },
	{ "cudaEventSynchronize", WAITS_GPU, WAITS_NOT },
	{ "cuCtxSynchronize", WAITS_GPU, WAITS_NOT },
	{ "cuStreamSynchronize", WAITS_GPU, WAITS_NOT },
	{ "cuEventSynchronize", WAITS_GPU, WAITS_NOT },
	{ "hipDeviceSynchronize", WAITS_GPU, WAITS_NOT },
	{ "hipStreamSynchronize", WAITS_GPU, WAITS_NOT },
	{ "hipEventSynchronize", WAITS_GPU, WAITS_NOT },
	{ "cudaMemcpy", WAITS_COPY, WAITS_NOT },
	{ "cuMemcpy", WAITS_COPY, WAITS_NOT },
	{ "hipMemcpy", WAITS_COPY, WAITS_NOT },
	{ "cudaMemset", WAITS_COPY, WAITS_NOT },
	{ "cuMemset", WAITS_COPY, WAITS_NOT },
	{ "hipMemset", WAITS_COPY, WAITS_NOT },
	{ "cudaFreeAsync", WAITS_NOT, WAITS_NOT },
	{ "cuMemFreeAsync", WAITS_NOT, WAITS_NOT },
	{ "cudaFree", WAITS_DRAIN, WAITS_NOT },
	{ "cuMemFree", WAITS_DRAIN, WAITS_NOT },
	{ "hipFree", WAITS_DRAIN, WAITS_NOT },
	{ "cudaMallocHost", WAITS_DRAIN, WAITS_NOT },
	{ "cudaHostAlloc", WAITS_DRAIN, WAITS_NOT },
	{ "cudaHostUnregister", WAITS_DRAIN, WAITS_NOT },
	{ "cudaStreamDestroy", WAITS_NOT, WAITS_NOT },
	{ "pthread_cond_wait", WAITS_SIGNAL, WAITS_NOT },
	{ "pthread_cond_timedwait", WAITS_SIGNAL, WAITS_NOT },
	{ "pthread_cond_clockwait", WAITS_SIGNAL, WAITS_NOT },
	{ "pthread_cond_signal", WAITS_NOT, WAITS_SIGNAL },
	{ "pthread_cond_broadcast", WAITS_NOT, WAITS_SIGNAL },
	{ "pthread_mutex_lock", WAITS_MUTEX, WAITS_NOT },
	{ "pthread_mutex_timedlock", WAITS_MUTEX, WAITS_NOT },
	{ "pthread_rwlock_rdlock", WAITS_MUTEX, WAITS_NOT },
	{ "pthread_rwlock_wrlock", WAITS_MUTEX, WAITS_NOT },
	{ "pthread_mutex_unlock", WAITS_NOT, WAITS_MUTEX },
	{ "pthread_rwlock_unlock", WAITS_NOT, WAITS_MUTEX },
	{ "sem_wait", WAITS_SEMAPHORE, WAITS_NOT },
	{ "sem_timedwait", WAITS_SEMAPHORE, WAITS_NOT },
	{ "sem_clockwait", WAITS_SEMAPHORE, WAITS_NOT },
	{ "sem_post", WAITS_NOT, WAITS_SEMAPHORE },
	{ "pthread_barrier_wait", WAITS_BARRIER, WAITS_BARRIER },
	{ "pthread_join", WAITS_JOIN, WAITS_NOT },
	{ "pthread_timedjoin_np", WAITS_JOIN, WAITS_NOT },
};

/* The name of the call that creates a thread; its wake-ups are in the list of WAITS_NOT. */
static const char creates[] = "pthread_create";

uint32_t
threadsget(struct threads *t, struct segments *s, int64_t pid, int64_t tid)
{
	bool fresh;
	uint32_t *id = mapput(&t->ids, (struct mapkey){ (uint64_t)pid, (uint64_t)tid }, &fresh);

	if (!fresh)
		return *id;
	*id = (uint32_t)t->threadcount;
	GROW(t->threads, t->threadsroom, t->threadcount + 1);
	GROW(s->places, s->placesroom, s->placecount + 1);
	s->places[s->placecount] = (struct place){
		.keys = EVKEY(KEY_PID) | EVKEY(KEY_TID), .pid = pid, .tid = tid,
	};
	t->threads[t->threadcount] = (struct paththread){
		.pid = pid, .tid = tid, .place = (uint32_t)s->placecount++, .cudaend = NO_TIME,
	};
	return (uint32_t)t->threadcount++;
}

/* Messages of the profiler have thread 0. A start/end range is not one of its thread alone. */
bool
threadsactivity(const struct event *ev)
{
	if (ev->type == TYPE_OTHER || !evhas(ev, KEY_TID) || ev->number[KEY_TID] == 0)
		return false;
	if (ev->type == TYPE_NVTX)
		return !evisstartend(ev) && !evhas(ev, KEY_ENDTID);
	return CALL_TYPES & EVTYPE(ev->type);
}

/* Appends a change, or replaces one at the same time. */
static void
changeadd(struct paththread *one, int64_t ts, uint32_t activity)
{
	if (one->count > 0 && one->p[one->count - 1].ts == ts) {
		one->p[one->count - 1].activity = activity;
		return;
	}
	GROW(one->p, one->room, one->count + 1);
	one->p[one->count++] = (struct threadchange){ ts, activity };
}

/* Ends the activities of a thread up to a time, ns. */
static void
threadupto(const struct threads *t, struct paththread *one, int64_t ts)
{
	while (one->opencount > 0 && t->p[one->open[one->opencount - 1]].end <= ts) {
		int64_t end = t->p[one->open[--one->opencount]].end;

		while (one->opencount > 0 && t->p[one->open[one->opencount - 1]].end <= end)
			one->opencount--;
		changeadd(one, end,
		    one->opencount > 0 ? one->open[one->opencount - 1] : NO_ACTIVITY);
	}
}

/* Finds what calls of a name, which is a JSON string, wait for and what waits they end. */
static void
callof(struct span name, enum waitfor *waits, enum waitfor *wakes)
{
	*waits = *wakes = WAITS_NOT;
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		size_t n = strlen(calls[i].name);

		if (name.n > n && memcmp(name.p + 1, calls[i].name, n) == 0) {
			*waits = calls[i].waits;
			*wakes = calls[i].wakes;
			return;
		}
	}
}

/* The same once for each name, with the result in t->classes and t->wakes. */
static void
nameclass(struct threads *t, const struct segments *s, uint32_t name)
{
	enum waitfor waits, wakes;
	size_t had = t->classesroom;

	if (name >= t->classesroom) {
		GROW(t->classes, t->classesroom, name + (size_t)1);
		memset(t->classes + had, 0, t->classesroom - had);
		t->wakes = xreallocarray(t->wakes, t->classesroom, 1);
	}
	if (t->classes[name] != 0)
		return;
	callof(stringat(&s->names, name), &waits, &wakes);
	t->classes[name] = (unsigned char)(1 + waits);
	t->wakes[name] = (unsigned char)wakes;
}

static struct wakeups *
wakeupsof(struct threads *t, int64_t pid, enum waitfor waits)
{
	bool fresh;
	uint32_t *id = mapput(&t->processes, (struct mapkey){ (uint64_t)pid, 0 }, &fresh);

	if (fresh) {
		*id = (uint32_t)t->processcount++;
		GROW(t->wakeups, t->wakeupsroom, t->processcount * WAITS_COUNT);
		memset(t->wakeups + (size_t)*id * WAITS_COUNT, 0,
		    WAITS_COUNT * sizeof(*t->wakeups));
	}
	return &t->wakeups[(size_t)*id * WAITS_COUNT + waits];
}

static void
wakeupadd(struct wakeups *w, int64_t ts, uint32_t activity)
{
	GROW(w->p, w->room, w->count + 1);
	w->p[w->count++] = (struct wakeup){ ts, activity };
}

/* Reads what nst-skew says about the collective of a call. */
static void
ranksread(struct threads *t, const struct event *ev, struct pathactivity *one)
{
	struct ranksof ranks;
	int64_t wait;
	bool fresh;

	if (ev->type == TYPE_NVTX || !jsonint(evarg(ev, "wait"), &wait) || wait < 0 ||
	    wait > one->end - one->ts || !jsonint(evarg(ev, "last_pid"), &ranks.lastpid))
		return;
	ranks.lastbegan = one->ts + wait;
	if (wait == 0) {
		*mapput(&t->lastranks,
		    (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), (uint64_t)one->ts },
		    &fresh) = (uint32_t)t->count;
		return;
	}
	one->waits = WAITS_RANKS;
	*mapput(&t->ranks, (struct mapkey){ t->count, 0 }, &fresh) = (uint32_t)t->rankcount;
	GROW(t->rankwaits, t->ranksroom, t->rankcount + 1);
	t->rankwaits[t->rankcount++] = ranks;
}

/* Returns true if a name begins with a text behind its quote. */
static bool
begins(const struct segments *s, uint32_t name, const char *text)
{
	struct span all = stringat(&s->names, name);
	size_t n = strlen(text);

	return all.n > n && memcmp(all.p + 1, text, n) == 0;
}

/* Keeps what other calls and records need of a call. */
static void
callread(struct threads *t, struct segments *s, const struct event *ev, struct pathactivity *one)
{
	bool fresh;

	one->call = true;
	nameclass(t, s, one->name);
	one->waits = (unsigned char)(t->classes[one->name] - 1);
	ranksread(t, ev, one);
	if (ev->type == TYPE_CUDA_API && one->waits == WAITS_GPU && evhas(ev, KEY_CORR))
		*mapput(&t->syncs,
		    (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID),
		        (uint64_t)ev->number[KEY_CORR] },
		    &fresh) = (uint32_t)t->count;
	if (t->wakes[one->name] != WAITS_NOT)
		wakeupadd(wakeupsof(t, evnumber(ev, KEY_PID), t->wakes[one->name]), one->ts,
		    (uint32_t)t->count);
	if (ev->type == TYPE_OSRT && begins(s, one->name, creates))
		wakeupadd(wakeupsof(t, evnumber(ev, KEY_PID), WAITS_NOT), one->ts,
		    (uint32_t)t->count);
	if (begins(s, one->name, "cudaStreamWaitEvent") ||
	    begins(s, one->name, "hipStreamWaitEvent"))
		wakeupadd(&t->streamwaits, one->ts, (uint32_t)t->count);
}

/* Returns the innermost open activity of a thread that may wait. */
static uint32_t
waitaround(const struct threads *t, const struct paththread *one)
{
	const struct pathactivity *top;

	if (one->opencount == 0)
		return NO_ACTIVITY;
	top = &t->p[one->open[one->opencount - 1]];
	return top->waits != WAITS_NOT ? one->open[one->opencount - 1] : top->outer;
}

void
threadsevent(struct threads *t, struct segments *s, const struct event *ev, int64_t end,
    uint64_t position)
{
	struct pathactivity one = {
		.ts = ev->number[KEY_TS], .end = end,
		.step = evhas(ev, KEY_STEP) ? ev->number[KEY_STEP] : NO_TIME,
		.position = position, .name = NO_NAME_ID, .scope = NO_ACTIVITY,
		.type = (unsigned char)ev->type,
	};
	struct paththread *thread;

	if (end <= one.ts || !evhas(ev, KEY_NAME))
		return;
	one.name = stringintern(&s->names, ev->value[KEY_NAME]);
	one.thread = threadsget(t, s, evnumber(ev, KEY_PID), ev->number[KEY_TID]);
	thread = &t->threads[one.thread];
	if ((ev->type == TYPE_OSRT || ev->type == TYPE_SYSCALL) && one.ts < thread->cudaend)
		return;
	if (ev->type == TYPE_CUDA_API && end > thread->cudaend)
		thread->cudaend = end;
	threadupto(t, thread, one.ts);
	one.outer = waitaround(t, thread);
	one.parent = thread->opencount > 0 ? thread->open[thread->opencount - 1] : NO_ACTIVITY;
	if (ev->type != TYPE_NVTX)
		callread(t, s, ev, &one);
	thread->cuda = thread->cuda || ev->type == TYPE_CUDA_API;
	thread->ranges = thread->ranges || ev->type == TYPE_NVTX;
	changeadd(thread, one.ts, (uint32_t)t->count);
	GROW(thread->open, thread->openroom, thread->opencount + 1);
	thread->open[thread->opencount++] = (uint32_t)t->count;
	GROW(t->p, t->room, t->count + 1);
	t->p[t->count++] = one;
}

void
threadssync(struct threads *t, const struct event *ev, uint32_t stream)
{
	struct waitscope scope = { .pid = evnumber(ev, KEY_PID), .stream = stream,
		.context = evhas(ev, KEY_CONTEXT) ? ev->number[KEY_CONTEXT] : NO_TIME };
	const uint32_t *call;

	if (!evhas(ev, KEY_CORR))
		return;
	call = mapget(&t->syncs,
	    (struct mapkey){ (uint64_t)scope.pid, (uint64_t)ev->number[KEY_CORR] });
	if (!call || t->p[*call].scope != NO_ACTIVITY)
		return;
	if (!jsonint(evarg(ev, "event_sync"), &scope.recording))
		scope.recording = -1;
	t->p[*call].scope = (uint32_t)t->scopecount;
	GROW(t->scopes, t->scopesroom, t->scopecount + 1);
	t->scopes[t->scopecount++] = scope;
}

void
threadsready(struct threads *t)
{
	for (size_t i = 0; i < t->threadcount; i++)
		threadupto(t, &t->threads[i], INT64_MAX);
}

size_t
threadschange(const struct paththread *one, int64_t ts)
{
	size_t low = 0, high = one->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (one->p[middle].ts < ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? low - 1 : SIZE_MAX;
}

/* Returns the number of wake-ups before a time, ns. */
static size_t
wakeupsbefore(const struct wakeups *w, int64_t ts)
{
	size_t low = 0, high = w->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (w->p[middle].ts < ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
threadswakeup(
    const struct threads *t, uint32_t thread, enum waitfor waits, int64_t after, int64_t before)
{
	const uint32_t *id =
	    mapget(&t->processes, (struct mapkey){ (uint64_t)t->threads[thread].pid, 0 });
	const struct wakeups *w;
	size_t count;

	if (!id)
		return NO_ACTIVITY;
	w = &t->wakeups[(size_t)*id * WAITS_COUNT + waits];
	count = wakeupsbefore(w, before);
	for (size_t k = 0; k < SEARCH_MAX && k < count; k++) {
		const struct wakeup *one = &w->p[count - 1 - k];

		if (one->ts < after)
			break;
		if (t->p[one->activity].thread != thread)
			return one->activity;
	}
	return NO_ACTIVITY;
}

/* Returns the thread of a process other than one whose last activity ended last between two times,
 * ns; NO_THREAD if there is none. *ended is when. */
static uint32_t
endedthread(const struct threads *t, uint32_t thread, int64_t after, int64_t before, int64_t *ended)
{
	uint32_t found = NO_THREAD;

	*ended = after;
	for (size_t i = 0; i < t->threadcount; i++) {
		const struct paththread *one = &t->threads[i];
		int64_t end = one->count > 0 ? one->p[one->count - 1].ts : NO_TIME;

		if (i == thread || one->pid != t->threads[thread].pid || end <= *ended ||
		    end >= before)
			continue;
		*ended = end;
		found = (uint32_t)i;
	}
	return found;
}

bool
threadswaker(
    const struct threads *t, uint32_t number, int64_t before, uint32_t *thread, int64_t *ts)
{
	const struct pathactivity *one = &t->p[number];
	uint32_t other = NO_ACTIVITY;

	*thread = NO_THREAD;
	*ts = NO_TIME;
	if (one->waits == WAITS_RANKS) {
		const struct ranksof *ranks =
		    &t->rankwaits[*mapget(&t->ranks, (struct mapkey){ number, 0 })];
		const uint32_t *last = mapget(&t->lastranks,
		    (struct mapkey){ (uint64_t)ranks->lastpid, (uint64_t)ranks->lastbegan });

		other = last ? *last : NO_ACTIVITY;
	} else if (one->waits == WAITS_JOIN) {
		*thread = endedthread(t, one->thread, one->ts, before, ts);
	} else {
		other = threadswakeup(
		    t, one->thread, (enum waitfor)one->waits, one->ts, before);
	}
	if (other != NO_ACTIVITY) {
		*ts = t->p[other].ts;
		*thread = t->p[other].thread;
	}
	return *thread != NO_THREAD && *ts < before && *ts >= one->ts;
}

struct waitscope
threadsscope(const struct threads *t, uint32_t number)
{
	const struct pathactivity *one = &t->p[number];
	struct waitscope scope = { .pid = t->threads[one->thread].pid, .stream = NO_WORK,
		.context = NO_TIME, .recording = -1 };

	if (one->scope != NO_ACTIVITY)
		scope = t->scopes[one->scope];
	scope.launched = one->ts;
	return scope;
}

bool
threadsstreamwait(const struct threads *t, uint32_t thread, int64_t after, int64_t before)
{
	size_t count = wakeupsbefore(&t->streamwaits, before);

	for (size_t k = 0; k < SEARCH_MAX && k < count; k++) {
		const struct wakeup *one = &t->streamwaits.p[count - 1 - k];

		if (one->ts < after)
			return false;
		if (t->threads[t->p[one->activity].thread].pid == t->threads[thread].pid)
			return true;
	}
	return false;
}

void
threadsfree(struct threads *t)
{
	for (size_t i = 0; i < t->threadcount; i++) {
		free(t->threads[i].p);
		free(t->threads[i].open);
	}
	for (size_t i = 0; i < t->processcount * WAITS_COUNT; i++)
		free(t->wakeups[i].p);
	free(t->p);
	free(t->threads);
	free(t->wakeups);
	free(t->scopes);
	free(t->rankwaits);
	free(t->classes);
	free(t->wakes);
	free(t->streamwaits.p);
	mapfree(&t->ids);
	mapfree(&t->syncs);
	mapfree(&t->processes);
	mapfree(&t->ranks);
	mapfree(&t->lastranks);
	*t = (struct threads){ 0 };
}
