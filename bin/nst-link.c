/* SPDX-License-Identifier: MIT */
/*
 * nst-link: which call launched a GPU event, and which ranges enclose that call.
 *
 * Each thread keeps the ranges open on it in the order in which they opened. When a call comes, the ranges around it become a scope: a range and the scope
 * outside it, shared by all calls inside. Ranges may cross, so a range may be in several scopes, but on the way from one scope outwards each is met once.
 * GPU events are added up in their call's scope, and at the end each scope is added to its range and to the scope outside it.
 */
#include <stdlib.h>

#include "cli.h"
#include "event.h"
#include "map.h"
#include "out.h"
#include "stream.h"

static const char usage[] = "usage: nst-link [--ops LIST] [--partial] [FILE]\n";

enum { OPT_OPS = OPT_OWN, OPT_PARTIAL };

static const struct option options[] = {
	{ "ops", required_argument, NULL, OPT_OPS },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

#define NONE UINT32_MAX

/* A range that is open. */
struct open {
	int64_t ts, end;       /* ns */
	uint32_t name, domain; /* JSON text in names; no domain is NONE */
	uint32_t range;        /* NONE until a call comes inside */
};

struct thread {
	int64_t pid, tid;
	struct open *open; /* the outermost first */
	size_t count, cap;
	int64_t nextend;   /* the earliest end of those, ns */
	uint32_t scope;    /* of all of those up to scoped */
	size_t scoped;
};

/* A range that a call was made in. */
struct range {
	int64_t ts, dur; /* ns */
	uint32_t name, domain, thread;
	uint32_t sums;   /* the first of its list, or NONE */
};

struct scope {
	uint32_t range, outer, sums;
};

/* What was launched on one device. */
struct sum {
	int64_t device, first, last; /* ns */
	int64_t time, count;
	uint32_t next;
};

struct call {
	int64_t corr, ts, dur; /* ns */
	uint32_t thread, name, scope;
};

static uint32_t ops = 1u << TYPE_KERNEL | 1u << TYPE_GRAPH;

static struct names names;
static struct map threadids;
static struct thread *threads;
static struct range *ranges;
static struct scope *scopes;
static struct sum *sums;
static struct call *calls;
static uint32_t *callslots; /* a call's number plus one, by process and corr */
static struct {
	size_t thread, range, scope, sum, call, slot;
} count, cap;
static size_t pending; /* calls from here on came at the latest time: a range that encloses them may still come */
static int64_t now = INT64_MIN;

/* Makes room for one more element, numbered below NONE. */
static void *
more(void *array, size_t used, size_t *room, size_t size)
{
	if (used >= NONE)
		die("too many calls or ranges");
	return xgrow(array, room, used + 1, size);
}

static uint32_t
threadof(const struct event *ev)
{
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), (uint64_t)evnumber(ev, KEY_TID) };
	bool fresh;
	uint32_t *id = mapput(&threadids, key, &fresh);

	if (fresh) {
		threads = more(threads, count.thread, &cap.thread, sizeof(*threads));
		threads[count.thread] = (struct thread){ .pid = (int64_t)key.a, .tid = (int64_t)key.b, .nextend = INT64_MAX, .scope = NONE };
		*id = (uint32_t)count.thread++;
	}
	return *id;
}

/* The slot of a call in a table whose size is a power of two, or the free one where it belongs. */
static uint32_t *
findcall(int64_t pid, int64_t corr)
{
	uint64_t h = ((uint64_t)pid * 0x9E3779B97F4A7C15u ^ (uint64_t)corr) * 0x9E3779B97F4A7C15u;
	size_t i = (h ^ h >> 32) & (cap.slot - 1);

	for (; callslots[i]; i = (i + 1) & (cap.slot - 1)) {
		const struct call *call = &calls[callslots[i] - 1];

		if (call->corr == corr && threads[call->thread].pid == pid)
			break;
	}
	return &callslots[i];
}

static void
growslots(void)
{
	cap.slot = cap.slot ? cap.slot * 2 : 1024;
	free(callslots);
	callslots = calloc(cap.slot, sizeof(*callslots));
	if (!callslots)
		die("out of memory");
	for (size_t i = 0; i < count.call; i++)
		*findcall(threads[calls[i].thread].pid, calls[i].corr) = (uint32_t)i + 1;
}

/* Forgets the scopes of all but so many of a thread's ranges. */
static void
unscope(struct thread *t, size_t kept)
{
	for (; t->scoped > kept; t->scoped--)
		t->scope = scopes[t->scope].outer;
}

/* Takes a range that opens. One that opens at the same time as others and ends later goes outside them. */
static void
openrange(const struct event *ev)
{
	uint32_t id = threadof(ev);
	struct thread *t = &threads[id];
	struct open range = { .ts = ev->number[KEY_TS], .end = evend(ev), .domain = NONE, .range = NONE };
	size_t at = t->count;

	range.name = nameput(&names, evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "\"\"", 2 });
	if (evhas(ev, KEY_DOMAIN))
		range.domain = nameput(&names, ev->value[KEY_DOMAIN]);
	t->open = xgrow(t->open, &t->cap, t->count + 1, sizeof(*t->open));
	while (at > 0 && t->open[at - 1].ts == range.ts && t->open[at - 1].end < range.end) {
		t->open[at] = t->open[at - 1];
		at--;
	}
	unscope(t, at);
	t->open[at] = range;
	t->count++;
	if (range.end < t->nextend)
		t->nextend = range.end;
}

/* Forgets the ranges that ended before a time. */
static void
closeranges(struct thread *t, int64_t ts)
{
	size_t kept = 0;

	if (t->nextend >= ts)
		return;
	t->nextend = INT64_MAX;
	for (size_t i = 0; i < t->count; i++) {
		if (t->open[i].end < ts) {
			unscope(t, kept);
			continue;
		}
		if (t->open[i].end < t->nextend)
			t->nextend = t->open[i].end;
		t->open[kept++] = t->open[i];
	}
	t->count = kept;
}

/* The scope of a range inside another. */
static uint32_t
addscope(uint32_t thread, struct open *open, uint32_t outer)
{
	if (open->range == NONE) {
		ranges = more(ranges, count.range, &cap.range, sizeof(*ranges));
		open->range = (uint32_t)count.range;
		ranges[count.range++] =
		    (struct range){ .ts = open->ts, .dur = open->end - open->ts, .name = open->name, .domain = open->domain, .thread = thread, .sums = NONE };
	}
	scopes = more(scopes, count.scope, &cap.scope, sizeof(*scopes));
	scopes[count.scope] = (struct scope){ .range = open->range, .outer = outer, .sums = NONE };
	return (uint32_t)count.scope++;
}

/* The scope of the ranges around a call: those open on its thread that end no earlier than it does. */
static uint32_t
scopeof(uint32_t thread, int64_t ts, int64_t end)
{
	struct thread *t = &threads[thread];
	uint32_t scope;
	size_t inside = 0;

	closeranges(t, ts);
	while (inside < t->count && t->open[inside].end >= end)
		inside++;
	for (; t->scoped < inside; t->scoped++)
		t->scope = addscope(thread, &t->open[t->scoped], t->scope);
	scope = t->scope;
	for (size_t i = t->scoped; i > inside; i--)
		scope = scopes[scope].outer;
	for (size_t i = inside; i < t->count; i++) /* crossing ranges: some end inside the call, and others do not */
		if (t->open[i].end >= end)
			scope = addscope(thread, &t->open[i], scope);
	return scope;
}

/* Finds the scopes of the calls that came at the latest time, now that it has passed. */
static void
settle(void)
{
	for (; pending < count.call; pending++) {
		struct call *c = &calls[pending];

		c->scope = scopeof(c->thread, c->ts, c->dur < 0 ? c->ts : c->ts + c->dur);
	}
}

static void
addcall(const struct event *ev)
{
	uint32_t *slot, thread = threadof(ev);
	struct call call = { .corr = ev->number[KEY_CORR], .ts = ev->number[KEY_TS], .dur = -1, .thread = thread, .scope = NONE };

	if (evhas(ev, KEY_DUR))
		call.dur = evend(ev) - call.ts;
	call.name = nameput(&names, evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : (struct span){ "\"\"", 2 });
	calls = more(calls, count.call, &cap.call, sizeof(*calls));
	if (count.call + count.call / 2 >= cap.slot)
		growslots();
	slot = findcall(threads[thread].pid, call.corr);
	calls[count.call++] = call;
	*slot = (uint32_t)count.call; /* of two calls with one id the later one launches what comes next */
}

/* Adds what was launched to the sum of its device in a list. */
static void
addsum(uint32_t *list, const struct sum *s)
{
	struct sum *to;

	for (uint32_t i = *list; i != NONE; i = sums[i].next) {
		to = &sums[i];
		if (to->device != s->device)
			continue;
		to->first = s->first < to->first ? s->first : to->first;
		to->last = s->last > to->last ? s->last : to->last;
		to->time += s->time;
		to->count += s->count;
		return;
	}
	struct sum copy = *s;

	sums = more(sums, count.sum, &cap.sum, sizeof(*sums));
	copy.next = *list;
	sums[count.sum] = copy;
	*list = (uint32_t)count.sum++;
}

/* Writes a GPU event with the call that launched it and the ranges around that. */
static void
putlinked(struct stream *s, const struct event *ev, const struct call *call)
{
	static struct buf path; /* of scopes, the innermost first */
	struct buf *out = &s->out;

	evreopen(out, ev, KEY_NVTX, &s->stack);
	bufstr(out, ",\"launch\":{\"ts\":");
	bufint(out, call->ts);
	if (call->dur >= 0) {
		bufstr(out, ",\"dur\":");
		bufint(out, call->dur);
	}
	bufstr(out, ",\"tid\":");
	bufint(out, threads[call->thread].tid);
	bufstr(out, ",\"name\":");
	bufspan(out, nameget(&names, call->name));
	bufchar(out, '}');
	path.n = 0;
	for (uint32_t i = call->scope; i != NONE; i = scopes[i].outer)
		bufmem(&path, (const char *)&ranges[scopes[i].range].name, sizeof(uint32_t));
	for (const char *p = path.p + path.n; path.n > 0 && p > path.p;) {
		uint32_t name;

		bufstr(out, p == path.p + path.n ? ",\"nvtx\":[" : ",");
		p -= sizeof(name);
		memcpy(&name, p, sizeof(name));
		bufspan(out, nameget(&names, name));
	}
	bufstr(out, path.n > 0 ? "]}" : "}");
	streamput(s);
}

static void
launched(struct stream *s, const struct event *ev)
{
	uint32_t *slot = NULL;
	struct sum sum = { .device = evnumber(ev, KEY_DEVICE), .first = ev->number[KEY_TS], .last = evend(ev), .count = 1, .next = NONE };

	if (evhas(ev, KEY_LAUNCH))
		streamdie(s, "the stream is already linked");
	if (evhas(ev, KEY_CORR) && ev->number[KEY_CORR] != 0 && cap.slot > 0)
		slot = findcall(evnumber(ev, KEY_PID), ev->number[KEY_CORR]);
	if (!slot || !*slot) {
		streamcopy(s, ev);
		return;
	}
	if (pending < count.call)
		settle();
	putlinked(s, ev, &calls[*slot - 1]);
	sum.time = sum.last - sum.first;
	if ((ops & 1u << ev->type) && calls[*slot - 1].scope != NONE)
		addsum(&scopes[calls[*slot - 1].scope].sums, &sum);
}

static void
event(struct stream *s, const struct event *ev)
{
	if (ev->number[KEY_TS] < now)
		streamdie(s, "ts %lld comes after %lld: put the stream in order first: sort -s -t: -k2,2n", (long long)ev->number[KEY_TS], (long long)now);
	if (ev->number[KEY_TS] > now) {
		settle();
		now = ev->number[KEY_TS];
	}
	if (ev->type == TYPE_NVTX_KERNEL)
		streamdie(s, "the stream is already linked");
	if (evfamily(ev->type) == FAMILY_GPU) {
		launched(s, ev);
		return;
	}
	if (ev->type == TYPE_NVTX && evhas(ev, KEY_DUR) && (!evhas(ev, KEY_ENDTID) || ev->number[KEY_ENDTID] == evnumber(ev, KEY_TID)))
		openrange(ev);
	else if (ev->type == TYPE_CUDA_API && evhas(ev, KEY_CORR) && ev->number[KEY_CORR] != 0)
		addcall(ev);
	streamcopy(s, ev);
}

/* Adds each scope to the one outside it, and hands its sums over to its range. Inner scopes come after outer ones. */
static void
fold(void)
{
	for (size_t i = count.scope; i-- > 0;) {
		uint32_t list = scopes[i].sums, next;

		for (uint32_t j = list; j != NONE; j = next) {
			struct sum sum = sums[j];

			next = sum.next;
			if (scopes[i].outer != NONE)
				addsum(&scopes[scopes[i].outer].sums, &sum);
			addsum(&ranges[scopes[i].range].sums, &sum);
		}
	}
}

/* A projected range on one device. */
struct projected {
	const struct range *range;
	const struct sum *sum;
};

static int
byorder(const void *a, const void *b)
{
	const struct projected *x = a, *y = b;

	if (x->sum->first != y->sum->first)
		return x->sum->first < y->sum->first ? -1 : 1;
	if (x->sum->last != y->sum->last)
		return x->sum->last > y->sum->last ? -1 : 1;
	return (x->range > y->range) - (x->range < y->range); /* outer ranges were entered first */
}

static void
putprojected(struct stream *s, const struct projected *p)
{
	struct buf *out = &s->out;

	bufstr(out, "{\"ts\":");
	bufint(out, p->sum->first);
	bufstr(out, ",\"dur\":");
	bufint(out, p->sum->last - p->sum->first);
	bufstr(out, ",\"type\":\"nvtx-kernel\",\"name\":");
	bufspan(out, nameget(&names, p->range->name));
	bufprintf(out, ",\"pid\":%lld,\"tid\":%lld,\"device\":%lld", (long long)threads[p->range->thread].pid, (long long)threads[p->range->thread].tid,
	    (long long)p->sum->device);
	if (p->range->domain != NONE) {
		bufstr(out, ",\"domain\":");
		bufspan(out, nameget(&names, p->range->domain));
	}
	bufprintf(out, ",\"args\":{\"count\":%lld,\"sum\":%lld,\"range\":{\"ts\":%lld,\"dur\":%lld}}}", (long long)p->sum->count, (long long)p->sum->time,
	    (long long)p->range->ts, (long long)p->range->dur);
	streamput(s);
}

static void
finish(struct stream *s)
{
	struct projected *all = NULL;
	size_t n = 0, room = 0;

	settle();
	fold();
	for (size_t i = 0; i < count.range; i++)
		for (uint32_t j = ranges[i].sums; j != NONE; j = sums[j].next) {
			all = xgrow(all, &room, n + 1, sizeof(*all));
			all[n++] = (struct projected){ &ranges[i], &sums[j] };
		}
	if (n > 0)
		qsort(all, n, sizeof(*all), byorder);
	for (size_t i = 0; i < n; i++)
		putprojected(s, &all[i]);
	free(all);
}

static void
addop(void *arg, const char *name, size_t n)
{
	uint32_t *set = arg;
	enum event_type type = evtype((struct span){ name, n });

	if (evfamily(type) != FAMILY_GPU)
		dieusage("--ops: '%.*s' is none of kernel, graph, memcpy, memset", (int)n, name);
	*set |= 1u << type;
}

int
main(int argc, char *argv[])
{
	struct stage stage = { .relay = true, .event = event, .finish = finish };
	struct stream stream = { 0 };
	enum status status;
	int opt;

	cliinit("nst-link", usage);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		if (opt == OPT_OPS) {
			ops = 0;
			clilist("ops", optarg, addop, &ops);
		} else {
			stage.partial = true;
		}
	}
	if (argc - optind > 1)
		dieusage("more than one stream named");
	stage.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_CORR);
	status = streamrun(&stream, &stage, argv[optind]);
	return outend(&stream.out) ? status : FAILED;
}
