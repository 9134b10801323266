/* SPDX-License-Identifier: MIT */
#include "walk.h"

/* A GPU that is free begins work within this time after its launch; if it takes longer, other work
 * of the device is taken for the reason. As the default of nst-state --latency. Unit: ns. */
enum { LATENCY = 10000 };

/* Moves back to ts, and adds the time from there as a segment. */
static void
stepto(struct walk *w, int64_t ts, struct segment one)
{
	one.ts = ts > w->from ? ts : w->from;
	one.end = w->now;
	if (one.ts >= one.end)
		return;
	segmentsadd(w->segments, &one);
	w->now = one.ts;
}

static struct segment
ofwork(const struct walk *w, const struct workitem *one, enum segmentkind kind)
{
	return (struct segment){ .kind = kind, .name = one->name, .step = one->step,
		.position = one->position, .place = w->work->streams[one->stream].place,
		.type = one->type };
}

/* A part in which the work had not begun. */
static struct segment
beforework(const struct walk *w, const struct workitem *one, enum segmentkind kind)
{
	struct segment segment = ofwork(w, one, kind);

	segment.position = NO_POSITION;
	return segment;
}

static struct segment
ofactivity(const struct walk *w, uint32_t number, enum segmentkind kind)
{
	const struct pathactivity *one = &w->threads->p[number];

	return (struct segment){ .kind = kind, .name = one->name, .step = one->step,
		.position = one->position, .place = w->threads->threads[one->thread].place,
		.type = (enum event_type)one->type };
}

static struct segment
ofthread(const struct walk *w, uint32_t thread)
{
	return (struct segment){ .kind = SEGMENT_HOST, .name = NO_NAME_ID, .step = NO_TIME,
		.position = NO_POSITION, .place = w->threads->threads[thread].place };
}

/* Adds the rest of the window as unknown. */
static void
giveup(struct walk *w, struct segment one)
{
	one.kind = SEGMENT_UNKNOWN;
	stepto(w, w->from, one);
}

/* Steps over the work itself. Of a collective for which another rank came last, the path goes on
 * with the work of that rank. Returns the work whose start the path is at. */
static const struct workitem *
stepoverwork(struct walk *w)
{
	struct workitem *one = &w->work->p[w->number];
	uint32_t partner;

	one->onpath = true;
	if (one->lastbegan == NO_TIME || one->lastbegan <= one->ts || one->lastbegan >= w->now) {
		stepto(w, one->ts, ofwork(w, one, one->kind));
		return one;
	}
	stepto(w, one->lastbegan, ofwork(w, one, one->kind));
	partner = deviceworkpartner(w->work, one);
	if (partner == NO_WORK) {
		stepto(w, one->ts, ofwork(w, one, SEGMENT_RANK));
		return one;
	}
	w->number = partner;
	w->work->p[partner].onpath = true;
	return &w->work->p[partner];
}

/* Returns the work that let this one begin, if it ended after the launch; else NO_WORK. launched is
 * the time by which the call had launched it, ns. */
static uint32_t
reason(struct walk *w, const struct workitem *one, int64_t launched)
{
	bool anywait = one->thread != NO_THREAD && !w->work->hassync &&
	    threadsstreamwait(w->threads, one->thread,
	        deviceworkprevious(w->work, w->number), one->launch);
	uint32_t found = deviceworkbefore(w->work, w->number, anywait);

	if (found != NO_WORK && w->work->p[found].end > launched) {
		w->guessed = w->guessed ||
		    (anywait && w->work->p[found].stream != one->stream);
		return found;
	}
	if (one->launched && one->ts - launched > LATENCY)
		return deviceworkcontended(w->work, w->number, launched, one->ts);
	return one->launched ? NO_WORK : found;
}

static void
stepwork(struct walk *w)
{
	const struct workitem *one = stepoverwork(w);
	int64_t launched = NO_TIME;
	uint32_t found;

	if (w->now <= w->from)
		return;
	w->unlaunched += !one->launched;
	if (one->launched && one->end < one->launchend && one->kind == SEGMENT_COPY)
		launched = one->launch; /* the call waits, and may have begun long before */
	else if (one->launched)
		launched = one->launchend < w->now ? one->launchend : w->now;
	found = reason(w, one, launched);
	if (found != NO_WORK) {
		bool late = w->now - w->work->p[found].end > LATENCY;

		stepto(w, w->work->p[found].end,
		    beforework(w, one,
		        one->launched || !late ? SEGMENT_GAP : SEGMENT_UNKNOWN));
		w->number = found;
		return;
	}
	if (!one->launched) {
		giveup(w, beforework(w, one, SEGMENT_UNKNOWN));
		return;
	}
	stepto(w, launched, beforework(w, one, SEGMENT_LAUNCH));
	w->thread = one->thread;
	w->number = NO_WORK;
	if (w->thread == NO_THREAD)
		giveup(w, beforework(w, one, SEGMENT_UNKNOWN));
}

/* Returns the work that a call waited for, if it ended in the call before now; else NO_WORK. */
static uint32_t
waitedwork(struct walk *w, uint32_t number)
{
	const struct pathactivity *one = &w->threads->p[number];
	struct waitscope scope = threadsscope(w->threads, number);
	const uint32_t *copy;
	bool drained;
	uint32_t found;

	if (one->waits == WAITS_COPY) {
		copy = mapget(&w->work->copies,
		    (struct mapkey){ one->thread, (uint64_t)one->ts });
		return copy && w->work->p[*copy - 1].end < w->now &&
		        !w->work->p[*copy - 1].onpath
		    ? *copy - 1
		    : NO_WORK;
	}
	found = deviceworkwaited(w->work, &scope, one->end, &drained);
	if (found == NO_WORK || w->work->p[found].end <= one->ts ||
	    w->work->p[found].end >= w->now || w->work->p[found].onpath ||
	    (one->waits == WAITS_DRAIN && !drained))
		return NO_WORK;
	w->guessed = w->guessed || (one->waits == WAITS_GPU && one->scope == NO_ACTIVITY);
	return found;
}

/* Steps from a call that waits for another thread or rank to that thread. Returns false if nothing
 * tells which. */
static bool
steptothread(struct walk *w, uint32_t number)
{
	struct pathactivity *one = &w->threads->p[number];
	uint32_t thread;
	int64_t ts;

	if (!threadswaker(w->threads, number, w->now, &thread, &ts))
		return false;
	one->onpath = true;
	stepto(w, ts,
	    ofactivity(w, number, one->waits == WAITS_RANKS ? SEGMENT_COMM : SEGMENT_SYNC));
	w->thread = thread;
	return true;
}

/* Steps from a call that waited, or from one inside of it, to what it waited for. Returns false if
 * no call waited, or nothing tells for what. *unknown is set to the innermost call that waited for
 * an unknown thread. */
static bool
stepfromwait(struct walk *w, uint32_t number, uint32_t *unknown)
{
	*unknown = NO_ACTIVITY;
	for (; number != NO_ACTIVITY; number = w->threads->p[number].outer) {
		const struct pathactivity *one = &w->threads->p[number];
		uint32_t found;

		if (one->onpath || one->waits == WAITS_NOT)
			continue;
		if (one->waits >= WAITS_SIGNAL) {
			if (steptothread(w, number))
				return true;
			if (*unknown == NO_ACTIVITY && one->waits < WAITS_RANKS)
				*unknown = number;
			continue;
		}
		found = waitedwork(w, number);
		if (found == NO_WORK)
			continue;
		stepto(w, w->work->p[found].end, ofactivity(w, number, SEGMENT_SYNC));
		w->number = found;
		return true;
	}
	return false;
}

/* Steps from the first activity of a thread to the call that created it. Returns false if no call
 * did. */
static bool
steptocreator(struct walk *w)
{
	uint32_t creator = threadswakeup(w->threads, w->thread, WAITS_NOT, w->from, w->now);

	if (creator == NO_ACTIVITY || w->threads->p[creator].onpath)
		return false;
	w->threads->p[creator].onpath = true;
	stepto(w, w->threads->p[creator].ts, ofthread(w, w->thread));
	w->thread = w->threads->p[creator].thread;
	return true;
}

static void
stepthread(struct walk *w)
{
	const struct paththread *one = &w->threads->threads[w->thread];
	size_t at = threadschange(one, w->now);
	uint32_t number, unknown;
	enum segmentkind kind;

	if (at == SIZE_MAX) {
		if (!steptocreator(w))
			stepto(w, w->from, ofthread(w, w->thread));
		return;
	}
	number = one->p[at].activity;
	if (number == NO_ACTIVITY) {
		stepto(w, one->p[at].ts, ofthread(w, w->thread));
		return;
	}
	if (stepfromwait(w, number, &unknown))
		return;
	if (unknown != NO_ACTIVITY) {
		stepto(w, one->p[at].ts, ofactivity(w, unknown, SEGMENT_UNKNOWN));
		return;
	}
	kind = w->threads->p[number].call ? SEGMENT_CALL : SEGMENT_RANGE;
	stepto(w, one->p[at].ts, ofactivity(w, number, kind));
}

/* Returns when the last activity of a thread ended, up to the end of the window, ns. */
static int64_t
lastactive(const struct walk *w, const struct paththread *one)
{
	size_t at = threadschange(one, w->to);

	if (at == SIZE_MAX)
		return NO_TIME;
	return one->p[at].activity == NO_ACTIVITY ? one->p[at].ts : w->to;
}

/* Finds the thread on which the path ends: of those that launch work, else of those that call CUDA,
 * else of those with ranges, else of all, the one that was active last. Threads that only poll end
 * nothing. Returns when that was, ns. */
static int64_t
endthread(struct walk *w)
{
	int64_t found = NO_TIME;
	int best = 0;

	w->thread = NO_THREAD;
	for (size_t i = 0; i < w->threads->threadcount; i++) {
		const struct paththread *one = &w->threads->threads[i];
		int rank = one->launches ? 4 : one->cuda ? 3 : one->ranges ? 2 : 1;
		int64_t end = lastactive(w, one);

		if (end == NO_TIME || rank < best || (rank == best && end <= found))
			continue;
		best = rank;
		found = end;
		w->thread = (uint32_t)i;
	}
	return found;
}

/* Returns the work that ends last, or NO_WORK. */
static uint32_t
endwork(const struct walk *w)
{
	uint32_t found = NO_WORK;

	for (size_t i = 0; i < w->work->count; i++)
		if (w->work->p[i].ts < w->to &&
		    (found == NO_WORK || w->work->p[i].end > w->work->p[found].end))
			found = (uint32_t)i;
	return found;
}

/* Finds the actor at the end of the window: work that is running or that ended after the threads,
 * else a thread. Returns false if there is neither. */
static bool
begin(struct walk *w)
{
	int64_t active = endthread(w), end;

	w->number = endwork(w);
	w->now = w->to;
	if (w->number == NO_WORK)
		return w->thread != NO_THREAD;
	end = w->work->p[w->number].end;
	if (end >= w->to || w->thread == NO_THREAD || end > active) {
		struct segment rest = beforework(w, &w->work->p[w->number], SEGMENT_UNKNOWN);

		if (w->thread != NO_THREAD)
			rest = ofthread(w, w->thread);
		if (end < w->to)
			stepto(w, end, rest);
	} else {
		w->number = NO_WORK;
	}
	return true;
}

void
walkback(struct walk *w)
{
	if (w->to <= w->from || !begin(w))
		return;
	while (w->now > w->from)
		if (w->number != NO_WORK)
			stepwork(w);
		else
			stepthread(w);
	segmentsorder(w->segments);
}
