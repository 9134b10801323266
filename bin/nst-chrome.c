/* SPDX-License-Identifier: MIT */
/* nst-chrome: events to Chrome's trace event format, for chrome://tracing, Perfetto and
 * DevTools. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "draw/draw.h"
#include "event.h"
#include "json.h"
#include "out.h"
#include "stream.h"

static const char usage[] = "usage: nst-chrome [--labels] [--object] [--partial] [FILE]\n";

enum { OPT_LABELS = OPT_OWN, OPT_OBJECT, OPT_PARTIAL };

static const struct option options[] = {
	{ "labels", no_argument, NULL, OPT_LABELS },
	{ "object", no_argument, NULL, OPT_OBJECT },
	{ "partial", no_argument, NULL, OPT_PARTIAL },
	CLI_OPTIONS
};

/* With --labels: a process goes by the first device it uses. */
struct process {
	int64_t device;
	bool ondevice;   /* device is known */
	struct buf held; /* lines that wait for it, each ended by a NUL */
};

static bool labels, object;
static struct process *processes; /* by drawprocess */
static size_t processroom, processcount;
static bool any; /* something was written */

static struct process *
processof(struct draw *d, const struct event *ev)
{
	uint32_t number = drawprocess(d, ev);

	GROW(processes, processroom, number + (size_t)1);
	while (processcount <= number)
		processes[processcount++] = (struct process){ 0 };
	return &processes[number];
}

/* What ends the trace. */
static const char *
tail(void)
{
	return object ? "\n]}\n" : "\n]\n";
}

/* Begins one object of the trace. */
static void
begin(struct buf *out, const char *phase)
{
	bufstr(out, any ? ",\n{\"ph\":\"" : "{\"ph\":\"");
	bufstr(out, phase);
	bufchar(out, '"');
	any = true;
}

/* Writes ns as microseconds with three decimals, exactly. */
static void
putmicros(struct buf *out, const char *key, int64_t ns)
{
	uint64_t v = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
	char *p;

	bufstr(out, key);
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

/* Begins a metadata object of a track, up to the value of its one argument. */
static void
beginmeta(struct buf *out, const char *name, const struct group *g, const struct track *t,
    const char *arg)
{
	begin(out, "M");
	bufprintf(out,
	    ",\"cat\":\"__metadata\",\"name\":\"%s\",\"pid\":%lld,\"tid\":%lld,\"args\":{\"%s\":",
	    name, (long long)g->pid, (long long)t->tid, arg);
}

static void
putname(struct buf *out, const char *name, const struct group *g, const struct track *t,
    const struct buf *text)
{
	beginmeta(out, name, g, t, "name");
	bufchar(out, '"');
	jsonclean(out, bufall(text));
	bufstr(out, "\"}}");
}

static void
putorder(struct buf *out, const char *name, const struct group *g, const struct track *t, int order)
{
	beginmeta(out, name, g, t, "sort_index");
	bufint(out, order);
	bufstr(out, "}}");
}

/* Writes the names of a track before its first item. */
static void
announce(struct buf *out, const struct layout *l, struct track *t)
{
	if (t->announced)
		return;
	t->announced = true;
	putname(out, "process_name", &l->groups[t->group], t, &l->groups[t->group].name);
	putname(out, "thread_name", &l->groups[t->group], t, &t->name);
}

/* Writes where an item is drawn. */
static void
putplace(struct buf *out, const struct layout *l, const struct track *t)
{
	bufstr(out, ",\"pid\":");
	bufint(out, l->groups[t->group].pid);
	bufstr(out, ",\"tid\":");
	bufint(out, t->tid);
}

static void
putlabels(struct draw *d, struct buf *out, const struct event *ev)
{
	const struct process *p = processof(d, ev);

	if (evhas(ev, KEY_DEVICE) || p->ondevice)
		bufprintf(out, ",\"pid\":\"Device %lld\",\"tid\":\"",
		    (long long)(evhas(ev, KEY_DEVICE) ? evnumber(ev, KEY_DEVICE) : p->device));
	else
		bufprintf(
		    out, ",\"pid\":\"Process %lld\",\"tid\":\"", (long long)evnumber(ev, KEY_PID));
	layoutlabel(ev, out);
	bufchar(out, '"');
}

static struct buf *
outof(const struct draw *d)
{
	return &((struct stream *)d->arg)->out;
}

/* Writes one more member of the args. */
static void
putarg(struct draw *d, const char *name, struct span value)
{
	struct buf *out = outof(d);

	if (out->p[out->n - 1] != '{')
		bufchar(out, ',');
	bufchar(out, '"');
	bufstr(out, name);
	bufstr(out, "\":");
	jsonclean(out, value);
}

/* Writes the args: those of the event, and what the format has no place for. */
static void
putargs(struct draw *d, const struct item *item)
{
	struct buf *out = outof(d);
	struct span args = item->ev->value[KEY_ARGS];

	bufstr(out, ",\"args\":{");
	/* Each of them would be a series. */
	if (item->shape == COUNTER && evfamily(item->ev->type) == FAMILY_COUNTER) {
		putarg(d, "value", item->ev->value[KEY_VALUE]);
		bufchar(out, '}');
		return;
	}
	if (evhas(item->ev, KEY_ARGS) && args.p[0] == '{') {
		args.p = jsonspace(args.p + 1);
		args.n = (size_t)(item->ev->value[KEY_ARGS].p + item->ev->value[KEY_ARGS].n - 1 -
		    args.p);
		jsonclean(out, args);
	}
	drawargs(d, item, putarg);
	bufchar(out, '}');
}

/* Writes a JSON string under a name. */
static void
puttext(struct buf *out, const char *key, struct span text)
{
	bufstr(out, key);
	jsonclean(out, text);
}

static void
put(struct draw *d, const struct item *item)
{
	static const char *const phases[] = { [SLICE] = "X", [INSTANT] = "i", [COUNTER] = "C" };
	const struct event *ev = item->ev;
	struct buf *out = outof(d);
	struct track *t = &d->layout.tracks[item->track];

	if (!labels)
		announce(out, &d->layout, t);
	begin(out, phases[item->shape]);
	puttext(out, ",\"cat\":", item->category);
	puttext(out, ",\"name\":", item->name);
	if (labels)
		putlabels(d, out, ev);
	else
		putplace(out, &d->layout, t);
	putmicros(out, ",\"ts\":", item->ts);
	if (item->shape == SLICE)
		putmicros(out, ",\"dur\":", item->dur);
	else if (item->shape == INSTANT)
		bufstr(out, ",\"s\":\"t\"");
	if (item->flow) {
		bufstr(out, ",\"bind_id\":");
		bufuint(out, item->flow);
		bufstr(out, item->leaves ? ",\"flow_out\":true" : ",\"flow_in\":true");
	}
	if (item->color) {
		bufstr(out, ",\"cname\":\"");
		bufstr(out, item->color);
		bufchar(out, '"');
	}
	putargs(d, item);
	bufchar(out, '}');
	outcheck(out);
}

/* Draws the events of lines that were held. */
static void
release(struct draw *d, struct buf *held)
{
	struct event ev;
	struct everror error;

	memset(bufroom(held, JSON_SLACK), 0, JSON_SLACK);
	for (size_t at = 0; at < held->n; at += ev.line.n + 1) {
		evparse(&ev, spanof(held->p + at), DRAW_KEYS, d->stack, &error);
		drawevent(d, &ev);
	}
	free(held->p);
	*held = (struct buf){ 0 };
}

/* Whether an event has to wait until the first GPU event of its process tells the device. Releases
 * those that waited. */
static bool
waits(struct draw *d, const struct event *ev)
{
	struct process *p = processof(d, ev);
	struct buf held;

	if (evhas(ev, KEY_DEVICE) && layoutgpu(ev) && !p->ondevice) {
		p->ondevice = true;
		p->device = evnumber(ev, KEY_DEVICE);
		held = p->held;
		p->held = (struct buf){ 0 };
		release(d, &held);
	} else if (!p->ondevice && !evhas(ev, KEY_DEVICE)) {
		bufspan(&p->held, ev->line);
		bufchar(&p->held, '\0');
		return true;
	}
	return false;
}

static void
event(struct stream *s, const struct event *ev)
{
	struct draw *d = s->arg;

	if (ev->type != TYPE_META)
		drawtime(d, ev);
	if (!labels || ev->type == TYPE_META || !waits(d, ev))
		drawevent(d, ev);
}

/* Writes the order of processes and threads, known only now. */
static void
putorders(struct buf *out, const struct layout *l)
{
	for (size_t i = 0; i < l->count; i++) {
		const struct track *t = &l->tracks[i];

		putorder(
		    out, "process_sort_index", &l->groups[t->group], t, l->groups[t->group].order);
		putorder(out, "thread_sort_index", &l->groups[t->group], t, t->order);
	}
}

static void
finish(struct stream *s)
{
	struct draw *d = s->arg;

	for (size_t i = 0; i < processcount; i++)
		release(d, &processes[i].held);
	drawfinish(d);
	if (!labels)
		putorders(&s->out, &d->layout);
	if (!any) { /* Perfetto does not know an empty array for a trace */
		begin(&s->out, "M");
		bufstr(&s->out,
		    ",\"cat\":\"__metadata\",\"name\":\"process_name\",\"pid\":1,\"tid\":2,"
		    "\"args\":{\"name\":\"no events\"}}");
	}
	bufstr(&s->out, tail());
}

/* Ends the trace behind the last whole object; where there is no room even for that it is left
 * open, which viewers forgive an array. */
static void
whole(struct buf *out)
{
	outwhole(out);
	if (out->n >= 2 && out->p[out->n - 2] == ',')
		out->n -= 2;
	if (out->cap - out->n >= strlen(tail()))
		bufstr(out, tail());
}

int
main(int argc, char *argv[])
{
	struct stage stage = {
		.want = DRAW_KEYS, .event = event, .finish = finish, .whole = whole
	};
	struct stream stream = { 0 };
	struct draw draw = { .put = put, .arg = &stream, .stack = &stream.stack };
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

	stream.arg = &draw;
	bufstr(&stream.out, object ? "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" : "[\n");
	status = streamrun(&stream, &stage, argv[optind]);
	drawfree(&draw);
	return outend(&stream.out) ? status : FAILED;
}
