/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "io/recordsort.h"
#include "link.h"
#include "rangeprojection.h"
#include "stream/reread.h"

/* A GPU event's call may start this much after the event, ns: the clocks differ a little. */
enum { CALL_LATE_MAX = 1000000 };

/* The bytes of a launch without its name and JSON_SLACK, at most: three numbers and four keys. */
enum { LAUNCH_ROOM = 3 * INT_ROOM + 64 };

/* The pool may have this part of recordsortlimit: other programs of a chain need memory, too. */
enum { POOL_SHARE = 8 };

/* The ranges around a call on another thread, which waits for what the call launches. */
struct inherited {
	uint32_t call;
	struct enclosing enclosing;
};

static uint32_t
linkthread(struct link *l, const struct event *ev)
{
	return rangesthread(&l->ranges, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID));
}

/* Finds the ranges around a call, on its own thread and on those that wait for it. */
static void
findcallranges(struct link *l, uint32_t number)
{
	struct callplace call = number + 1 == l->calls.calls.count ?
	    l->latestcall :
	    callplace(&l->calls, number);
	uint32_t thread;

	callchange(&l->calls, number)->enclosing =
	    rangesenclosing(&l->ranges, call.thread, call.ts, call.end);
	if (l->firstpass || (!l->acrossthreads && l->waiters.all.count < WAITERS_ENOUGH))
		waitersadd(&l->waiters, &l->ranges, number, &call);
	else if (l->acrossthreads)
		while ((thread = waitersnext(&l->waiters, number)) != NONE) {
			struct inherited *inherited = pagedappend(&l->inherited);

			inherited->call = number;
			inherited->enclosing =
			    rangesenclosing(&l->ranges, thread, call.ts, call.end);
		}
}

/* Notes the ranges around a projected call at its index in ranges.ranges. */
static void
noteprojectedaround(struct link *l, uint32_t range, struct enclosing enclosing)
{
	while (l->projectedaround.count <= range)
		*(struct enclosing *)pagedappend(&l->projectedaround) =
		    (struct enclosing){ 0, NONE };
	*(struct enclosing *)pagedwrite(&l->projectedaround, range) = enclosing;
}

/* Finds the ranges around an event that gets the key "nvtx" itself. If it is projected, it is one
 * of them: the one with its times. Calls with the same times have the same ranges. */
static void
findinside(struct link *l, struct insideevent *e)
{
	e->enclosing = rangesenclosing(&l->ranges, e->thread, e->ts, e->end);
	l->around.count = 0;
	rangespath(&l->ranges, e->enclosing, &l->around);
	for (size_t i = 0; i < l->around.count; i++) {
		uint32_t range = l->around.p[i];
		int64_t dur = rangesdur(&l->ranges, range);

		if (rangeskind(&l->ranges, range)->type != NONE &&
		    rangests(&l->ranges, range) == e->ts &&
		    (dur < 0 ? INT64_MAX : addsat(e->ts, dur)) == e->end)
			noteprojectedaround(l, range, e->enclosing);
	}
}

/* Finds the ranges around the calls, graph nodes and other events with ts == now. No more ranges
 * start then. */
static void
findpendingranges(struct link *l)
{
	l->unsettled = false;
	for (; l->pending < l->calls.calls.count; l->pending++) {
		findcallranges(l, (uint32_t)l->pending);
		pagestrim(&l->pool);
	}
	for (; l->pendingnodes < l->nodes.count; l->pendingnodes++) {
		struct graphnode *n = &l->nodes.p[l->pendingnodes];

		n->enclosing = rangesenclosing(&l->ranges, n->thread, n->ts, n->end);
	}
	for (; l->insidefound < l->insidecount; l->insidefound++)
		findinside(l, &l->inside[l->insidefound]);
}

/* Sets the key "launch" of an event. */
static void
linksetlaunch(struct link *l, struct event *ev, uint32_t call)
{
	const struct call *c = callat(&l->calls, call);
	const struct callkind *kind = (const void *)pagedstring(&l->calls.kinds, c->kind).p;
	struct span name = pagedstring(&l->ranges.names, kind->name);
	struct buf *out = &l->launch;
	int64_t dur = durunpack(&l->calls.longdurs, call, c->dur);
	char *p;

	out->n = 0;
	p = bufroom(out, LAUNCH_ROOM + name.n + JSON_SLACK);
	p = memputint(memputliteral(p, "{\"ts\":"), joinhalves(kind->ts, c->ts));
	if (dur >= 0)
		p = memputint(memputliteral(p, ",\"dur\":"), dur);
	p = memputint(memputliteral(p, ",\"tid\":"), rangestid(&l->ranges, kind->thread));
	p = memputtext(memputliteral(p, ",\"name\":"), name);
	p = memputliteral(p, "}");
	memset(p, 0, 1 + JSON_SLACK);
	out->n = (size_t)(p - out->p);
	evset(ev, KEY_LAUNCH, bufall(out));
}

/* Sets a key to the names of the path's NVTX ranges. Drops the key if there are none. */
static void
linksetnames(struct link *l, struct event *ev, enum event_key key, const struct path *path,
    struct buf *out)
{
	if (rangespathnames(&l->ranges, path, out))
		evset(ev, key, bufall(out));
	else
		evdrop(ev, key);
}

static const struct inherited *
inheritedat(const struct link *l, size_t index)
{
	return pagedread(&l->inherited, index);
}

/* Returns the index of the call's first element in l->inherited. */
static size_t
firstinherited(const struct link *l, uint32_t call)
{
	size_t low = 0, high = l->inherited.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (inheritedat(l, middle)->call < call)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Sets the ranges around the call of an event and adds the event to their sums. Ranges of waiting
 * threads precede those of the calling thread. */
static void
linksetranges(struct link *l, struct event *ev, uint32_t number, struct devicesum sum)
{
	struct enclosing enclosing = callat(&l->calls, number)->enclosing;
	int64_t inherited = 0;

	sum.inherited = 1;
	for (size_t i = l->inherited.count > 0 ? firstinherited(l, number) : 0;
	     i < l->inherited.count && inheritedat(l, i)->call == number; i++) {
		struct enclosing other = inheritedat(l, i)->enclosing;

		rangespath(&l->ranges, other, &l->around);
		if (sum.count > 0)
			rangesadd(&l->ranges, other, sum);
	}
	for (size_t i = 0; i < l->around.count; i++)
		inherited += rangeskind(&l->ranges, l->around.p[i])->type == NONE;
	sum.inherited = 0;
	rangespath(&l->ranges, enclosing, &l->around);
	if (sum.count > 0)
		rangesadd(&l->ranges, enclosing, sum);
	linksetnames(l, ev, KEY_NVTX, &l->around, &l->nvtx);
	if (inherited > 0)
		evsetint(ev, KEY_INHERITED, inherited);
}

static int
rangecompare(const void *a, const void *b)
{
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;

	return (p > q) - (p < q);
}

/* Adds the work of a graph to the ranges around its capture. The ranges that also enclose the
 * graph's launch have counted it already: for them, a negative sum undoes the addition. */
static void
linkaddcaptured(struct link *l, struct enclosing capture, struct devicesum sum)
{
	struct path *a = &l->around, *b = &l->captured;

	rangesadd(&l->ranges, capture, sum);
	qsort(a->p, a->count, sizeof(*a->p), rangecompare);
	qsort(b->p, b->count, sizeof(*b->p), rangecompare);
	sum.busy = -sum.busy;
	sum.count = -sum.count;
	for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
		if (a->p[i] == b->p[j])
			rangesaddto(&l->ranges, a->p[i], sum);
		if (a->p[i] <= b->p[j])
			i++;
		else
			j++;
	}
}

/* Sets the ranges around the capture of the graph node that an event is an execution of. */
static void
linksetcaptured(struct link *l, struct event *ev, struct devicesum sum)
{
	const struct graphnode *node;
	int64_t number;

	if (!jsonint(evarg(ev, "graph_node"), &number))
		return;
	node = graphnodesoriginal(&l->nodes, evnumber(ev, KEY_PID), number);
	if (!node)
		return;
	l->captured.count = 0;
	rangespath(&l->ranges, node->enclosing, &l->captured);
	linksetnames(l, ev, KEY_CAPTURED, &l->captured, &l->capturednames);
	if (l->graphs && sum.count > 0 && l->captured.count > 0)
		linkaddcaptured(l, node->enclosing, sum);
}

/* Sets the ranges around an event that runs on a thread. */
static void
linkinside(struct link *l, struct event *ev, uint32_t inside)
{
	if (l->firstpass || !l->inside[inside].named)
		return;
	l->around.count = 0;
	rangespath(&l->ranges, l->inside[inside].enclosing, &l->around);
	linksetnames(l, ev, KEY_NVTX, &l->around, &l->nvtx);
}

/* Links a GPU event to its call, or to none for NONE. */
static void __attribute__((noinline))
linkgpuevent(struct link *l, struct event *ev, uint32_t call)
{
	struct devicesum sum = {
		.device = evnumber(ev, KEY_DEVICE),
		.first = ev->number[KEY_TS],
		.last = evend(ev),
		.busy = evnumber(ev, KEY_DUR),
		.count = l->ops & EVTYPE(ev->type) ? 1 : 0,
	};

	if (call != NONE && !callat(&l->calls, call)->launched)
		callchange(&l->calls, call)->launched = 1;
	if (l->firstpass)
		return;
	l->around.count = 0;
	if (call != NONE) {
		linksetlaunch(l, ev, call);
		linksetranges(l, ev, call, sum);
	}
	if (l->nodes.count > 0)
		linksetcaptured(l, ev, sum);
}

/* Returns the call of a GPU event, or NONE. */
static uint32_t
linkcallof(struct link *l, const struct event *ev)
{
	if (evnumber(ev, KEY_CORR) == 0)
		return NONE;
	return callsfind(&l->calls, evnumber(ev, KEY_PID), ev->number[KEY_CORR]);
}

/* Adds a call, and gives it to the events in the queue that wait for it. */
static void __attribute__((noinline))
linkaddcall(struct link *l, const struct event *ev)
{
	int64_t pid = evnumber(ev, KEY_PID), ts = ev->number[KEY_TS];
	struct heldevent *held = heldwaiting(&l->held, pid, ev->number[KEY_CORR]);
	uint32_t call = (uint32_t)l->calls.calls.count;

	l->latestcall = (struct callplace){ ts, evend(ev), linkthread(l, ev) };
	callsadd(&l->calls, &l->ranges, l->latestcall.thread, ev);
	l->unsettled = true;
	for (; held; held = heldpreviouswaiting(&l->held, held)) {
		heldsettle(&l->held, held);
		if (subsat(ts, held->ev->number[KEY_TS]) <= CALL_LATE_MAX)
			held->call = call;
	}
}

/* Returns true if the call of an event is settled: either found, with its enclosing ranges, or no
 * longer expected. */
static inline bool
linkdecided(const struct link *l, const struct heldevent *held)
{
	return !held->waits && (held->call == NONE || held->call < l->pending) &&
	    (held->inside == NONE || held->inside < l->insidefound);
}

/* Sets the keys of an event whose call or ranges are found, and gives it. */
static inline void
linkgive(struct link *l, const struct heldevent *held)
{
	if (held->ongpu) {
		linkgpuevent(l, held->ev, held->call);
		if (!l->firstpass && held->call == NONE && evnumber(held->ev, KEY_CORR) != 0)
			l->callless++;
	}
	if (held->inside != NONE)
		linkinside(l, held->ev, held->inside);
	if (!l->firstpass)
		stagegive(&l->stage, held->ev);
}

/* Returns true if an event that waits for its call still may. */
static inline bool
linkmaywait(const struct link *l, const struct heldevent *held)
{
	return subsat(l->now, held->ev->number[KEY_TS]) <= CALL_LATE_MAX;
}

/* Gives the held events up to the first that is undecided. If all is true, gives every one. */
static void
linkrelease(struct link *l, bool all)
{
	struct heldevent *first;

	while ((first = heldfirst(&l->held))) {
		if (all)
			findpendingranges(l);
		if (first->waits && (all || !linkmaywait(l, first)))
			heldsettle(&l->held, first);
		if (!linkdecided(l, first))
			break;
		first = heldpop(&l->held);
		linkgive(l, first);
		helddrop(first);
		pagestrim(&l->pool);
	}
	if (!first)
		l->insidecount = l->insidefound = 0;
}

/* Gives the held events up to the first that is undecided. There must be some. */
static inline void
linkreleasesome(struct link *l)
{
	const struct heldevent *first = heldfirst(&l->held);

	if (!first->waits || !linkmaywait(l, first))
		linkrelease(l, false);
}

/* Returns true if the type of an event is in the set. */
static inline bool
hastype(const struct typeset *set, const struct event *ev)
{
	if (ev->type != TYPE_OTHER)
		return set->known & EVTYPE(ev->type);
	return evhas(ev, KEY_TYPE) && set->others.used > 0 &&
	    stringisinterned(&set->others, ev->value[KEY_TYPE]);
}

static bool
linkprojects(const struct link *l, const struct event *ev)
{
	return hastype(&l->project, ev) || hastype(&l->libraries, ev);
}

/* Returns the index of an event in link.inside if it or its projection gets the key "nvtx", else
 * NONE. */
static uint32_t __attribute__((noinline))
linkaskinside(struct link *l, const struct event *ev)
{
	bool named;

	if (l->firstpass || !evhas(ev, KEY_TID))
		return NONE;
	named = hastype(&l->project, ev) || hastype(&l->named, ev);
	if (!named && !hastype(&l->libraries, ev))
		return NONE;
	GROW(l->inside, l->insideroom, l->insidecount + 1);
	l->inside[l->insidecount] = (struct insideevent){ ev->number[KEY_TS],
		evisopen(ev) ? INT64_MAX : evend(ev), linkthread(l, ev), named, { 0, NONE } };
	l->unsettled = true;
	return (uint32_t)l->insidecount++;
}

/* Does the same, faster for events whose type is in no set. */
static inline uint32_t
linkinsideof(struct link *l, const struct event *ev)
{
	uint64_t types = l->project.known | l->named.known | l->libraries.known;

	types = (types | EVTYPE(TYPE_OTHER)) & ~EVTYPE(TYPE_NVTX);
	return types & EVTYPE(ev->type) ? linkaskinside(l, ev) : NONE;
}

/* Gives an event at once if no other is held and its call is decided. Else holds it. */
static void
linkpass(struct link *l, const struct heldevent *held)
{
	if (l->held.count > 0 || !linkdecided(l, held))
		heldpush(&l->held, held);
	else
		linkgive(l, held);
}

/* Does the rest of linkevent for a GPU event. */
static void __attribute__((noinline))
linkpassgpu(struct link *l, struct event *ev)
{
	struct heldevent held = { .ev = ev, .call = linkcallof(l, ev), .ongpu = true };

	held.waits = held.call == NONE && evnumber(ev, KEY_CORR) != 0;
	if (l->held.count > 0)
		linkreleasesome(l);
	held.inside = linkinsideof(l, ev);
	linkpass(l, &held);
}

/* Passes an event that no call launched. inside is as in struct heldevent. */
static void __attribute__((noinline))
linkpassother(struct link *l, struct event *ev, uint32_t inside)
{
	linkpass(l, &(struct heldevent){ .ev = ev, .call = NONE, .inside = inside });
}

/* Does the rest of linkevent for another event. */
static inline void
linkpasscpu(struct link *l, struct event *ev)
{
	uint32_t inside;

	if (l->held.count > 0)
		linkreleasesome(l);
	inside = linkinsideof(l, ev);
	if (inside != NONE || l->held.count > 0)
		linkpassother(l, ev, inside);
	else if (!l->firstpass)
		stagegive(&l->stage, ev);
}

/* Returns true if an event is a range that may enclose calls: it has a duration or is open, and it
 * ends on the thread where it started. */
static inline bool
linkisrange(const struct link *l, const struct event *ev)
{
	return linkprojects(l, ev) && (evhas(ev, KEY_DUR) || evisopen(ev)) &&
	    (ev->type == TYPE_NVTX || evhas(ev, KEY_TID)) &&
	    (!evhas(ev, KEY_ENDTID) || ev->number[KEY_ENDTID] == evnumber(ev, KEY_TID));
}

/* Returns true if a call may have launched this event. */
static inline bool
ongpu(const struct link *l, const struct event *ev)
{
	return (EVTYPE(ev->type) & l->gputypes) != 0 ||
	    ((EVTYPE(ev->type) & l->devicetypes) != 0 && evhas(ev, KEY_CORR));
}

static void
linkedalready(const struct event *ev)
{
	evdie(ev, "the stream is already linked");
}

static void
linkheader(struct stage *stage, struct event *ev)
{
	struct link *l = (struct link *)stage;

	if (l->firstpass)
		return;
	if (evhas(ev, KEY_LINKED))
		linkedalready(ev);
	streaminfoheader(&l->info, ev);
	evsettrue(ev, KEY_LINKED);
	stageheader(stage->next, ev);
}

static inline void
linkcheck(struct link *l, const struct event *ev, bool gpu)
{
	if (ev->number[KEY_TS] < l->now) {
		linkrelease(l, true);
		evdieunsorted(ev, l->now);
	}
	if ((EVTYPE(ev->type) & (EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_CALL_KERNEL))) != 0 ||
	    (gpu && evhas(ev, KEY_LAUNCH)))
		linkedalready(ev);
}

static void
linkevent(struct stage *stage, struct event *ev)
{
	struct link *l = (struct link *)stage;
	bool gpu = ongpu(l, ev);
	int64_t ts = ev->number[KEY_TS], end;

	if (!l->firstpass) /* the second pass reports errors */
		linkcheck(l, ev, gpu);
	if (l->unsettled && ts > l->now)
		findpendingranges(l);
	l->now = ts;
	end = evend(ev);
	l->last = end > l->last ? end : l->last;
	if (linkisrange(l, ev))
		rangesopen(&l->ranges, linkthread(l, ev), ev);
	if (ev->type == TYPE_CUDA_API) {
		l->hascalls = true;
		if (evnumber(ev, KEY_CORR) != 0)
			linkaddcall(l, ev);
	} else if (ev->type == TYPE_GRAPH_NODE) {
		l->unsettled |= graphnodesadd(&l->nodes, &l->ranges, ev);
	}
	if (gpu)
		linkpassgpu(l, ev);
	else
		linkpasscpu(l, ev);
	pagestrim(&l->pool);
}

/* Warns if a thread waits in a range for another thread's launches, which do not count there
 * without --across threads. */
static void
warnwaiters(struct link *l)
{
	const struct ranges *s = &l->ranges;
	const struct waiter *first;
	struct buf scratch = { 0 };
	struct span name;

	waitersdecide(&l->waiters, s, &l->calls);
	if (l->waiters.all.count == 0)
		return;
	first = pagedread(&l->waiters.all, 0);
	name = jsontext(pagedstring(&s->names, first->name), &scratch);
	warn("%s: thread %lld waits in a range '%.*s' for the work that thread %lld launches: "
	     "--across threads counts it there, too",
	    l->path, (long long)rangestid(s, first->thread), (int)name.n, name.p,
	    (long long)rangestid(s, callkind(&l->calls, first->call)->thread));
	free(scratch.p);
}

/* Gives the held events before the reader stops at bad input. */
static void
linkstop(struct stage *stage)
{
	linkrelease((struct link *)stage, true);
}

/* Warns if GPU events have no launch because their calls are not in the stream. */
static void
warncallless(const struct link *l)
{
	unsigned long long count = l->callless;
	struct buf by = { 0 };

	if (count == 0)
		return;
	if (filteredcalls(l->info.filtered))
		filteredoptions(l->info.filtered, &by);
	if (by.n > 0)
		warn("%s: %llu GPU events have no launch, since calls of CUDA were filtered out "
		     "(%.*s): filter behind nst-link",
		    l->path, count, (int)by.n, by.p);
	else if (!l->hascalls)
		warn("%s: %llu GPU events have no launch, since no call of CUDA is in the stream: "
		     "if they were filtered out, filter behind nst-link",
		    l->path, count);
	free(by.p);
}

static void
linkfinish(struct stage *stage)
{
	struct link *l = (struct link *)stage;

	findpendingranges(l);
	linkrelease(l, true);
	if (l->firstpass)
		return;
	callsdropindex(&l->calls);
	if (!l->acrossthreads && !l->quiet)
		warnwaiters(l);
	callsfree(&l->calls);
	projectranges(l);
	warncallless(l);
	if (l->ranges.sums.saturated)
		warn("%s: the time of what some range launched is more than a number can hold: "
		     "its args.sum is the largest there is",
		    l->path);
}

/* Calls of libraries that launch GPU work. nst-event(5) has the first two; tools that write streams
 * name others so. */
static const uint64_t knownlibraries = EVTYPE(TYPE_CUBLAS) | EVTYPE(TYPE_CUDNN);
static const char *const otherlibraries[] = {
	"\"cufft\"", "\"cusolver\"", "\"cusparse\"", "\"nccl\""
};

/* Makes everything that grows with the stream, but the waiters. */
static void
linkbegin(struct link *l)
{
	rangesinit(&l->ranges, &l->pool);
	callsinit(&l->calls, &l->pool);
	l->projectedaround = (struct pagedarray){
		.pool = &l->pool, .size = sizeof(struct enclosing)
	};
}

void
linkinit(struct link *l)
{
	*l = (struct link){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID) |
			    EVKEY(KEY_DEVICE) | EVKEY(KEY_CORR) | STREAMINFO_KEYS,
			.header = linkheader,
			.event = linkevent,
			.finish = linkfinish,
			.stop = linkstop,
		},
		.ops = EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_GRAPH),
		.project = { .known = EVTYPE(TYPE_NVTX) },
		.libraries = { .known = knownlibraries },
		.now = INT64_MIN,
		.last = INT64_MIN,
		.pool = { .limit = recordsortlimit() / POOL_SHARE },
		.inherited = { .pool = &l->pool, .size = sizeof(struct inherited) },
		.waiters.all = { .pool = &l->pool, .size = sizeof(struct waiter) },
	};
	linkbegin(l);
	for (enum event_type type = 0; type < TYPE_COUNT; type++) {
		l->gputypes |= evfamily(type) == FAMILY_GPU ? EVTYPE(type) : 0;
		l->devicetypes |= evfamily(type) == FAMILY_DEVICE ? EVTYPE(type) : 0;
	}
	for (size_t i = 0; i < sizeof(otherlibraries) / sizeof(*otherlibraries); i++)
		stringintern(&l->libraries.others, spanof(otherlibraries[i]));
}

/* Resets everything but the options and the waiters. */
static void
linkforget(struct link *l)
{
	rangesfree(&l->ranges);
	callsfree(&l->calls);
	pagedfree(&l->projectedaround);
	linkbegin(l);
	graphnodesfree(&l->nodes);
	heldfree(&l->held);
	l->pending = l->pendingnodes = l->insidecount = l->insidefound = 0;
	l->unsettled = false;
	l->now = l->last = INT64_MIN;
}

const char *
linkfirstpass(struct link *l, const char *path, bool *failed)
{
	l->firstpass = true;
	path = rereadfirstpass(&l->stage, path, failed);
	waitersdecide(&l->waiters, &l->ranges, &l->calls);
	l->firstpass = false;
	linkforget(l);
	return path;
}

void
linkfree(struct link *l)
{
	linkforget(l);
	waitersfree(&l->waiters);
	stringtablefree(&l->project.others);
	stringtablefree(&l->libraries.others);
	stringtablefree(&l->named.others);
	free(l->inside);
	pagedfree(&l->inherited);
	pagepoolfree(&l->pool);
	free(l->around.p);
	free(l->captured.p);
	free(l->launch.p);
	free(l->nvtx.p);
	free(l->capturednames.p);
	free(l->args.p);
	free(l->stack.p);
}
