/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "replay.h"

/* Work that begins within this time after its launch was not held up by a busy device, ns; as in
 * nst-path. */
enum { LATENCY = 10000 };

/* In the order in which instants of one time are taken: work ends before a call that waited for it
 * returns, and begins after a call that launched it. */
enum instantkind { INSTANT_END, INSTANT_THREAD, INSTANT_WORK };

/* A moment. */
struct instant {
	int64_t ts;      /* ns */
	uint32_t number; /* of a work or a thread */
	uint32_t change; /* of a thread: the position of the change */
	enum instantkind kind;
};

/* What a call waited for. */
struct replaywait {
	const struct replay *replay;
	int64_t begun;      /* the call, ns */
	int64_t ended;      /* when the wait ended in the profile, ns; NO_TIME if it did not wait */
	int64_t newended;   /* the same in the replay, ns; NO_TIME if nothing holds it up */
};

static int
instantcompare(const void *a, const void *b)
{
	const struct instant *x = a, *y = b;

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x->change > y->change) - (x->change < y->change);
}

static int64_t
scaled(int64_t ns, double factor)
{
	return factor == 1 ? ns : (int64_t)((double)ns * factor + 0.5);
}

/* Returns the factor of the time of a thread outside of waits, in an activity or outside of all. */
static double
ownfactor(const struct replay *r, uint32_t activity)
{
	const struct pathactivity *one;
	double factor;

	if (activity == NO_ACTIVITY)
		return 1;
	one = &r->run->threads.p[activity];
	factor = r->factors[activity];
	if (r->launches[activity] && r->changes->launch >= 0 &&
	    one->end - one->ts > r->changes->launch)
		factor *= (double)r->changes->launch / (double)(one->end - one->ts);
	return factor;
}

int64_t
replaytime(const struct replay *r, uint32_t thread, int64_t ts)
{
	const struct paththread *one = &r->run->threads.threads[thread];
	const int64_t *times = r->threads[thread];
	size_t at = threadschange(one, ts == INT64_MAX ? ts : ts + 1);
	int64_t moved;

	if (at == SIZE_MAX)
		return one->count > 0 && times[0] != NO_TIME ? ts + times[0] - one->p[0].ts : ts;
	if (times[at] == NO_TIME)
		return ts;
	moved = times[at] + scaled(ts - one->p[at].ts, ownfactor(r, one->p[at].activity));
	return at + 1 < one->count && times[at + 1] != NO_TIME && times[at + 1] < moved
	    ? times[at + 1]
	    : moved;
}

static void
waitedwork(void *arg, uint32_t number)
{
	struct replaywait *wait = arg;
	const struct newwork *new;
	int64_t end;

	if (number == NO_WORK)
		return;
	new = &wait->replay->work[number];
	end = wait->replay->run->work.p[number].end;
	if (end > wait->begun && end > wait->ended)
		wait->ended = end;
	if (new->end > wait->newended)
		wait->newended = new->end;
}

/* Finds what a call waited for, unless its wait is removed. */
static struct replaywait
waitof(const struct replay *r, uint32_t number)
{
	const struct pathactivity *one = &r->run->threads.p[number];
	struct replaywait wait = { r, one->ts, NO_TIME, NO_TIME };
	struct waitscope scope;
	const uint32_t *copy;
	uint32_t thread;
	int64_t ts;
	bool drained;

	if (one->waits == WAITS_COPY) {
		copy = mapget(&r->run->work.copies,
		    (struct mapkey){ one->thread, (uint64_t)one->ts });
		if (copy)
			waitedwork(&wait, *copy - 1);
		if (r->changes->asynccopies)
			wait.newended = NO_TIME;
	} else if (one->waits >= WAITS_SIGNAL) {
		if (threadswaker(&r->run->threads, number, one->end, &thread, &ts)) {
			wait.ended = ts;
			wait.newended = replaytime(r, thread, ts);
		}
	} else if (one->waits != WAITS_NOT) {
		scope = threadsscope(&r->run->threads, number);
		deviceworktargets(&r->run->work, &scope, one->end, &drained, waitedwork, &wait);
		if (one->waits == WAITS_DRAIN && !drained)
			wait.ended = wait.newended = NO_TIME;
	}
	if (r->factors[number] == 0)
		wait.newended = NO_TIME;
	return wait;
}

/* Returns the wait of a call or of one around it that ended last. Only the wait of a call that ends
 * at a time, ns, holds that up if it did not wait in the profile. */
static struct replaywait
waitaround(const struct replay *r, uint32_t number, int64_t end)
{
	struct replaywait found = { .ended = NO_TIME, .newended = NO_TIME };

	for (; number != NO_ACTIVITY; number = r->run->threads.p[number].outer) {
		struct replaywait wait;

		if (r->run->threads.p[number].waits == WAITS_NOT)
			continue;
		wait = waitof(r, number);
		if (wait.ended == NO_TIME && r->run->threads.p[number].end != end)
			continue;
		if (wait.ended > found.ended || (found.ended == NO_TIME &&
		                                    wait.newended > found.newended))
			found = wait;
	}
	return found;
}

/* Returns true if a thread waited for something unknown: it is in no activity, or in a call that no
 * other thread is known to have ended. The thread of a process that launches most works outside of
 * calls; the others wait for it, as the threads of a backward pass or of a checkpoint do. */
static bool
waitsunknown(const struct replay *r, uint32_t thread, uint32_t activity)
{
	const struct pathactivity *one;
	uint32_t other;
	int64_t ts;

	if (r->mains[thread] == thread || r->mains[thread] == NO_THREAD)
		return false;
	if (activity == NO_ACTIVITY)
		return true;
	one = &r->run->threads.p[activity];
	if (one->type != TYPE_OSRT && one->type != TYPE_SYSCALL)
		return false;
	return one->waits < WAITS_SIGNAL ||
	    !threadswaker(&r->run->threads, activity, one->end, &other, &ts);
}

/* Returns the new time of the end of an interval of a thread from x to y, ns, in an activity; base
 * is the new time of x. */
static int64_t
intervalend(const struct replay *r, uint32_t thread, uint32_t activity, int64_t x, int64_t y,
    int64_t base)
{
	double factor = ownfactor(r, activity);
	struct replaywait wait = { .ended = NO_TIME, .newended = NO_TIME };

	if (waitsunknown(r, thread, activity)) {
		int64_t newy = replaytime(r, r->mains[thread], y);

		return newy > base ? newy : base;
	}
	if (activity != NO_ACTIVITY)
		wait = waitaround(r, activity, y);
	if (wait.ended > y)
		return base;
	if (wait.ended > x) {
		base = wait.newended > base ? wait.newended : base;
		return base + scaled(y - wait.ended, factor);
	}
	base = wait.newended > base ? wait.newended : base;
	return base + scaled(y - x, factor);
}

static void
replaythread(struct replay *r, uint32_t thread, uint32_t change)
{
	const struct threads *t = &r->run->threads;
	const struct threadchange *p = t->threads[thread].p;
	int64_t *times = r->threads[thread];
	uint32_t creator;

	if (change > 0) {
		times[change] = intervalend(r, thread, p[change - 1].activity, p[change - 1].ts,
		    p[change].ts, times[change - 1]);
		return;
	}
	times[0] = p->ts;
	if (r->mains[thread] != NO_THREAD && r->mains[thread] != thread)
		times[0] = replaytime(r, r->mains[thread], p->ts);
	creator = threadswakeup(t, thread, WAITS_NOT, INT64_MIN, p->ts);
	if (creator != NO_ACTIVITY)
		times[0] = replaytime(r, t->p[creator].thread, t->p[creator].ts) +
		    (p->ts - t->p[creator].ts);
}

/* Returns the time by which a call had launched a work, ns. */
static int64_t
launchedat(const struct workitem *one)
{
	if (one->kind == SEGMENT_COPY && one->end < one->launchend)
		return one->launch;
	return one->launchend < one->ts ? one->launchend : one->ts;
}

/* The edges to a work. */
struct workedges {
	const struct replay *replay;
	const struct workitem *one;
	uint32_t reason; /* the work that decided its start in the profile, or NO_WORK */
	int64_t start;   /* the new time, ns; NO_TIME without an edge */
};

static void
addedge(void *arg, uint32_t number)
{
	struct workedges *e = arg;
	const struct replay *r = e->replay;
	int64_t gap, start;

	if (number == NO_WORK || r->work[number].end == NO_TIME)
		return;
	gap = e->one->ts - r->run->work.p[number].end;
	if (number != e->reason && gap > 0)
		gap = 0;
	start = r->work[number].end + gap;
	if (start > e->start)
		e->start = start;
}

/* Returns the work that decided the start of a work in the profile, or NO_WORK for its launch. */
static uint32_t
reasonof(const struct replay *r, uint32_t number, bool anywait)
{
	const struct devicework *g = &r->run->work;
	const struct workitem *one = &g->p[number];
	uint32_t found = deviceworkbefore(g, number, anywait);

	if (!one->launched || (found != NO_WORK && g->p[found].end > launchedat(one)))
		return found;
	if (one->ts - launchedat(one) > LATENCY)
		return deviceworkcontended(g, number, launchedat(one), one->ts);
	return NO_WORK;
}

/* Returns the new time of the start of a work, ns. */
static int64_t
workstart(const struct replay *r, uint32_t number)
{
	const struct workitem *one = &r->run->work.p[number];
	bool anywait = one->thread != NO_THREAD && !r->run->work.hassync &&
	    threadsstreamwait(&r->run->threads, one->thread,
	        deviceworkprevious(&r->run->work, number), one->launch);
	struct workedges edges = { r, one, reasonof(r, number, anywait), NO_TIME };
	int64_t delay, start;

	deviceworkreasons(&r->run->work, number, anywait, addedge, &edges);
	if (edges.reason != NO_WORK)
		addedge(&edges, edges.reason);
	if (one->launched && one->thread != NO_THREAD) {
		delay = one->ts - launchedat(one);
		if (edges.reason != NO_WORK && delay > r->latency)
			delay = r->latency;
		start = replaytime(r, one->thread, launchedat(one)) + delay;
		edges.start = start > edges.start ? start : edges.start;
	}
	return edges.start == NO_TIME ? one->ts : edges.start;
}

/* Returns the new duration of a part of a work, ns. */
static int64_t
workdur(struct replay *r, const struct workitem *one, int64_t ns)
{
	const struct timescale *scale = one->name == NO_NAME_ID
	    ? NULL
	    : changesof(r->changes, one->name, stringat(&r->run->segments.names, one->name));
	double factor = scale ? scale->factor : 1;

	if (one->kind == SEGMENT_COMM && r->changes->bandwidth > 0)
		factor *= r->changes->bandwidth;
	return scaled(ns, factor);
}

/* The latest start of the work of a collective, by its last process and the time it began. */
struct collectives {
	struct map ids;
	int64_t *starts; /* ns */
	size_t count, room;
};

static int64_t *
collectivestart(struct collectives *c, const struct workitem *one)
{
	bool fresh;
	uint32_t *id = mapput(&c->ids,
	    (struct mapkey){ (uint64_t)one->lastpid, (uint64_t)one->lastbegan }, &fresh);

	if (fresh) {
		*id = (uint32_t)c->count;
		GROW(c->starts, c->room, c->count + 1);
		c->starts[c->count++] = INT64_MIN;
	}
	return &c->starts[*id];
}

static void
replaywork(struct replay *r, struct collectives *c, uint32_t number)
{
	const struct workitem *one = &r->run->work.p[number];
	struct newwork *new = &r->work[number];
	int64_t *latest;

	new->ts = workstart(r, number);
	if (one->lastbegan == NO_TIME) {
		new->end = new->ts + workdur(r, one, one->end - one->ts);
		return;
	}
	latest = collectivestart(c, one);
	*latest = new->ts > *latest ? new->ts : *latest;
}

/* Ends the work of a collective: its transfer begins when the last rank has begun. */
static void
replayend(struct replay *r, struct collectives *c, uint32_t number)
{
	const struct workitem *one = &r->run->work.p[number];
	struct newwork *new = &r->work[number];
	int64_t begun = r->changes->equalranks ? new->ts : *collectivestart(c, one);

	new->end = begun + workdur(r, one, one->end - one->lastbegan);
}

/* Returns all moments, in order. The caller frees them. */
static struct instant *
instantsof(const struct replay *r, size_t *count)
{
	const struct threads *t = &r->run->threads;
	const struct devicework *g = &r->run->work;
	struct instant *p = NULL;
	size_t room = 0;

	*count = 0;
	for (uint32_t i = 0; i < t->threadcount; i++)
		for (uint32_t k = 0; k < t->threads[i].count; k++) {
			GROW(p, room, *count + 1);
			p[(*count)++] = (struct instant){ t->threads[i].p[k].ts, i, k,
				INSTANT_THREAD };
		}
	for (uint32_t i = 0; i < g->count; i++) {
		GROW(p, room, *count + 2);
		p[(*count)++] = (struct instant){ g->p[i].ts, i, 0, INSTANT_WORK };
		if (g->p[i].lastbegan != NO_TIME)
			p[(*count)++] = (struct instant){ g->p[i].end, i, 0, INSTANT_END };
	}
	if (*count > 0)
		qsort(p, *count, sizeof(*p), instantcompare);
	return p;
}

/* Marks the calls that launch work. */
static void
marklaunches(struct replay *r)
{
	const struct threads *t = &r->run->threads;

	for (size_t i = 0; i < r->run->work.count; i++) {
		const struct workitem *one = &r->run->work.p[i];
		const struct paththread *thread;
		size_t at;

		if (!one->launched || one->thread == NO_THREAD || one->kind == SEGMENT_COPY)
			continue;
		thread = &t->threads[one->thread];
		at = threadschange(thread, one->launch + 1);
		if (at == SIZE_MAX)
			continue;
		for (uint32_t call = thread->p[at].activity;
		     call != NO_ACTIVITY && t->p[call].ts >= one->launch; call = t->p[call].parent)
			r->launches[call] = t->p[call].call;
	}
}

/* Finds the thread of each process that launches most work. */
static void
findmains(struct replay *r)
{
	const struct threads *t = &r->run->threads;
	uint64_t *launched = xzalloc(t->threadcount + 1, sizeof(*launched));
	struct map mains = { 0 };

	r->mains = xreallocarray(NULL, t->threadcount + 1, sizeof(*r->mains));
	for (size_t i = 0; i < r->run->work.count; i++)
		if (r->run->work.p[i].thread != NO_THREAD)
			launched[r->run->work.p[i].thread]++;
	for (uint32_t i = 0; i < t->threadcount; i++) {
		bool fresh;
		uint32_t *id = mapput(
		    &mains, (struct mapkey){ (uint64_t)t->threads[i].pid, 0 }, &fresh);

		if (fresh || launched[i] > launched[*id])
			*id = i;
	}
	for (uint32_t i = 0; i < t->threadcount; i++) {
		uint32_t id =
		    *mapget(&mains, (struct mapkey){ (uint64_t)t->threads[i].pid, 0 });

		r->mains[i] = launched[id] > 0 ? id : NO_THREAD;
	}
	free(launched);
	mapfree(&mains);
}

static int
timecompare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Returns the median time from launch to start of work that only its launch held up, ns. */
static int64_t
medianlatency(const struct replay *r)
{
	const struct devicework *g = &r->run->work;
	int64_t *p = xreallocarray(NULL, g->count + 1, sizeof(*p)), median = 0;
	size_t count = 0;

	for (uint32_t i = 0; i < g->count; i++)
		if (g->p[i].launched && g->p[i].thread != NO_THREAD &&
		    reasonof(r, i, false) == NO_WORK)
			p[count++] = g->p[i].ts - launchedat(&g->p[i]);
	if (count > 0) {
		qsort(p, count, sizeof(*p), timecompare);
		median = p[count / 2];
	}
	free(p);
	return median;
}

static void
prepare(struct replay *r)
{
	const struct threads *t = &r->run->threads;

	r->factors = xreallocarray(NULL, t->count + 1, sizeof(*r->factors));
	r->launches = xzalloc(t->count + 1, sizeof(*r->launches));
	for (size_t i = 0; i < t->count; i++) {
		const struct pathactivity *one = &t->p[i];
		const struct timescale *scale = changesof(
		    r->changes, one->name, stringat(&r->run->segments.names, one->name));

		r->factors[i] = scale ? scale->factor
		    : one->parent != NO_ACTIVITY ? r->factors[one->parent] : 1;
	}
	marklaunches(r);
	findmains(r);
	r->latency = medianlatency(r);
	r->work = xreallocarray(NULL, r->run->work.count + 1, sizeof(*r->work));
	for (size_t i = 0; i < r->run->work.count; i++)
		r->work[i] = (struct newwork){ NO_TIME, NO_TIME };
	r->threads = xreallocarray(NULL, t->threadcount + 1, sizeof(*r->threads));
	for (size_t i = 0; i < t->threadcount; i++) {
		r->threads[i] = xreallocarray(
		    NULL, t->threads[i].count + 1, sizeof(**r->threads));
		for (size_t k = 0; k < t->threads[i].count; k++)
			r->threads[i][k] = NO_TIME;
	}
}

/* Keeps the longest time by which a moment moved, ns. */
static void
keepshift(struct replay *r, int64_t ts, int64_t newts)
{
	int64_t shift = newts > ts ? newts - ts : ts - newts;

	if (ts != INT64_MAX && shift > r->shift)
		r->shift = shift;
}

/* Extends a run from *first to *last by an interval, ns. */
static void
extend(int64_t *first, int64_t *last, int64_t ts, int64_t end)
{
	*first = ts < *first ? ts : *first;
	*last = end > *last ? end : *last;
}

/* Measures the run, before and after: from the first to the last of GPU work and of threads that
 * launch it, or of all threads if there is none. */
static void
measurerun(struct replay *r)
{
	const struct threads *t = &r->run->threads;
	int64_t first = INT64_MAX, last = INT64_MIN, newfirst = INT64_MAX, newlast = INT64_MIN;
	bool launches = r->run->work.count > 0;

	for (size_t i = 0; i < t->threadcount; i++) {
		const struct paththread *one = &t->threads[i];
		size_t count = one->count;

		if (count > 0 && one->p[count - 1].ts == INT64_MAX)
			count--; /* the end of a range that was never closed */
		if (count == 0 || (launches && !one->launches))
			continue;
		for (size_t k = 0; k < count; k++)
			keepshift(r, one->p[k].ts, r->threads[i][k]);
		extend(&first, &last, one->p[0].ts, one->p[count - 1].ts);
		extend(&newfirst, &newlast, r->threads[i][0], r->threads[i][count - 1]);
	}
	for (size_t i = 0; i < r->run->work.count; i++) {
		keepshift(r, r->run->work.p[i].ts, r->work[i].ts);
		keepshift(r, r->run->work.p[i].end, r->work[i].end);
		extend(&first, &last, r->run->work.p[i].ts, r->run->work.p[i].end);
		extend(&newfirst, &newlast, r->work[i].ts, r->work[i].end);
	}
	r->before = last > first ? last - first : 0;
	r->after = newlast > newfirst ? newlast - newfirst : 0;
}

void
replayrun(struct replay *r)
{
	struct collectives collectives = { 0 };
	struct instant *instants;
	size_t count;

	prepare(r);
	instants = instantsof(r, &count);
	for (size_t i = 0; i < count; i++)
		if (instants[i].kind == INSTANT_THREAD)
			replaythread(r, instants[i].number, instants[i].change);
		else if (instants[i].kind == INSTANT_WORK)
			replaywork(r, &collectives, instants[i].number);
		else
			replayend(r, &collectives, instants[i].number);
	measurerun(r);
	free(instants);
	free(collectives.starts);
	mapfree(&collectives.ids);
}

void
replayfree(struct replay *r)
{
	for (size_t i = 0; r->threads && i < r->run->threads.threadcount; i++)
		free(r->threads[i]);
	free(r->threads);
	free(r->work);
	free(r->factors);
	free(r->launches);
	free(r->mains);
}
