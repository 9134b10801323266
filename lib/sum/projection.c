/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "json.h"
#include "projection.h"

/* A range on one device. */
struct onegpu {
	int64_t pid, tid;
	int64_t ts, dur;     /* of the range, ns */
	int64_t first, last; /* of what it launched, ns */
	int64_t device, count;
	uint32_t name, style; /* texts */
};

/* A range that may hold those that come next. */
struct holder {
	int64_t end; /* ns */
	int64_t level;
	uint32_t group;
};

/* What tells a range of the CPU: where and when it was, and its name; in scratch. */
static struct span
identity(struct projection *p, const struct event *ev, int64_t ts, int64_t dur)
{
	int64_t numbers[] = { evnumber(ev, KEY_PID), evnumber(ev, KEY_TID), ts, dur };

	p->text.n = 0;
	bufmem(&p->text, (const char *)numbers, sizeof(numbers));
	if (evhas(ev, KEY_NAME))
		bufspan(&p->text, jsontext(ev->value[KEY_NAME], &p->scratch));
	return bufall(&p->text);
}

/* The integer member of an object; 0 when it has none. */
static int64_t
member(struct span object, const char *name, struct buf *stack)
{
	int64_t v = 0;

	return jsonint(jsonmember(object, name, stack), &v) ? v : 0;
}

struct span
projectionname(const struct event *ev, struct span name, struct buf *scratch)
{
	struct buf domain = { 0 };

	scratch->n = 0;
	if (evhas(ev, KEY_DOMAIN) && jsonisstring(ev->value[KEY_DOMAIN]))
		bufspan(scratch, jsontext(ev->value[KEY_DOMAIN], &domain));
	free(domain.p);
	bufchar(scratch, ':');
	bufspan(scratch, name);
	return bufall(scratch);
}

void
projectionevent(struct projection *p, const struct event *ev, struct names *names)
{
	struct onegpu range = { .pid = evnumber(ev, KEY_PID),
		.tid = evnumber(ev, KEY_TID),
		.device = evnumber(ev, KEY_DEVICE) };
	struct span cpu, name = { "", 0 };

	if (ev->type == TYPE_NVTX && evhas(ev, KEY_DUR) && evstartend(ev))
		nameput(&p->startend, identity(p, ev, ev->number[KEY_TS], ev->number[KEY_DUR]));
	if (ev->type != TYPE_NVTX_KERNEL || !evhas(ev, KEY_DUR))
		return;
	cpu = evarg(ev, "range");
	if (spanis(jsonmember(cpu, "open", ev->stack), "true"))
		return; /* nsys projects no range that was never closed */
	range.ts = member(cpu, "ts", ev->stack);
	range.dur = member(cpu, "dur", ev->stack);
	range.first = ev->number[KEY_TS];
	range.last = evend(ev);
	range.count = jsonint(evarg(ev, "count"), &range.count) ? range.count : 0;
	cpu = identity(p, ev, range.ts, range.dur);
	range.style = nameput(names, spanof(nameknown(&p->startend, cpu) ? "StartEnd" : "PushPop"));
	if (evhas(ev, KEY_NAME))
		name = jsontext(ev->value[KEY_NAME], &p->scratch);
	range.name = nameput(names, projectionname(ev, name, &p->text));
	GROW(p->ranges, p->room, p->count + 1);
	p->ranges[p->count++] = range;
}

/* Threads apart, the outer range first; of one range all devices together. */
static int
byplace(const void *a, const void *b)
{
	const struct onegpu *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	if (x->dur != y->dur)
		return x->dur > y->dur ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

/* Ranges open on the thread at hand, the outermost first. */
struct holders {
	struct holder *p;
	size_t count, room;
};

/* Adds one range to its group, and to the range right around it. */
static void
addrange(struct groups *g, uint32_t group, const struct onegpu *range, int64_t launched,
    struct holders *holders)
{
	int64_t end = addsat(range->ts, range->dur);
	struct extra *e = groupsextra(g, group);
	struct holder *top;

	e->ranges++;
	e->kernels += launched;
	e->rangetime += range->dur;
	groupstake(g, group, subsat(range->last, range->first));
	/* Over, or crossed: what comes later inside of that is inside of this one too. */
	while (holders->count > 0 && holders->p[holders->count - 1].end < end)
		holders->count--;
	GROW(holders->p, holders->room, holders->count + 1);
	top = &holders->p[holders->count++];
	*top = (struct holder){
		.end = end, .group = group, .level = holders->count > 1 ? top[-1].level + 1 : 0
	};
	e->levels += top->level;
	if (holders->count > 1)
		groupsextra(g, top[-1].group)->children++;
}

void
projectionfold(struct projection *p, struct groups *g)
{
	struct value values[BY_COUNT] = { 0 };
	struct holders holders = { 0 };

	if (p->count > 0)
		qsort(p->ranges, p->count, sizeof(*p->ranges), byplace);
	for (size_t i = 0, next; i < p->count; i = next) {
		struct onegpu *range = &p->ranges[i];
		/* Ranges that nothing tells apart: each is there once for each device. */
		int64_t same = 0;
		uint32_t group;

		if (i > 0 && (range->pid != range[-1].pid || range->tid != range[-1].tid))
			holders.count = 0;
		values[BY_NAME] = (struct value){ true, range->name };
		values[BY_STYLE] = (struct value){ true, range->style };
		group = groupsfind(g, values);
		for (next = i; next < p->count && byplace(range, &p->ranges[next]) == 0; next++) {
			same += p->ranges[next].device == range->device;
			range->count = addsat(range->count, next > i ? p->ranges[next].count : 0);
			if (p->ranges[next].first < range->first)
				range->first = p->ranges[next].first;
			if (p->ranges[next].last > range->last)
				range->last = p->ranges[next].last;
		}
		for (int64_t n = same; n > 0; n--)
			addrange(g, group, range, range->count / same, &holders);
	}
	free(holders.p);
}

void
projectionfree(struct projection *p)
{
	free(p->ranges);
	free(p->scratch.p);
	free(p->text.p);
	namesfree(&p->startend);
}
