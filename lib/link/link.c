/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "json.h"
#include "link.h"

/* A range as the GPU saw it, on one device. */
struct projected {
	const struct range *range;
	const struct ondevice *sum;
};

static uint32_t
threadof(struct link *l, const struct event *ev)
{
	return scopesthread(&l->scopes, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID));
}

static void
addcall(struct link *l, const struct event *ev)
{
	struct call call = {
		.corr = ev->number[KEY_CORR],
		.ts = ev->number[KEY_TS],
		.dur = evhas(ev, KEY_DUR) ? ev->number[KEY_DUR] : -1,
		.thread = threadof(l, ev),
		.name = scopesname(&l->scopes, ev),
		.scope = SCOPE_NONE,
	};

	callsadd(&l->calls, &l->scopes, &call);
}

/* Finds the scopes of the calls that came at the latest time. */
static void
settle(struct link *l)
{
	for (; l->pending < l->calls.count; l->pending++) {
		struct call *c = &l->calls.p[l->pending];

		c->scope = scopesaround(
		    &l->scopes, c->thread, c->ts, c->dur < 0 ? c->ts : addsat(c->ts, c->dur));
	}
}

/* Sets the call that launched an event. */
static void
setlaunch(struct link *l, struct event *ev, const struct call *call)
{
	struct buf *out = &l->launch;

	out->n = 0;
	bufstr(out, "{\"ts\":");
	bufint(out, call->ts);
	if (call->dur >= 0) {
		bufstr(out, ",\"dur\":");
		bufint(out, call->dur);
	}
	bufstr(out, ",\"tid\":");
	bufint(out, scopestid(&l->scopes, call->thread));
	bufstr(out, ",\"name\":");
	bufspan(out, nameget(&l->scopes.names, call->name));
	bufchar(out, '}');
	jsonpad(out);
	evset(ev, KEY_LAUNCH, bufall(out));
}

/* Sets the names of the ranges of a scope, the outermost first. */
static void
setranges(struct link *l, struct event *ev, uint32_t scope)
{
	const struct scopes *s = &l->scopes;
	struct buf *out = &l->nvtx;
	size_t depth = 0;

	for (; scope != SCOPE_NONE; scope = s->scopes[scope].outer) {
		GROW(l->path, l->pathroom, depth + 1);
		l->path[depth++] = s->ranges[s->scopes[scope].range].name;
	}
	if (depth == 0) {
		evdrop(ev, KEY_NVTX);
		return;
	}
	out->n = 0;
	for (size_t i = depth; i-- > 0;) {
		bufchar(out, i + 1 == depth ? '[' : ',');
		bufspan(out, nameget(&s->names, l->path[i]));
	}
	bufchar(out, ']');
	jsonpad(out);
	evset(ev, KEY_NVTX, bufall(out));
}

/* Takes an event of a GPU. */
static void
launched(struct link *l, struct event *ev)
{
	uint32_t number = SCOPE_NONE;
	const struct call *call;

	if (evhas(ev, KEY_LAUNCH))
		evdie(ev, "the stream is already linked");
	if (evnumber(ev, KEY_CORR) != 0)
		number = callsfind(
		    &l->calls, &l->scopes, evnumber(ev, KEY_PID), ev->number[KEY_CORR]);
	if (number == SCOPE_NONE)
		return;
	if (number >= l->pending) /* at the very time of its call: what opens later comes too late */
		settle(l);
	call = &l->calls.p[number];
	setlaunch(l, ev, call);
	setranges(l, ev, call->scope);
	if (call->scope != SCOPE_NONE && (l->ops & EVTYPE(ev->type)))
		scopesadd(&l->scopes, call->scope, evnumber(ev, KEY_DEVICE), ev->number[KEY_TS],
		    evend(ev));
}

/* Whether an event is a range that calls are matched with: closed, and on the thread it began on. */
static bool
countsasrange(const struct event *ev)
{
	return ev->type == TYPE_NVTX && evhas(ev, KEY_DUR) &&
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
event(struct stage *stage, struct event *ev)
{
	struct link *l = (struct link *)stage;
	int64_t ts = ev->number[KEY_TS];

	evorder(ev, l->now);
	if (ts > l->now)
		settle(l);
	l->now = ts;
	if (ev->type == TYPE_NVTX_KERNEL)
		evdie(ev, "the stream is already linked");
	if (ofgpu(ev))
		launched(l, ev);
	else if (countsasrange(ev))
		scopesopen(&l->scopes, threadof(l, ev), ev);
	else if (ev->type == TYPE_CUDA_API && evnumber(ev, KEY_CORR) != 0)
		addcall(l, ev);
	stagegive(stage, ev);
}

static int
byorder(const void *a, const void *b)
{
	const struct projected *p = a, *q = b;

	if (p->sum->first != q->sum->first)
		return p->sum->first < q->sum->first ? -1 : 1;
	if (p->sum->last != q->sum->last)
		return p->sum->last > q->sum->last ? -1 : 1;
	if (p->range != q->range)
		return p->range < q->range ? -1 : 1; /* outer ranges were entered first */
	return (p->sum->device > q->sum->device) - (p->sum->device < q->sum->device);
}

/* Gives a projected range. */
static void
giveprojected(struct link *l, const struct projected *p)
{
	const struct scopes *s = &l->scopes;
	const struct range *range = p->range;
	struct event ev;

	evmake(&ev, TYPE_NVTX_KERNEL, p->sum->first, &l->stack);
	evsetint(&ev, KEY_DUR, subsat(p->sum->last, p->sum->first));
	evset(&ev, KEY_NAME, nameget(&s->names, range->name));
	evsetint(&ev, KEY_PID, scopespid(s, range->thread));
	evsetint(&ev, KEY_TID, scopestid(s, range->thread));
	evsetint(&ev, KEY_DEVICE, p->sum->device);
	if (range->domain != SCOPE_NONE)
		evset(&ev, KEY_DOMAIN, nameget(&s->names, range->domain));
	l->args.n = 0;
	bufstr(&l->args, "{\"count\":");
	bufint(&l->args, p->sum->count);
	bufstr(&l->args, ",\"sum\":");
	bufint(&l->args, p->sum->time);
	bufstr(&l->args, ",\"range\":{\"ts\":");
	bufint(&l->args, range->ts);
	bufstr(&l->args, ",\"dur\":");
	bufint(&l->args, range->dur);
	bufstr(&l->args, "}}");
	jsonpad(&l->args);
	evset(&ev, KEY_ARGS, bufall(&l->args));
	stagegive(&l->stage, &ev);
}

/* Gives the projected ranges: only now is it certain that nothing more is launched inside them. */
static void
finish(struct stage *stage)
{
	struct link *l = (struct link *)stage;
	const struct scopes *s = &l->scopes;
	struct projected *all = NULL;
	size_t n = 0, room = 0;

	settle(l);
	scopesfold(&l->scopes);
	jsonpad(&l->scopes.names.text);
	for (uint32_t i = 0; i < s->count.ranges; i++)
		for (uint32_t j = s->ranges[i].sums; j != SCOPE_NONE; j = s->sums[j].next) {
			GROW(all, room, n + 1);
			all[n++] = (struct projected){ &s->ranges[i], &s->sums[j] };
		}
	if (n > 0)
		qsort(all, n, sizeof(*all), byorder);
	for (size_t i = 0; i < n; i++)
		giveprojected(l, &all[i]);
	free(all);
}

void
linkinit(struct link *l)
{
	*l = (struct link){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID) |
			    EVKEY(KEY_DEVICE) | EVKEY(KEY_CORR),
			.event = event,
			.finish = finish,
		},
		.ops = EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_GRAPH),
		.now = INT64_MIN,
	};
}

void
linkfree(struct link *l)
{
	scopesfree(&l->scopes);
	callsfree(&l->calls);
	free(l->launch.p);
	free(l->nvtx.p);
	free(l->args.p);
	free(l->stack.p);
	free(l->path);
}
