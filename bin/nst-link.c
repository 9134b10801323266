/* SPDX-License-Identifier: MIT */
/* nst-link: which call launched a GPU event, and which ranges enclose that call. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "event.h"
#include "mem.h"
#include "out.h"
#include "link/scope.h"
#include "stream.h"

static const char usage[] = "usage: nst-link [--ops LIST] [--partial] [FILE]\n";

enum { OPT_OPS = OPT_OWN, OPT_PARTIAL };

static const struct option options[] = {
	{ "ops", required_argument, NULL, OPT_OPS },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

/* A call that may launch something. */
struct call {
	int64_t corr, ts, dur; /* ns; no duration is -1 */
	uint32_t thread, name, scope;
};

/* A slot of the table of calls. The tag spares a look at most calls that are not the one. */
struct slot {
	uint32_t tag;  /* the lower half of corr */
	uint32_t call; /* its number plus one, 0 in a free slot */
};

/* A range as the GPU saw it, on one device. */
struct projected {
	uint32_t range, sum; /* in scopes */
};

/* Those that a projected range counts. */
static uint64_t ops = EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_GRAPH);
static struct scopes scopes;
static struct call *calls;
static size_t callcount, callroom;
/* Calls from here on came at the latest time: a range that encloses them may still come. */
static size_t pending;
static struct slot *slots; /* hash table of calls by process and corr */
static size_t slotcount; /* a power of two */
static int64_t now = INT64_MIN;

/* The slot of a call, or the free one where it belongs. Calls with neighbouring ids are neighbours
 * in the table: they come and are looked for together. */
static struct slot *
findcall(int64_t pid, int64_t corr)
{
	enum { TOGETHER = 32 };
	uint64_t h = mapspread(mapspread((uint64_t)pid) ^ (uint64_t)corr / TOGETHER);
	size_t i = ((h ^ h >> 32) * TOGETHER + (uint64_t)corr % TOGETHER) & (slotcount - 1);
	uint32_t tag = (uint32_t)corr;

	for (; slots[i].call; i = (i + 1) & (slotcount - 1)) {
		const struct call *call = &calls[slots[i].call - 1];

		if (slots[i].tag == tag && call->corr == corr &&
		    scopespid(&scopes, call->thread) == pid)
			break;
	}
	return &slots[i];
}

/* Makes a call the one of its id. */
static void
putcall(uint32_t number)
{
	const struct call *call = &calls[number];

	*findcall(scopespid(&scopes, call->thread), call->corr) =
	    (struct slot){ (uint32_t)call->corr, number + 1 };
}

static void
growslots(void)
{
	slotcount = slotcount ? slotcount * 2 : 1024;
	slots = xreallocarray(slots, slotcount, sizeof(*slots));
	memset(slots, 0, slotcount * sizeof(*slots));
	for (uint32_t i = 0; i < callcount; i++)
		putcall(i);
}

static void
addcall(const struct event *ev)
{
	struct call call = {
		.corr = ev->number[KEY_CORR], .ts = ev->number[KEY_TS], .dur = -1, .scope = NONE
	};

	call.thread = scopesthread(&scopes, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID));
	call.name = scopesname(&scopes, ev);
	if (evhas(ev, KEY_DUR))
		call.dur = ev->number[KEY_DUR];
	calls = scopesmore(calls, callcount, &callroom, sizeof(*calls));
	if (callcount + callcount / 3 >= slotcount)
		growslots();
	calls[callcount] = call;
	/* Of two calls with one id the later one launches what comes next. */
	putcall((uint32_t)callcount++);
}

/* Finds the scopes of the calls that came at the latest time. */
static void
settle(void)
{
	for (; pending < callcount; pending++) {
		struct call *c = &calls[pending];

		c->scope = scopesaround(
		    &scopes, c->thread, c->ts, c->dur < 0 ? c->ts : addsat(c->ts, c->dur));
	}
}

/* The call that launched an event, or NULL. */
static const struct call *
launcher(const struct event *ev)
{
	uint32_t number;

	if (!evhas(ev, KEY_CORR) || ev->number[KEY_CORR] == 0 || slotcount == 0)
		return NULL;
	number = findcall(evnumber(ev, KEY_PID), ev->number[KEY_CORR])->call;
	return number ? &calls[number - 1] : NULL;
}

/* Writes a key with its comma and an integer. */
static void
putnumber(struct buf *out, const char *key, int64_t v)
{
	bufstr(out, key);
	bufint(out, v);
}

/* Writes the names of the ranges of a scope, the outermost first. */
static void
putpath(struct buf *out, uint32_t scope)
{
	static uint32_t *path; /* the innermost first */
	static size_t room;
	size_t depth = 0;

	for (; scope != NONE; scope = scopes.scopes[scope].outer) {
		GROW(path, room, depth + 1);
		path[depth++] = scopes.ranges[scopes.scopes[scope].range].name;
	}
	for (size_t i = depth; i-- > 0;) {
		bufstr(out, i + 1 == depth ? ",\"nvtx\":[" : ",");
		bufspan(out, nameget(&scopes.names, path[i]));
	}
	if (depth > 0)
		bufchar(out, ']');
}

/* Writes a GPU event with the call that launched it and the ranges around that. */
static void
putlinked(struct stream *s, const struct event *ev, const struct call *call)
{
	struct buf *out = &s->out;

	evreopen(out, ev, EVKEY(KEY_LAUNCH) | EVKEY(KEY_NVTX), &s->stack);
	putnumber(out, ",\"launch\":{\"ts\":", call->ts);
	if (call->dur >= 0)
		putnumber(out, ",\"dur\":", call->dur);
	putnumber(out, ",\"tid\":", scopestid(&scopes, call->thread));
	bufstr(out, ",\"name\":");
	bufspan(out, nameget(&scopes.names, call->name));
	bufchar(out, '}');
	putpath(out, call->scope);
	bufchar(out, '}');
	streamput(s);
}

static void
launched(struct stream *s, const struct event *ev)
{
	const struct call *call = launcher(ev);

	if (evhas(ev, KEY_LAUNCH))
		streamdie(s, "the stream is already linked");
	if (!call) {
		streamcopy(s, ev);
		return;
	}
	/* At the very time of its call: what opens after this record comes too late. */
	if (call >= calls + pending)
		settle();
	putlinked(s, ev, call);
	if (call->scope != NONE && (ops & EVTYPE(ev->type)))
		scopesadd(
		    &scopes, call->scope, evnumber(ev, KEY_DEVICE), ev->number[KEY_TS], evend(ev));
}

/* Whether ranges and calls are matched by this one: closed, and on the thread it began on. */
static bool
countsasrange(const struct event *ev)
{
	return ev->type == TYPE_NVTX && evhas(ev, KEY_DUR) &&
	    (!evhas(ev, KEY_ENDTID) || ev->number[KEY_ENDTID] == evnumber(ev, KEY_TID));
}

static void
event(struct stream *s, const struct event *ev)
{
	int64_t ts = ev->number[KEY_TS];

	if (ts < now)
		streamdie(s,
		    "ts %lld comes after %lld: put the stream in order first: sort -s -t: -k2,2n",
		    (long long)ts, (long long)now);
	if (ts > now)
		settle();
	now = ts;
	if (ev->type == TYPE_NVTX_KERNEL)
		streamdie(s, "the stream is already linked");
	if (evfamily(ev->type) == FAMILY_GPU ||
	    (evfamily(ev->type) == FAMILY_DEVICE && evhas(ev, KEY_CORR))) {
		launched(s, ev);
		return;
	}
	if (countsasrange(ev))
		scopesopen(&scopes,
		    scopesthread(&scopes, evnumber(ev, KEY_PID), evnumber(ev, KEY_TID)), ev);
	else if (ev->type == TYPE_CUDA_API && evhas(ev, KEY_CORR) && ev->number[KEY_CORR] != 0)
		addcall(ev);
	streamcopy(s, ev);
}

static int
byorder(const void *a, const void *b)
{
	const struct projected *p = a, *q = b;
	const struct sum *x = &scopes.sums[p->sum], *y = &scopes.sums[q->sum];

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->last != y->last)
		return x->last > y->last ? -1 : 1;
	if (p->range != q->range)
		return p->range < q->range ? -1 : 1; /* outer ranges were entered first */
	return (x->device > y->device) - (x->device < y->device);
}

static void
putprojected(struct stream *s, const struct projected *p)
{
	const struct range *range = &scopes.ranges[p->range];
	const struct sum *sum = &scopes.sums[p->sum];
	struct buf *out = &s->out;

	putnumber(out, "{\"ts\":", sum->first);
	putnumber(out, ",\"dur\":", subsat(sum->last, sum->first));
	bufstr(out, ",\"type\":\"nvtx-kernel\",\"name\":");
	bufspan(out, nameget(&scopes.names, range->name));
	putnumber(out, ",\"pid\":", scopespid(&scopes, range->thread));
	putnumber(out, ",\"tid\":", scopestid(&scopes, range->thread));
	putnumber(out, ",\"device\":", sum->device);
	if (range->domain != NONE) {
		bufstr(out, ",\"domain\":");
		bufspan(out, nameget(&scopes.names, range->domain));
	}
	putnumber(out, ",\"args\":{\"count\":", sum->count);
	putnumber(out, ",\"sum\":", sum->time);
	putnumber(out, ",\"range\":{\"ts\":", range->ts);
	putnumber(out, ",\"dur\":", range->dur);
	bufstr(out, "}}}");
	streamput(s);
}

/* Writes the projected ranges: only now is it certain that nothing more is launched inside them. */
static void
finish(struct stream *s)
{
	struct projected *all = NULL;
	size_t n = 0, room = 0;

	settle();
	scopesfold(&scopes);
	for (uint32_t i = 0; i < scopes.count.ranges; i++)
		for (uint32_t j = scopes.ranges[i].sums; j != NONE; j = scopes.sums[j].next) {
			GROW(all, room, n + 1);
			all[n++] = (struct projected){ i, j };
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
	enum event_type type = evtype((struct span){ name, n });

	(void)arg;
	if (evfamily(type) != FAMILY_GPU)
		dieusage("--ops: '%.*s' is none of kernel, graph, memcpy, memset, decompress",
		    (int)n, name);
	ops |= EVTYPE(type);
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
			clilist("ops", optarg, addop, NULL);
		} else {
			stage.partial = true;
		}
	}
	if (argc - optind > 1)
		dieusage("more than one stream named");
	stage.want = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_ENDTID) | EVKEY(KEY_DEVICE) |
	    EVKEY(KEY_CORR);

	status = streamrun(&stream, &stage, argv[optind]);
	return outend(&stream.out) ? status : FAILED;
}
