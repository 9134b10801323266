/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "link.h"
#include "project.h"
#include "stream/reread.h"

enum {
	/* How far behind a GPU event its call may come, ns: clocks differ a little. */
	LATE = 1000000,
	HELD_MOST = 2048 /* how many events wait, at most */
};

/* The ranges of a thread that waits for what a call launches. */
struct inherited {
	uint32_t call;
	struct around around;
};

static uint32_t
linkthreadof(struct link *l, const struct event *ev)
{
	return scopesthread(&l->scopes, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID));
}

/* Finds the ranges around a call. */
static void
settlecall(struct link *l, uint32_t number)
{
	uint32_t thread = callkind(&l->calls, number)->thread;
	int64_t ts = callts(&l->calls, number), end = callend(&l->calls, number);

	l->calls.p[number].around = scopesaround(&l->scopes, thread, ts, end);
	if (l->rehearsal || (!l->across && l->waiters.count < ACROSS_SOME))
		acrosscall(&l->waiters, &l->scopes, &l->calls, number);
	else if (l->across)
		while ((thread = acrossnext(&l->waiters, number)) != NONE) {
			GROW(l->inherited, l->inheritedroom, l->inheritances + 1);
			l->inherited[l->inheritances++] = (struct inherited){ number,
				scopesaround(&l->scopes, thread, ts, end) };
		}
}

/* Finds the ranges around what came at the latest time. */
static void
linksettle(struct link *l)
{
	for (; l->pending < l->calls.count; l->pending++)
		settlecall(l, (uint32_t)l->pending);
	for (; l->pendingnodes < l->nodes.count; l->pendingnodes++) {
		struct node *n = &l->nodes.p[l->pendingnodes];

		n->around = scopesaround(&l->scopes, n->thread, n->ts, n->end);
	}
}

/* Sets the call that launched an event. */
static void
setlaunch(struct link *l, struct event *ev, uint32_t call)
{
	const struct callkind *kind = callkind(&l->calls, call);
	struct buf *out = &l->launch;
	int64_t dur = calldur(&l->calls, call);

	out->n = 0;
	bufstr(out, "{\"ts\":");
	bufint(out, callts(&l->calls, call));
	if (dur >= 0) {
		bufstr(out, ",\"dur\":");
		bufint(out, dur);
	}
	bufstr(out, ",\"tid\":");
	bufint(out, scopestid(&l->scopes, kind->thread));
	bufstr(out, ",\"name\":");
	bufspan(out, stringat(&l->scopes.names, kind->name));
	bufchar(out, '}');
	jsonpad(out);
	evset(ev, KEY_LAUNCH, bufall(out));
}

/* Sets a key to the names of those ranges of a path that are of type nvtx; drops it where there are
 * none. */
static void
setnames(struct link *l, struct event *ev, enum event_key key, const struct path *path,
    struct buf *out)
{
	out->n = 0;
	for (size_t i = 0; i < path->count; i++) {
		if (scopeskind(&l->scopes, path->p[i])->type != NONE)
			continue;
		bufchar(out, out->n == 0 ? '[' : ',');
		bufspan(out, stringat(&l->scopes.names, path->p[i]->name));
	}
	if (out->n == 0) {
		evdrop(ev, key);
		return;
	}
	bufchar(out, ']');
	jsonpad(out);
	evset(ev, key, bufall(out));
}

/* The first of what a call inherits. */
static size_t
firstinherited(const struct link *l, uint32_t call)
{
	size_t low = 0, high = l->inheritances;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (l->inherited[middle].call < call)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Sets the ranges around the call of an event, those of threads that wait for it first, and adds
 * the event to them. */
static void
setranges(struct link *l, struct event *ev, uint32_t number, struct ondevice sum)
{
	const struct call *call = &l->calls.p[number];
	int64_t inherited = 0;

	sum.inherited = 1;
	for (size_t i = firstinherited(l, number);
	     i < l->inheritances && l->inherited[i].call == number; i++) {
		scopespath(&l->scopes, l->inherited[i].around, &l->around);
		if (sum.count > 0)
			scopesadd(&l->scopes, l->inherited[i].around, sum);
	}
	for (size_t i = 0; i < l->around.count; i++)
		inherited += scopeskind(&l->scopes, l->around.p[i])->type == NONE;
	sum.inherited = 0;
	scopespath(&l->scopes, call->around, &l->around);
	if (sum.count > 0)
		scopesadd(&l->scopes, call->around, sum);
	setnames(l, ev, KEY_NVTX, &l->around, &l->nvtx);
	if (inherited > 0)
		evsetint(ev, KEY_INHERITED, inherited);
}

static int
byrange(const void *a, const void *b)
{
	const struct range *p = *(const struct range *const *)a;
	const struct range *q = *(const struct range *const *)b;

	return (p > q) - (p < q);
}

/* Adds what a graph launched to the ranges around its capture, but for those that hold the launch,
 * too. */
static void
addcaptured(struct link *l, struct around around, struct ondevice sum)
{
	struct path *a = &l->around, *b = &l->captured;

	scopesadd(&l->scopes, around, sum);
	qsort(a->p, a->count, sizeof(*a->p), byrange);
	qsort(b->p, b->count, sizeof(*b->p), byrange);
	sum.time = -sum.time;
	sum.count = -sum.count;
	for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
		if (a->p[i] == b->p[j])
			scopesaddrange(&l->scopes, a->p[i], sum);
		if (a->p[i] <= b->p[j])
			i++;
		else
			j++;
	}
}

/* Sets the ranges around the capture of the graph's node that an event is the work of. */
static void
setcaptured(struct link *l, struct event *ev, struct ondevice sum)
{
	const struct node *node;
	int64_t number;

	if (!jsonint(evarg(ev, "graph_node"), &number))
		return;
	node = nodesorigin(&l->nodes, evnumber(ev, KEY_PID), number);
	if (!node)
		return;
	l->captured.count = 0;
	scopespath(&l->scopes, node->around, &l->captured);
	setnames(l, ev, KEY_CAPTURED, &l->captured, &l->nodenames);
	if (l->graphs && sum.count > 0 && l->captured.count > 0)
		addcaptured(l, node->around, sum);
}

/* Links an event of a GPU with its call, where that is known, and gives it. */
static void
linkevent(struct link *l, struct event *ev, uint32_t call)
{
	struct ondevice sum = {
		.device = evnumber(ev, KEY_DEVICE),
		.first = ev->number[KEY_TS],
		.last = evend(ev),
		.time = evnumber(ev, KEY_DUR),
		.count = l->ops & EVTYPE(ev->type) ? 1 : 0,
	};

	if (call != NONE)
		l->calls.p[call].launched = 1;
	if (l->rehearsal)
		return;
	l->around.count = 0;
	if (call != NONE) {
		setlaunch(l, ev, call);
		setranges(l, ev, call, sum);
	}
	if (l->nodes.count > 0)
		setcaptured(l, ev, sum);
}

/* The call of an event of a GPU, or NONE. */
static uint32_t
callof(const struct link *l, const struct event *ev)
{
	if (evnumber(ev, KEY_CORR) == 0)
		return NONE;
	return callsfind(&l->calls, evnumber(ev, KEY_PID), ev->number[KEY_CORR]);
}

/* Whether the first event that waits is known to have a call, or none; with last it has to be. */
static bool
decided(struct link *l, struct held *held, bool last)
{
	if (held->waits) {
		int64_t ts = held->ev->number[KEY_TS];

		if (held->calls < l->calls.count)
			held->call = callof(l, held->ev);
		held->calls = l->calls.count;
		if (held->call != NONE && subsat(callts(&l->calls, held->call), ts) > LATE)
			held->call = NONE;
		held->waits = held->call == NONE && subsat(l->now, ts) <= LATE && !last;
	}
	return !held->waits && (held->call == NONE || held->call < l->pending);
}

/* Gives events that waited as far as they are decided; with all, each of them. */
static void
linkrelease(struct link *l, bool all)
{
	struct held *first;

	while ((first = holdfirst(&l->hold))) {
		bool full = l->hold.count > HELD_MOST;
		struct held held;

		if (full || all)
			linksettle(l);
		if (!decided(l, first, full || all))
			break;
		held = holdtake(&l->hold);
		if (held.ofgpu)
			linkevent(l, held.ev, held.call);
		if (!l->rehearsal)
			stagegive(&l->stage, held.ev);
	}
}

/* Gives an event, now or once all before it are decided and it is. */
static void
linkpass(struct link *l, struct event *ev, struct held held)
{
	held.ev = ev;
	if (holdfirst(&l->hold) || !decided(l, &held, false)) {
		holdadd(&l->hold, held);
		return;
	}
	if (held.ofgpu)
		linkevent(l, ev, held.call);
	if (!l->rehearsal)
		stagegive(&l->stage, ev);
}

/* Whether an event is a range that calls are matched with: it lasts, and ends on the thread it
 * began on. */
static bool
countsasrange(const struct link *l, const struct event *ev)
{
	bool type = ev->type == TYPE_NVTX || l->project.ours & EVTYPE(ev->type);

	if (ev->type == TYPE_OTHER)
		type = evhas(ev, KEY_TYPE) && l->project.others.used > 0 &&
		    stringisinterned(&l->project.others, ev->value[KEY_TYPE]);
	return type && (evhas(ev, KEY_DUR) || evisopen(ev)) &&
	    (ev->type == TYPE_NVTX || evhas(ev, KEY_TID)) &&
	    (!evhas(ev, KEY_ENDTID) || ev->number[KEY_ENDTID] == evnumber(ev, KEY_TID));
}

/* Whether an event is of a GPU, and may have been launched. */
static bool
ofgpu(const struct event *ev)
{
	enum event_family family = evfamily(ev->type);

	return family == FAMILY_GPU || (family == FAMILY_DEVICE && evhas(ev, KEY_CORR));
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

	if (l->rehearsal)
		return;
	if (evhas(ev, KEY_LINKED))
		linkedalready(ev);
	evsettrue(ev, KEY_LINKED);
	stageheader(stage->next, ev);
}

/* Ends the program when an event is out of order, or was linked before. */
static void
linkcheck(struct link *l, const struct event *ev)
{
	if (ev->number[KEY_TS] < l->now)
		linkrelease(l, true);
	evchecksorted(ev, l->now);
	if (ev->type == TYPE_NVTX_KERNEL || ev->type == TYPE_CALL_KERNEL ||
	    (ofgpu(ev) && evhas(ev, KEY_LAUNCH)))
		linkedalready(ev);
}

static void
event(struct stage *stage, struct event *ev)
{
	struct link *l = (struct link *)stage;
	struct held held = { .call = NONE, .ofgpu = ofgpu(ev) };
	int64_t ts = ev->number[KEY_TS];

	if (!l->rehearsal) /* the second reading says what is wrong */
		linkcheck(l, ev);
	if (ts > l->now && (l->pending < l->calls.count || l->pendingnodes < l->nodes.count))
		linksettle(l);
	l->now = ts;
	l->last = evend(ev) > l->last ? evend(ev) : l->last;
	if (countsasrange(l, ev))
		scopesopen(&l->scopes, linkthreadof(l, ev), ev);
	if (ev->type == TYPE_CUDA_API && evnumber(ev, KEY_CORR) != 0)
		callsadd(&l->calls, &l->scopes, linkthreadof(l, ev), ev);
	else if (ev->type == TYPE_GRAPH_NODE)
		nodesadd(&l->nodes, &l->scopes, ev);
	held.waits = held.ofgpu && evnumber(ev, KEY_CORR) != 0;
	if (l->hold.count > 0)
		linkrelease(l, false);
	linkpass(l, ev, held);
}

/* Says so when a thread waits in a range for launches of another, which do not count there. */
static void
warnwaiters(struct link *l)
{
	struct across *a = &l->waiters;
	const struct scopes *s = &l->scopes;
	struct buf scratch = { 0 };
	struct span name;

	acrossdecide(a, s, &l->calls);
	if (a->count == 0)
		return;
	jsonpad(&l->scopes.names.text);
	name = jsontext(stringat(&s->names, a->p[0].name), &scratch);
	warn("%s: thread %lld waits in a range '%.*s' for what thread %lld launches: "
	     "--across threads counts that there, too",
	    l->path, (long long)scopestid(s, a->p[0].thread), (int)name.n, name.p,
	    (long long)scopestid(s, callkind(&l->calls, a->p[0].call)->thread));
	free(scratch.p);
}

/* Gives what waits when the input goes wrong. */
static void
linkstop(struct stage *stage)
{
	linkrelease((struct link *)stage, true);
}

static void
linkfinish(struct stage *stage)
{
	struct link *l = (struct link *)stage;

	linksettle(l);
	linkrelease(l, true);
	if (l->rehearsal)
		return;
	callsfound(&l->calls);
	if (!l->across)
		warnwaiters(l);
	callsfree(&l->calls);
	projectall(l);
	if (l->scopes.sums.saturated)
		warn("%s: the time of what some range launched is more than a number can hold: "
		     "its args.sum is the largest there is",
		    l->path);
}

void
linkinit(struct link *l)
{
	*l = (struct link){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID) |
			    EVKEY(KEY_DEVICE) | EVKEY(KEY_CORR),
			.header = linkheader,
			.event = event,
			.finish = linkfinish,
			.stop = linkstop,
		},
		.ops = EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_GRAPH),
		.project = { .ours = EVTYPE(TYPE_NVTX) },
		.now = INT64_MIN,
		.last = INT64_MIN,
	};
}

/* Forgets what was read, but for the options and who waits. */
static void
linkforget(struct link *l)
{
	scopesfree(&l->scopes);
	callsfree(&l->calls);
	nodesfree(&l->nodes);
	holdfree(&l->hold);
	l->pending = l->pendingnodes = 0;
	l->now = l->last = INT64_MIN;
}

const char *
linkrehearse(struct link *l, const char *path, bool *failed)
{
	l->rehearsal = true;
	path = rereadfirstpass(&l->stage, path, failed);
	acrossdecide(&l->waiters, &l->scopes, &l->calls);
	l->rehearsal = false;
	linkforget(l);
	return path;
}

void
linkfree(struct link *l)
{
	linkforget(l);
	acrossfree(&l->waiters);
	stringtablefree(&l->project.others);
	free(l->inherited);
	free(l->around.p);
	free(l->captured.p);
	free(l->launch.p);
	free(l->nvtx.p);
	free(l->nodenames.p);
	free(l->args.p);
	free(l->stack.p);
}
