/* SPDX-License-Identifier: MIT */
/* nst-chrome: events to Chrome's trace event format, for chrome://tracing, Perfetto and DevTools. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "event.h"
#include "json.h"
#include "map.h"
#include "out.h"
#include "stream.h"
#include "track.h"

static const char usage[] = "usage: nst-chrome [--labels] [--object] [--partial] [FILE]\n";

enum { OPT_LABELS = OPT_OWN, OPT_OBJECT, OPT_PARTIAL };

static const struct option options[] = {
	{ "labels", no_argument, NULL, OPT_LABELS },
	{ "object", no_argument, NULL, OPT_OBJECT },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

/* A process of the stream. */
struct process {
	int64_t device;  /* the first it used; meaningful once ondevice */
	bool ondevice;
	struct buf held; /* with --labels: lines that wait for the device, each ended by a NUL */
};

static bool labels, object;
static struct layout layout;
static struct map pids;
static struct process *processes;
static size_t processroom;
static struct buf unclosed; /* lines of ranges never closed, each ended by a NUL: they last to the end of the trace */
static int64_t last = INT64_MIN; /* the end of the trace so far, ns */
static bool any; /* something was written */

static uint32_t
processof(const struct event *ev)
{
	bool fresh;
	uint32_t *id = mapput(&pids, (struct mapkey){ (uint64_t)evnumber(ev, KEY_PID), 0 }, &fresh);

	if (fresh) {
		*id = (uint32_t)pids.used - 1;
		processes = xgrow(processes, &processroom, pids.used, sizeof(*processes));
		processes[*id] = (struct process){ 0 };
	}
	return *id;
}

/* Begins one object of the trace. */
static void
begin(struct stream *s, const char *phase)
{
	bufstr(&s->out, any ? ",\n{\"ph\":\"" : "{\"ph\":\"");
	bufstr(&s->out, phase);
	bufchar(&s->out, '"');
	any = true;
}

/* Writes ns as microseconds with three decimals, exactly. */
static void
putmicros(struct buf *out, int64_t ns)
{
	uint64_t v = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
	char *p;

	if (ns < 0)
		bufchar(out, '-');
	bufuint(out, v / 1000);
	v %= 1000;
	p = bufroom(out, 4);
	p[0] = '.';
	p[1] = (char)('0' + v / 100);
	p[2] = (char)('0' + v / 10 % 10);
	p[3] = (char)('0' + v % 10);
	out->n += 4;
}

/* Writes a metadata object of a track; the name is that of Chrome's format, the text NULL for a sort index. */
static void
putmeta(struct stream *s, const char *name, const struct group *g, const struct track *t, const struct buf *text, int64_t order)
{
	struct buf *out = &s->out;

	begin(s, "M");
	bufprintf(out, ",\"cat\":\"__metadata\",\"name\":\"%s\",\"pid\":%lld,\"tid\":%lld,\"args\":{", name, (long long)g->pid, (long long)t->tid);
	if (text) {
		bufstr(out, "\"name\":\"");
		jsonclean(out, (struct span){ text->p, text->n });
		bufstr(out, "\"}}");
	} else {
		bufprintf(out, "\"sort_index\":%lld}}", (long long)order);
	}
}

/* Writes which track an event is on, announcing it when it is new. */
static void
puttrack(struct stream *s, const struct track *t)
{
	struct group *g = &layout.groups[t->group];

	bufstr(&s->out, ",\"pid\":");
	bufint(&s->out, g->pid);
	bufstr(&s->out, ",\"tid\":");
	bufint(&s->out, t->tid);
}

static struct track *
announce(struct stream *s, const struct event *ev)
{
	struct track *t = layouttrack(&layout, ev);
	struct group *g = &layout.groups[t->group];

	if (!g->announced) {
		putmeta(s, "process_name", g, t, &g->name, 0);
		putmeta(s, "process_sort_index", g, t, NULL, g->order);
		g->announced = true;
	}
	if (!t->announced) {
		putmeta(s, "thread_name", g, t, &t->name, 0);
		putmeta(s, "thread_sort_index", g, t, NULL, t->order);
		t->announced = true;
	}
	return t;
}

static void
putlabels(struct stream *s, const struct event *ev)
{
	const struct process *p = &processes[processof(ev)];

	if (evhas(ev, KEY_DEVICE) || p->ondevice)
		bufprintf(&s->out, ",\"pid\":\"Device %lld\",\"tid\":\"", (long long)(evhas(ev, KEY_DEVICE) ? evnumber(ev, KEY_DEVICE) : p->device));
	else
		bufprintf(&s->out, ",\"pid\":\"Process %lld\",\"tid\":\"", (long long)evnumber(ev, KEY_PID));
	layoutlabel(ev, &s->out);
	bufchar(&s->out, '"');
}

/* Writes the arrow from a call to what it launched: both slices carry one id, a process and a correlation id. */
static void
putflow(struct stream *s, const struct event *ev)
{
	bool from = ev->type == TYPE_CUDA_API, to = evhas(ev, KEY_LAUNCH);
	uint64_t id;

	if (!evhas(ev, KEY_CORR) || from == to)
		return;
	id = ((uint64_t)processof(ev) << 32 | (uint32_t)evnumber(ev, KEY_CORR)) & ((UINT64_C(1) << 53) - 1); /* viewers read it as a double */
	bufstr(&s->out, ",\"bind_id\":");
	bufuint(&s->out, id);
	bufstr(&s->out, from ? ",\"flow_out\":true" : ",\"flow_in\":true");
}

/* Writes one more member of the args. */
static void
putarg(struct buf *out, const struct event *ev, enum event_key key, const char *name)
{
	if (!evhas(ev, key))
		return;
	if (out->p[out->n - 1] != '{')
		bufchar(out, ',');
	bufprintf(out, "\"%s\":", name);
	jsonclean(out, ev->value[key]);
}

/* Writes the args: those of the event, and what Chrome has no place for. */
static void
putargs(struct stream *s, const struct event *ev)
{
	struct buf *out = &s->out;
	struct span args = ev->value[KEY_ARGS];

	bufstr(out, ",\"args\":{");
	if (evhas(ev, KEY_ARGS) && args.p[0] == '{') {
		args.p = jsonspace(args.p + 1);
		args.n = (size_t)(ev->value[KEY_ARGS].p + ev->value[KEY_ARGS].n - 1 - args.p);
		jsonclean(out, args);
	} else {
		putarg(out, ev, KEY_ARGS, "args");
	}
	putarg(out, ev, KEY_VALUE, "value");
	putarg(out, ev, KEY_CORR, "corr");
	putarg(out, ev, KEY_DOMAIN, "domain");
	putarg(out, ev, KEY_OPEN, "open");
	putarg(out, ev, KEY_LAUNCH, "launch");
	putarg(out, ev, KEY_NVTX, "nvtx");
	bufchar(out, '}');
}

/* Writes a string key of the event under a name of Chrome's, or what stands for it. */
static void
puttext(struct buf *out, const char *name, const struct event *ev, enum event_key key, const char *absent)
{
	bufprintf(out, ",\"%s\":", name);
	if (evhas(ev, key))
		jsonclean(out, ev->value[key]);
	else
		bufstr(out, absent);
}

static void
putevent(struct stream *s, const struct event *ev)
{
	struct track *t = labels ? NULL : announce(s, ev);
	bool slice = evhas(ev, KEY_DUR) || evopen(ev);
	struct buf *out = &s->out;

	begin(s, slice ? "X" : evhas(ev, KEY_VALUE) ? "C" : "i");
	puttext(out, "cat", ev, KEY_TYPE, "\"event\"");
	puttext(out, "name", ev, KEY_NAME, evhas(ev, KEY_TYPE) ? "\"(no name)\"" : "\"event\"");
	if (labels)
		putlabels(s, ev);
	else
		puttrack(s, t);
	bufstr(out, ",\"ts\":");
	putmicros(out, ev->number[KEY_TS]);
	if (slice) {
		bufstr(out, ",\"dur\":");
		putmicros(out, evhas(ev, KEY_DUR) ? ev->number[KEY_DUR] : last - ev->number[KEY_TS]);
		putflow(s, ev);
	} else if (!evhas(ev, KEY_VALUE)) {
		bufstr(out, ",\"s\":\"t\"");
	}
	if (evhas(ev, KEY_CNAME))
		puttext(out, "cname", ev, KEY_CNAME, "");
	putargs(s, ev);
	bufchar(out, '}');
	outcheck(out);
}

/* Keeps a line for later. */
static void
hold(struct buf *held, const struct event *ev)
{
	bufspan(held, ev->line);
	bufchar(held, '\0');
}

/* Writes the events of lines that were kept. */
static void
release(struct stream *s, struct buf *held)
{
	struct event ev;
	struct everror error;

	memset(bufroom(held, JSON_SLACK), 0, JSON_SLACK);
	for (size_t at = 0; at < held->n; at += ev.line.n + 1) {
		struct span line = { held->p + at, strlen(held->p + at) };

		evparse(&ev, line, LAYOUT_KEYS | EVKEY(KEY_CORR), &s->stack, &error);
		putevent(s, &ev);
	}
	free(held->p);
	*held = (struct buf){ 0 };
}

/* With --labels a process goes by its first device, which only its first GPU event tells. True when the event has to wait. */
static bool
waits(struct stream *s, const struct event *ev)
{
	struct process *p = &processes[processof(ev)];

	if (evhas(ev, KEY_DEVICE) && layoutgpu(ev) && !p->ondevice) {
		p->ondevice = true;
		p->device = evnumber(ev, KEY_DEVICE);
		release(s, &p->held);
	}
	if (p->ondevice || evhas(ev, KEY_DEVICE))
		return false;
	hold(&p->held, ev);
	return true;
}

static void
event(struct stream *s, const struct event *ev)
{
	if (ev->type == TYPE_META) {
		layoutmeta(&layout, ev, &s->stack);
		return;
	}
	if (evend(ev) > last)
		last = evend(ev);
	if (evopen(ev))
		hold(&unclosed, ev);
	else if (!labels || !waits(s, ev))
		putevent(s, ev);
}

static void
finish(struct stream *s)
{
	for (size_t i = 0; i < pids.used; i++)
		release(s, &processes[i].held);
	release(s, &unclosed);
	if (!any) { /* Perfetto does not know an empty array for a trace */
		begin(s, "M");
		bufstr(&s->out, ",\"cat\":\"__metadata\",\"name\":\"process_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"no events\"}}");
	}
	bufstr(&s->out, object ? "\n]}\n" : "\n]\n");
}

int
main(int argc, char *argv[])
{
	struct stage stage = { .want = LAYOUT_KEYS | EVKEY(KEY_CORR), .event = event, .finish = finish };
	struct stream stream = { 0 };
	enum status status;
	int opt;

	cliinit("nst-chrome", usage);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		labels = labels || opt == OPT_LABELS;
		object = object || opt == OPT_OBJECT;
		stage.partial = stage.partial || opt == OPT_PARTIAL;
	}
	if (argc - optind > 1)
		dieusage("more than one stream named");

	bufstr(&stream.out, object ? "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" : "[\n");
	status = streamrun(&stream, &stage, argv[optind]);
	return outend(&stream.out) ? status : FAILED;
}
