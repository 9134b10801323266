/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "chrome.h"
#include "json.h"
#include "out.h"
#include "record.h"

/* With labels: a process goes by the first device it uses. */
struct labelled {
	int64_t device;
	bool ondevice;   /* device is known */
	struct buf held; /* lines that wait for it, each ended by a NUL */
};

static struct labelled *
processof(struct chrome *c, const struct event *ev)
{
	uint32_t number = drawprocess(&c->draw, ev);

	GROW(c->processes, c->processroom, number + (size_t)1);
	while (c->processcount <= number)
		c->processes[c->processcount++] = (struct labelled){ 0 };
	return &c->processes[number];
}

/* What ends the trace. */
static const char *
tail(const struct chrome *c)
{
	return c->object ? "\n]}\n" : "\n]\n";
}

/* Begins one object of the trace. */
static void
beginobject(struct chrome *c, const char *phase)
{
	bufstr(&c->out, c->any ? ",\n{\"ph\":\"" : "{\"ph\":\"");
	bufstr(&c->out, phase);
	bufchar(&c->out, '"');
	c->any = true;
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
beginmeta(struct chrome *c, const char *name, const struct track *t, const char *arg)
{
	beginobject(c, "M");
	bufprintf(&c->out,
	    ",\"cat\":\"__metadata\",\"name\":\"%s\",\"pid\":%lld,\"tid\":%lld,\"args\":{\"%s\":",
	    name, (long long)c->draw.layout.groups[t->group].pid, (long long)t->tid, arg);
}

static void
putname(struct chrome *c, const char *name, const struct track *t, const struct buf *text)
{
	beginmeta(c, name, t, "name");
	bufchar(&c->out, '"');
	jsonclean(&c->out, bufall(text));
	bufstr(&c->out, "\"}}");
}

static void
putorder(struct chrome *c, const char *name, const struct track *t, int order)
{
	beginmeta(c, name, t, "sort_index");
	bufint(&c->out, order);
	bufstr(&c->out, "}}");
}

/* Writes the names of a track before its first item. */
static void
announce(struct chrome *c, struct track *t)
{
	if (t->announced)
		return;
	t->announced = true;
	putname(c, "process_name", t, &c->draw.layout.groups[t->group].name);
	putname(c, "thread_name", t, &t->name);
}

/* Writes where an item is drawn. */
static void
putplace(struct chrome *c, const struct track *t)
{
	bufstr(&c->out, ",\"pid\":");
	bufint(&c->out, c->draw.layout.groups[t->group].pid);
	bufstr(&c->out, ",\"tid\":");
	bufint(&c->out, t->tid);
}

static void
putlabels(struct chrome *c, const struct event *ev)
{
	const struct labelled *p = processof(c, ev);

	if (evhas(ev, KEY_DEVICE) || p->ondevice)
		bufprintf(&c->out, ",\"pid\":\"Device %lld\",\"tid\":\"",
		    (long long)(evhas(ev, KEY_DEVICE) ? evnumber(ev, KEY_DEVICE) : p->device));
	else
		bufprintf(&c->out, ",\"pid\":\"Process %lld\",\"tid\":\"",
		    (long long)evnumber(ev, KEY_PID));
	layoutlabel(ev, &c->out);
	bufchar(&c->out, '"');
}

/* Writes one more member of the args. */
static void
putarg(struct draw *d, const char *name, struct span value)
{
	struct chrome *c = d->arg;

	recordmember(&c->out, name);
	jsonclean(&c->out, value);
}

/* Writes the args: those of the event, and what the format has no place for. */
static void
putargs(struct chrome *c, const struct item *item)
{
	const struct event *ev = item->ev;
	struct span args = ev->value[KEY_ARGS];
	const char *inside;

	bufstr(&c->out, ",\"args\":{");
	if (item->shape == SHAPE_COUNTER && evfamily(ev->type) == FAMILY_COUNTER) {
		putarg(&c->draw, "value", ev->value[KEY_VALUE]); /* any other would be a series */
		bufchar(&c->out, '}');
		return;
	}
	if (evhas(ev, KEY_ARGS) && args.p[0] == '{') {
		inside = jsonspace(args.p + 1);
		jsonclean(
		    &c->out, (struct span){ inside, (size_t)(args.p + args.n - 1 - inside) });
	}
	drawargs(&c->draw, item, putarg);
	bufchar(&c->out, '}');
}

/* Writes a JSON string under a name. */
static void
puttext(struct buf *out, const char *key, struct span text)
{
	bufstr(out, key);
	jsonclean(out, text);
}

/* Writes what the format has keys for, besides where and when: the arrow and the colour. */
static void
putlooks(struct buf *out, const struct item *item)
{
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
}

static void
put(struct draw *d, const struct item *item)
{
	static const char *const phases[] = { [SHAPE_SLICE] = "X", [SHAPE_INSTANT] = "i", [SHAPE_COUNTER] = "C" };
	struct chrome *c = d->arg;
	struct track *t = &d->layout.tracks[item->track];
	struct buf *out = &c->out;

	if (!c->labels)
		announce(c, t);
	beginobject(c, phases[item->shape]);
	puttext(out, ",\"cat\":", item->category);
	puttext(out, ",\"name\":", item->name);
	if (c->labels)
		putlabels(c, item->ev);
	else
		putplace(c, t);
	putmicros(out, ",\"ts\":", item->ts);
	if (item->shape == SHAPE_SLICE)
		putmicros(out, ",\"dur\":", item->dur);
	else if (item->shape == SHAPE_INSTANT)
		bufstr(out, ",\"s\":\"t\"");
	putlooks(out, item);
	putargs(c, item);
	bufchar(out, '}');
	outcheck(out);
}

/* Draws the events of lines that were held. */
static void
release(struct chrome *c, struct buf *held)
{
	struct draw *d = &c->draw;
	struct everror error;
	struct event ev = { 0 };

	jsonpad(held);
	for (size_t at = 0; at < held->n; at += ev.line.n + 1) {
		evparse(&ev, spanof(held->p + at), DRAW_KEYS, &d->stack, &error);
		drawevent(d, &ev);
	}
	free(held->p);
	*held = (struct buf){ 0 };
}

/* Whether an event has to wait until the first GPU event of its process tells the device. Releases
 * those that waited. */
static bool
waits(struct chrome *c, const struct event *ev)
{
	struct labelled *p = processof(c, ev);
	struct buf held;

	if (evhas(ev, KEY_DEVICE) && layoutgpu(ev) && !p->ondevice) {
		p->ondevice = true;
		p->device = evnumber(ev, KEY_DEVICE);
		held = p->held;
		p->held = (struct buf){ 0 };
		release(c, &held);
	} else if (!p->ondevice && !evhas(ev, KEY_DEVICE)) {
		recordkeep(&p->held, ev);
		return true;
	}
	return false;
}

static void
event(struct stage *stage, struct event *ev)
{
	struct chrome *c = (struct chrome *)stage;

	if (ev->type != TYPE_META)
		drawtime(&c->draw, ev);
	if (!c->labels || ev->type == TYPE_META || !waits(c, ev))
		drawevent(&c->draw, ev);
}

/* Ends the trace behind the last whole object; where there is no room even for that it is left
 * open, which viewers forgive an array. Without an object there is no trace. */
static void
cut(struct buf *out, void *arg)
{
	const struct chrome *c = arg;
	const char *end = tail(c);

	outwhole(out);
	if (!c->any) {
		out->n = 0;
		return;
	}
	if (out->n >= 2 && out->p[out->n - 2] == ',')
		out->n -= 2;
	if (out->cap - out->n >= strlen(end))
		bufstr(out, end);
}

static void
begin(struct stage *stage)
{
	struct chrome *c = (struct chrome *)stage;

	c->draw.put = put;
	c->draw.arg = c;
	outpending(&c->out, cut, c);
	bufstr(&c->out, c->object ? "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" : "[\n");
}

/* Writes the order of processes and threads, known only now. */
static void
putorders(struct chrome *c)
{
	const struct layout *l = &c->draw.layout;

	for (size_t i = 0; i < l->count; i++) {
		const struct track *t = &l->tracks[i];

		putorder(c, "process_sort_index", t, l->groups[t->group].order);
		putorder(c, "thread_sort_index", t, t->order);
	}
}

static void
finish(struct stage *stage)
{
	struct chrome *c = (struct chrome *)stage;

	for (size_t i = 0; i < c->processcount; i++)
		release(c, &c->processes[i].held);
	drawfinish(&c->draw);
	if (!c->labels)
		putorders(c);
	if (!c->any) { /* Perfetto does not know an empty array for a trace */
		beginobject(c, "M");
		bufstr(&c->out,
		    ",\"cat\":\"__metadata\",\"name\":\"process_name\",\"pid\":1,\"tid\":2,"
		    "\"args\":{\"name\":\"no events\"}}");
	}
	bufstr(&c->out, tail(c));
}

/* A trace without an event is not written when the input went wrong. */
static void
stop(struct stage *stage)
{
	struct chrome *c = (struct chrome *)stage;

	if (c->any)
		finish(stage);
	else
		c->out.n = 0;
}

void
chromeinit(struct chrome *c)
{
	*c = (struct chrome){
		.stage = {
			.want = DRAW_KEYS,
			.begin = begin,
			.event = event,
			.finish = finish,
			.stop = stop,
		},
	};
}

void
chromefree(struct chrome *c)
{
	drawfree(&c->draw);
	for (size_t i = 0; i < c->processcount; i++)
		free(c->processes[i].held.p);
	free(c->processes);
}
