/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "state.h"

static struct stateinterval *
intervalat(const struct state *s, uint64_t place)
{
	size_t at = s->first + (size_t)(place - s->popped);

	return &s->intervals[at < s->room ? at : at - s->room];
}

static void
growintervals(struct state *s)
{
	size_t room = s->room > 0 ? s->room * 2 : 16;
	struct stateinterval *p = xzalloc(room, sizeof(*p));

	for (size_t i = 0; i < s->room; i++)
		p[i] = *intervalat(s, s->popped + i);
	free(s->intervals);
	s->intervals = p;
	s->first = 0;
	s->room = room;
}

/* Appends an interval to the queue. The slot's buffer is reused. */
static void
pushinterval(struct state *s, const struct stateinterval *interval)
{
	struct stateinterval *slot;
	struct buf what;

	if (s->count == s->room)
		growintervals(s);
	slot = intervalat(s, s->popped + s->count++);
	what = slot->blame.what;
	*slot = *interval;
	slot->blame.what = what;
	slot->blame.what.n = 0;
}

static void
popinterval(struct state *s)
{
	s->first = s->first + 1 < s->room ? s->first + 1 : 0;
	s->popped++;
	s->count--;
	s->sortedcount -= s->sortedcount > 0;
}

/* Gives the state of an interval. name is for staterecordwrite. */
static void
givestate(struct state *s, const struct stateinterval *interval, unsigned name)
{
	stagegive(&s->stage,
	    staterecordwrite(&s->record, interval, &s->gpus.p[interval->gpu], name, &s->stack));
}

static void
giveinterval(struct state *s, const struct stateinterval *interval)
{
	givestate(s, interval, interval->works);
}

/* Longer intervals first. */
static int
intervalcompare(const void *a, const void *b)
{
	const struct stateinterval *x = a, *y = b;

	if (x->dur != y->dur)
		return x->dur > y->dur ? -1 : 1;
	return (x->gpu > y->gpu) - (x->gpu < y->gpu);
}

/* Sorts the first intervals of the queue, which have the same start. */
static void
sortintervals(struct state *s, size_t count)
{
	struct stateinterval *p;

	s->sortedcount = count;
	if (count < 2)
		return;
	p = xreallocarray(NULL, count, sizeof(*p));
	for (size_t i = 0; i < count; i++)
		p[i] = *intervalat(s, s->popped + i);
	qsort(p, count, sizeof(*p), intervalcompare);
	for (size_t i = 0; i < count; i++)
		*intervalat(s, s->popped + i) = p[i];
	free(p);
}

/* Returns true if all intervals with the first one's start are closed; sorts them in that case. */
static bool
intervalsready(struct state *s)
{
	if (s->sortedcount > 0)
		return true;
	for (; s->closedcount < s->count; s->closedcount++) {
		const struct stateinterval *interval = intervalat(s, s->popped + s->closedcount);

		if (interval->ts != intervalat(s, s->popped)->ts)
			break;
		if (!interval->closed)
			return false;
	}
	sortintervals(s, s->closedcount);
	s->closedcount = 0;
	return true;
}

/* Returns true if an event goes before an interval with the same ts: a meta event, an open range,
 * or an event that lasts longer. */
static bool
eventprecedes(const struct event *ev, const struct stateinterval *interval)
{
	return ev->type == TYPE_META || evisopen(ev) || evnumber(ev, KEY_DUR) > interval->dur;
}

/* Gives the first interval, unless it was skipped, and removes it from the queue. */
static void
givefirstinterval(struct state *s)
{
	const struct stateinterval *interval = intervalat(s, s->popped);

	if (!interval->skipped)
		giveinterval(s, interval);
	popinterval(s);
}

/* Gives the first event and removes it from the queue. */
static void
givefirstevent(struct state *s)
{
	stagegive(&s->stage, eventqueuefirst(&s->events));
	eventqueuepop(&s->events);
}

/* Merges the queues of events and intervals into the output, as far as no new interval can precede
 * them. If all is true, empties both queues. */
static void
staterelease(struct state *s, bool all)
{
	for (;;) {
		const struct stateinterval *interval =
		    s->count > 0 ? &s->intervals[s->first] : NULL;
		bool any = !eventqueueempty(&s->events);

		if (!interval || (any && s->events.ts < interval->ts)) {
			if (!any || (!all && s->events.ts >= s->now))
				return;
			givefirstevent(s);
			continue;
		}
		if (!intervalsready(s)) {
			s->blocked = s->events.bytes < STATE_HELD_MAX && !all;
			if (s->blocked)
				return;
			intervalat(s, s->popped + s->closedcount)->closed = true;
			intervalat(s, s->popped + s->closedcount)->skipped = true;
			continue;
		}
		/* intervalsready has sorted the intervals */
		if (any && s->events.ts == interval->ts &&
		    eventprecedes(eventqueuefirst(&s->events), interval))
			givefirstevent(s);
		else
			givefirstinterval(s);
	}
}

/* Ends the current interval of a GPU. If events after it were already given, gives it late. */
static void
closeinterval(struct state *s, struct trackedgpu *g, int64_t now, const struct blame *blame)
{
	struct stateinterval *interval = &g->interval, *slot;
	struct buf what;

	g->open = false;
	s->blocked = false;
	interval->dur = subsat(now, interval->ts);
	if (g->position < s->popped || intervalat(s, g->position)->skipped) {
		interval->blame = *blame;
		s->firstlate = s->latecount++ == 0 ? interval->ts : s->firstlate;
		giveinterval(s, interval);
		return;
	}
	slot = intervalat(s, g->position);
	what = slot->blame.what;
	what.n = 0;
	bufspan(&what, bufall(&blame->what));
	*slot = *interval;
	slot->closed = true;
	slot->blame = *blame;
	slot->blame.what = what;
}

/* Starts a new interval if the state of a GPU has changed. All operations that begin or end at
 * s->now must be known. */
static void
updateinterval(struct state *s, uint32_t number)
{
	static const struct blame nothing = { 0 };
	struct trackedgpu *g = &s->gpus.p[number];
	struct stateinterval interval = { .ts = s->now, .gpu = number };

	g->dirty = false;
	for (int work = 0; work < WORK_COUNT; work++)
		interval.works |= g->running[work] > 0 ? 1u << work : 0;
	if (interval.works != 0) {
		interval.hasstep = g->hasstep;
		interval.step = g->hasstep ? g->step : 0;
	}
	if (g->open && interval.works == g->interval.works &&
	    interval.hasstep == g->interval.hasstep && interval.step == g->interval.step)
		return;
	if (g->open)
		closeinterval(s, g, s->now, &nothing);
	g->interval = interval;
	g->open = true;
	g->position = s->popped + s->count;
	pushinterval(s, &interval);
}

static void
updatedirty(struct state *s)
{
	for (size_t i = 0; i < s->dirtycount; i++)
		updateinterval(s, s->dirty[i]);
	s->dirtycount = 0;
}

static void
markdirty(struct state *s, uint32_t number)
{
	if (s->gpus.p[number].dirty)
		return;
	s->gpus.p[number].dirty = true;
	GROW(s->dirty, s->dirtyroom, s->dirtycount + 1);
	s->dirty[s->dirtycount++] = number;
}

/* Ends the operation on top of the heap. */
static void
endfirstop(struct state *s)
{
	struct gpuop op = opheappop(&s->running);
	struct trackedgpu *g = &s->gpus.p[op.gpu];

	g->running[op.work]--;
	g->ended = op;
	if (s->hasended && s->ended.gpu != op.gpu) {
		s->endedelsewhere = s->ended;
		s->hasendedelsewhere = true;
	}
	s->ended = op;
	s->hasended = true;
	markdirty(s, op.gpu);
}

/* Advances the simulated time and ends the operations up to it. */
static void
stateadvance(struct state *s, int64_t now)
{
	while (s->running.count > 0 && s->running.p[0].end <= now) {
		int64_t end = s->running.p[0].end;

		if (end > s->now) {
			updatedirty(s);
			s->now = end;
		}
		endfirstop(s);
	}
	if (now > s->now) {
		if (s->dirtycount > 0)
			updatedirty(s);
		s->now = now;
	}
}

/* Sets the horizon: the earliest start of any idle interval that is or may be open. That is the
 * least lastend of all GPUs. There is none while the calls since the start of the stream are few:
 * they explain why GPUs began late. */
static void
sethorizon(struct state *s)
{
	int64_t horizon = s->now;

	if (!s->host.hashorizon && s->host.intervals <= STATE_START_MAX &&
	    s->host.names.text.n <= STATE_START_NAMES)
		return;
	for (size_t i = 0; i < s->gpus.count; i++)
		if (s->gpus.p[i].begun && s->gpus.p[i].lastend < horizon)
			horizon = s->gpus.p[i].lastend;
	hosthorizon(&s->host, horizon);
}

/* A GPU event, with its launch and the wait of its stream where known. */
struct gpuevent {
	const struct event *ev;
	uint32_t stream;
	bool launched, waited;  /* launch is set; wait is set */
	struct launch launch;
	struct streamwait wait; /* the latest wait of its stream before the launch */
};

/* Returns true for two different streams of one context. */
static bool
samecontext(const struct streamtable *s, uint32_t a, uint32_t b)
{
	return a != b && s->p[a].pid == s->p[b].pid && s->p[a].context == s->p[b].context;
}

/* Blames the device: the event began late though its launch was early enough. */
static void
blamedevice(struct state *s, const struct trackedgpu *g, const struct gpuevent *w,
    struct blame *blame)
{
	bool here = s->ended.gpu == (uint32_t)(g - s->gpus.p);
	const struct gpuop *other = here ? &s->endedelsewhere : &s->ended;
	bool any = here ? s->hasendedelsewhere : s->hasended;

	any = any && subsat(w->ev->number[KEY_TS], other->end) < s->latency;
	blame->cause = "device";
	if (any && (w->waited || other->work == WORK_COMM)) {
		blame->kind = "gpu";
		bufspan(&blame->what, stringat(&s->names, other->name));
	} else if (w->waited) {
		blame->kind = "event";
		if (w->wait.known)
			bufprintf(&blame->what, "\"event %lld\"", (long long)w->wait.event);
	} else if (blame->beforecall > 0 || !g->begun) {
		return; /* what ended before the launch did not hold it up */
	} else if (g->ended.copies && g->ended.stream == w->stream) {
		blame->kind = "copy";
		bufspan(&blame->what, stringat(&s->names, g->ended.name));
	} else if (samecontext(&s->streams, g->ended.stream, w->stream)) {
		blame->kind = "stream";
		bufprintf(&blame->what, "\"stream %lld\"",
		    (long long)s->streams.p[g->ended.stream].stream);
	}
}

/* Divides the idle time [from, to) at the begin and at the end of the launching call. */
static void
divideidle(const struct launch *launch, int64_t from, int64_t to, struct blame *blame)
{
	int64_t end = launch->dur > 0 ? addsat(launch->ts, launch->dur) : launch->ts;
	int64_t began = launch->ts < from ? from : launch->ts > to ? to : launch->ts;
	int64_t returned = end < began ? began : end > to ? to : end;

	blame->beforecall = subsat(began, from);
	blame->incall = subsat(returned, began);
	blame->aftercall = subsat(to, returned);
	blame->hasparts = true;
}

/* Finds the cause of a GPU's time without work from a time, ns, to the event in w. */
static void
explainidle(struct state *s, const struct trackedgpu *g, const struct gpuevent *w, int64_t from,
    struct blame *blame)
{
	int64_t to = w->ev->number[KEY_TS];
	const struct launch *launch = &w->launch;

	if (subsat(to, from) < s->minimum) {
		blame->cause = "short";
		return;
	}
	if (!w->launched) {
		blame->cause = "unknown";
		return;
	}
	divideidle(launch, from, to, blame);
	if (blame->beforecall >= addsat(blame->incall, blame->aftercall)) {
		sethorizon(s);
		hostblame(&s->host, evnumber(w->ev, KEY_PID), launch, from,
		    addsat(from, blame->beforecall), blame);
	} else if (blame->incall >= blame->aftercall) {
		blame->cause = "launch";
		hostcall(launch->name, blame);
	} else if (blame->aftercall < s->latency) {
		blame->cause = "launch latency";
	} else {
		blamedevice(s, g, w, blame);
	}
}

/* Closes the idle interval of a GPU. */
static void
closeidle(struct state *s, struct trackedgpu *g, const struct gpuevent *w)
{
	struct blame blame = { 0 };

	explainidle(s, g, w, g->interval.ts, &blame);
	g->interval.hasstep = g->hasstep;
	g->interval.step = g->step;
	closeinterval(s, g, w->ev->number[KEY_TS], &blame);
	free(blame.what.p);
}

/* Explains the time before the first event of a GPU. */
static void
beginfirst(struct state *s, struct trackedgpu *g, const struct gpuevent *w)
{
	int64_t ts = w->ev->number[KEY_TS];

	g->firstts = ts;
	g->spanstart = tracespanstart(
	    &s->span, streaminfofrom(&s->span.info), streaminfoto(&s->span.info));
	if (g->spanstart < ts)
		explainidle(s, g, w, g->spanstart, &g->before);
}

/* Handles the begin of a GPU event. */
static void
statebegin(struct state *s, const struct event *ev)
{
	uint32_t number = gputableget(&s->gpus, ev);
	struct trackedgpu *g = &s->gpus.p[number];
	struct gpuevent w = { .ev = ev, .stream = streamtableget(&s->streams, ev) };
	struct gpuop op = { .end = evend(ev), .number = s->opcount++, .gpu = number };

	w.launched = evlaunch(ev, &w.launch);
	if (w.launched)
		w.waited = streamtablewaited(&s->streams, w.stream, w.launch.ts, &w.wait);
	g->hasstep = evhas(ev, KEY_STEP);
	g->step = evnumber(ev, KEY_STEP);
	if (!g->begun)
		beginfirst(s, g, &w);
	if (g->open && g->interval.works == 0)
		closeidle(s, g, &w);
	if (w.launched && s->queuecounters)
		streamtablequeue(&s->streams, w.stream, w.launch.ts, ev->number[KEY_TS]);
	s->launches = s->launches || w.launched;
	s->workclassifier.classified = false;
	op.work = (uint8_t)workclassify(&s->workclassifier, ev);
	op.copies = ev->type == TYPE_MEMCPY;
	op.stream = w.stream;
	op.name = stringinternrecent(&s->names,
	    evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : spanof("\"\""), s->recentnames);
	opheappush(&s->running, op);
	g->running[op.work]++;
	if (!g->begun || op.end >= g->lastend) {
		g->lastend = op.end;
		g->lastpid = evnumber(ev, KEY_PID);
		g->lastlaunched = w.launched;
		g->lastlaunch = w.launch;
		g->lastlaunch.name = (struct span){ NULL, 0 };
	}
	g->begun = true;
	markdirty(s, number);
}

/* Ends all operations and gives everything. No GPU event may follow. */
static void
statecloseall(struct state *s)
{
	while (s->running.count > 0)
		stateadvance(s, s->running.p[0].end > s->now ? s->running.p[0].end : s->now);
	updatedirty(s);
	for (size_t i = 0; i < s->gpus.count; i++)
		s->gpus.p[i].open = false;
	staterelease(s, true);
}

/* Gives all earlier output, then ends the program with an error at the event. */
static void
staterefuse(struct state *s, const struct event *ev, const char *why)
{
	staterelease(s, true);
	evdie(ev, "%s", why);
}

static void
stateheader(struct stage *stage, struct event *ev)
{
	struct state *s = (struct state *)stage;

	s->hasheader = true;
	tracespanheader(&s->span, ev);
	if (!evhas(ev, KEY_LINKED))
		staterefuse(s, ev, "the stream is not linked: put nst-link before this program");
	evsettrue(ev, KEY_STATES);
	stageheader(stage->next, ev);
}

/* Ends the program if the stream is not linked, not sorted or already has states. */
static void
statecheck(struct state *s, const struct event *ev)
{
	bool projected = ev->type == TYPE_NVTX_KERNEL || ev->type == TYPE_CALL_KERNEL;
	bool early = s->begun && ev->number[KEY_TS] < s->lastts;

	if (!s->hasheader && !s->partial)
		staterefuse(s, ev,
		    "no header says that the stream is linked: put nst-link before this "
		    "program, or say --partial if that was done");
	if (ev->type == TYPE_GPU_STATE || ev->type == TYPE_GPU_QUEUE)
		staterefuse(s, ev, "the stream has states already");
	if (early && projected && !s->projections) {
		statecloseall(s);
		s->projections = true;
	}
	if (early && !projected) {
		staterelease(s, true);
		evchecksorted(ev, s->lastts);
	}
	if (s->projections && evfamily(ev->type) == FAMILY_GPU)
		staterefuse(s, ev,
		    "a GPU event behind what nst-link puts at the end: put the stream in "
		    "order first: sort -s -t: -k2,2n");
}

static void
stateevent(struct stage *stage, struct event *ev)
{
	struct state *s = (struct state *)stage;

	statecheck(s, ev);
	tracespanevent(&s->span, ev);
	if (s->projections) {
		stagegive(stage, ev);
		return;
	}
	if (!s->begun)
		s->now = ev->number[KEY_TS];
	s->begun = true;
	s->lastts = ev->number[KEY_TS];
	stateadvance(s, ev->number[KEY_TS]);
	if (s->sincehorizon++ >= s->gpus.count) {
		sethorizon(s);
		s->sincehorizon = 0;
	}
	if (evfamily(ev->type) == FAMILY_GPU)
		statebegin(s, ev);
	else if (ev->type == TYPE_CUDA_SYNC)
		streamtablesync(&s->streams, ev);
	else
		hostevent(&s->host, ev);
	if (ev->type == TYPE_META)
		gputablemeta(&s->gpus, ev);
	if (!s->blocked || s->events.bytes >= STATE_HELD_MAX)
		staterelease(s, false);
	eventqueuepush(&s->events, ev);
}

/* The time of a GPU before its first or after its last work. */
struct rest {
	struct stateinterval interval;
	bool after;
};

/* Finds the cause of the time after the last event of a GPU until the end of the span, ns. */
static void
explainafter(struct state *s, const struct trackedgpu *g, int64_t end, struct blame *blame)
{
	if (subsat(end, g->lastend) < s->minimum)
		blame->cause = "short";
	else if (!g->lastlaunched)
		blame->cause = "unknown";
	else
		hostblame(&s->host, g->lastpid, &g->lastlaunch, g->lastend, end, blame);
}

/* Returns the time before the first work of a GPU. */
static struct stateinterval
restbefore(struct state *s, uint32_t number, int64_t start, int64_t end)
{
	struct trackedgpu *g = &s->gpus.p[number];
	struct stateinterval rest = { .ts = start, .gpu = number };

	rest.dur = subsat(g->begun ? g->firstts : end, start);
	if (!g->begun)
		g->before.cause = "unused";
	else if (!g->before.cause) /* a projection that came later has moved the start */
		g->before.cause = rest.dur < s->minimum ? "short" : "unknown";
	else if (g->before.hasparts) /* a later header may have moved the start */
		g->before.beforecall = addsat(g->before.beforecall, subsat(g->spanstart, start));
	rest.blame = g->before;
	return rest;
}

/* Earlier rests first, then the longer ones. */
static int
restcompare(const void *a, const void *b)
{
	const struct rest *x = a, *y = b;

	if (x->interval.ts != y->interval.ts)
		return x->interval.ts < y->interval.ts ? -1 : 1;
	return intervalcompare(&x->interval, &y->interval);
}

/* Finds the rests of all GPUs. Returns their number. */
static size_t
findrests(struct state *s, struct rest *rests)
{
	int64_t from = streaminfofrom(&s->span.info), to = streaminfoto(&s->span.info);
	int64_t start = tracespanstart(&s->span, from, to), end = tracespanend(&s->span, from, to);
	size_t count = 0;

	for (uint32_t i = 0; i < s->gpus.count; i++) {
		const struct trackedgpu *g = &s->gpus.p[i];
		struct stateinterval after = { .ts = g->lastend, .gpu = i };

		rests[count++] = (struct rest){ restbefore(s, i, start, end), false };
		if (!g->begun || g->lastend >= end)
			continue;
		after.dur = subsat(end, g->lastend);
		explainafter(s, g, end, &after.blame);
		rests[count++] = (struct rest){ after, true };
	}
	return count;
}

/* Gives the rests of all GPUs. */
static void
giverests(struct state *s)
{
	struct rest *rests = xzalloc(2 * s->gpus.count + 1, sizeof(*rests));
	size_t count = findrests(s, rests);

	qsort(rests, count, sizeof(*rests), restcompare);
	for (size_t i = 0; i < count; i++) {
		if (rests[i].interval.dur > 0) {
			givestate(s, &rests[i].interval,
			    rests[i].after ? STATE_AFTER : STATE_BEFORE);
			s->latest = rests[i].interval.ts > s->latest ? rests[i].interval.ts
			                                             : s->latest;
		}
		if (rests[i].after)
			free(rests[i].interval.blame.what.p);
	}
	free(rests);
}

/* Gives the held events before the reader stops at bad input. */
static void
statestop(struct stage *stage)
{
	staterelease((struct state *)stage, true);
}

static void
statefinish(struct stage *stage)
{
	struct state *s = (struct state *)stage;
	struct filtered filtered = s->span.info.filtered;

	statecloseall(s);
	tracespanlatest(&s->span, stage->latest);
	giverests(s);
	streamtablegive(&s->streams, stage);
	if (s->launches && !s->host.hascudacalls)
		warn("%s: the stream has no calls of CUDA, so the states of threads are unknown: "
		     "filter behind this program",
		    s->path);
	if (filteredwork(filtered) || filtered.by & FILTEREDBY(INSIDE))
		filteredwarn(filtered, s->path,
		    "idle time has the work that is missing");
	if (s->latecount > 0)
		warn("%s: %llu long states are behind later events, the first at ts %lld: "
		     "sort -s -t: -k2,2n puts them in their places",
		    s->path, (unsigned long long)s->latecount, (long long)s->firstlate);
	if (s->host.truncated > 0)
		warn("%s: idle times in which a thread was in more than %d calls or ranges (%llu): "
		     "the last of them count",
		    s->path, TIMELINE_MAX, (unsigned long long)s->host.truncated);
}

/* The time after the last work may begin later than all events that were read. */
static void
stateend(struct stage *stage, const struct streamend *end)
{
	const struct state *s = (const struct state *)stage;
	struct streamend later = *end;

	later.latest = s->latest > end->latest ? s->latest : end->latest;
	stageend(stage->next, &later);
}

void
stateinit(struct state *s)
{
	*s = (struct state){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID) |
			    EVKEY(KEY_DEVICE) | EVKEY(KEY_CONTEXT) | EVKEY(KEY_STREAM) |
			    EVKEY(KEY_STEP) | EVKEY(KEY_FROM) | EVKEY(KEY_TO),
			.header = stateheader,
			.event = stateevent,
			.finish = statefinish,
			.stop = statestop,
			.end = stateend,
		},
		.latest = INT64_MIN,
		.latency = STATE_LATENCY,
		.now = INT64_MIN,
	};
}

void
statefree(struct state *s)
{
	for (size_t i = 0; i < s->room; i++)
		free(s->intervals[i].blame.what.p);
	workclassifierfree(&s->workclassifier);
	gputablefree(&s->gpus);
	hostfree(&s->host);
	streamtablefree(&s->streams);
	eventqueuefree(&s->events);
	stringtablefree(&s->names);
	free(s->running.p);
	free(s->dirty);
	free(s->intervals);
	free(s->record.line.p);
	free(s->stack.p);
}
