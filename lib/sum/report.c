/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>

#include "cli.h"
#include "json.h"
#include "report.h"

/* A range on one device. */
struct projected {
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

/* The columns that most reports share, but for what their number of events and their names are
 * called. */
#define TIMES(count) \
	{ "Time (%)", SHEET_PERCENT, FIG_SHARE }, \
	{ "Total Time (ns)", SHEET_TIME, FIG_TOTAL }, \
	{ count, SHEET_COUNT, FIG_COUNT }, \
	{ "Avg (ns)", SHEET_MEAN, FIG_MEAN }, \
	{ "Med (ns)", SHEET_MEAN, FIG_MEDIAN }, \
	{ "Min (ns)", SHEET_TIME, FIG_MIN }, \
	{ "Max (ns)", SHEET_TIME, FIG_MAX }, \
	{ "StdDev (ns)", SHEET_MEAN, FIG_STDDEV }

static const struct column kernels[] = { TIMES("Instances"), { "Name", SHEET_TEXT, BY_NAME } };
static const struct column calls[] = { TIMES("Num Calls"), { "Name", SHEET_TEXT, BY_NAME } };
static const struct column copies[] = { TIMES("Count"), { "Operation", SHEET_TEXT, BY_NAME } };
static const struct column ranges[] = { TIMES("Instances"), { "Style", SHEET_TEXT, BY_STYLE },
	{ "Range", SHEET_TEXT, BY_NAME } };
static const struct column projections[] = {
	{ "Range", SHEET_TEXT, BY_NAME },
	{ "Style", SHEET_TEXT, BY_STYLE },
	{ "Total Proj Time (ns)", SHEET_TIME, FIG_TOTAL },
	{ "Total Range Time (ns)", SHEET_TIME, FIG_RANGETIME },
	{ "Range Instances", SHEET_COUNT, FIG_COUNT },
	{ "Proj Avg (ns)", SHEET_MEAN, FIG_MEAN },
	{ "Proj Med (ns)", SHEET_MEAN, FIG_MEDIAN },
	{ "Proj Min (ns)", SHEET_TIME, FIG_MIN },
	{ "Proj Max (ns)", SHEET_TIME, FIG_MAX },
	{ "Proj StdDev (ns)", SHEET_MEAN, FIG_STDDEV },
	{ "Total GPU Ops", SHEET_COUNT, FIG_KERNELS },
	{ "Avg GPU Ops", SHEET_MEAN, FIG_OPSMEAN },
	{ "Avg Range Lvl", SHEET_MEAN, FIG_LEVEL },
	{ "Avg Num Child", SHEET_MEAN, FIG_CHILDREN },
};

#undef TIMES

/* A call of the runtime without the version of its interface, which exports have behind it: _v3020.
 * Those of the driver, _v2, are part of the name. */
static struct span
callname(const struct event *ev, struct span name, struct buf *scratch)
{
	size_t n = name.n;

	(void)ev;
	(void)scratch;
	while (n > 0 && isdigit((unsigned char)name.p[n - 1]))
		n--;
	if (name.n - n >= 4 && n > 2 && memcmp(name.p + n - 2, "_v", 2) == 0)
		name.n = n - 2;
	return name;
}

/* "[CUDA memcpy Host-to-Device]" for "Memcpy Host-to-Device". */
static struct span
copyname(const struct event *ev, struct span name, struct buf *scratch)
{
	(void)ev;
	scratch->n = 0;
	bufstr(scratch, "[CUDA ");
	bufspan(scratch, name);
	if (name.n > 0)
		scratch->p[6] = (char)tolower((unsigned char)name.p[0]);
	bufchar(scratch, ']');
	return bufall(scratch);
}

/* The domain, a colon and the name; the default domain has no name. */
static struct span
rangename(const struct event *ev, struct span name, struct buf *scratch)
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

#define COLUMNS(list) list, sizeof(list) / sizeof(*(list))

static const struct report reports[] = {
	{ "cuda_api_sum", EVTYPE(TYPE_CUDA_API), false, false, callname, COLUMNS(calls) },
	{ "cuda_gpu_kern_sum", EVTYPE(TYPE_KERNEL), false, false, NULL, COLUMNS(kernels) },
	{ "cuda_gpu_mem_time_sum", EVTYPE(TYPE_MEMCPY) | EVTYPE(TYPE_MEMSET), false, false,
	    copyname, COLUMNS(copies) },
	{ "nvtx_gpu_proj_sum", EVTYPE(TYPE_NVTX_KERNEL), true, true, rangename,
	    COLUMNS(projections) },
	{ "nvtx_sum", EVTYPE(TYPE_NVTX), true, false, rangename, COLUMNS(ranges) },
	{ "osrt_sum", EVTYPE(TYPE_OSRT), false, false, NULL, COLUMNS(calls) },
};

#undef COLUMNS

enum { REPORTS = sizeof(reports) / sizeof(*reports) };

const struct report *
reportfind(const char *name)
{
	for (int i = 0; i < REPORTS; i++)
		if (strcmp(name, reports[i].name) == 0)
			return &reports[i];
	return NULL;
}

const char *
reportnearest(const char *name)
{
	const char *names[REPORTS];

	for (int i = 0; i < REPORTS; i++)
		names[i] = reports[i].name;
	return clinearest(name, strlen(name), names, REPORTS);
}

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

static uint32_t
text(struct names *names, const char *s)
{
	return nameput(names, spanof(s));
}

void
projectionevent(
    struct projection *p, const struct event *ev, struct names *names, struct buf *stack)
{
	struct projected range = { .pid = evnumber(ev, KEY_PID),
		.tid = evnumber(ev, KEY_TID),
		.device = evnumber(ev, KEY_DEVICE) };
	struct span cpu, name = { "", 0 };

	if (ev->type == TYPE_NVTX && evhas(ev, KEY_DUR) && evstartend(ev, stack))
		nameput(&p->startend, identity(p, ev, ev->number[KEY_TS], ev->number[KEY_DUR]));
	if (ev->type != TYPE_NVTX_KERNEL || !evhas(ev, KEY_DUR))
		return;
	cpu = evarg(ev, "range", stack);
	range.ts = member(cpu, "ts", stack);
	range.dur = member(cpu, "dur", stack);
	range.first = ev->number[KEY_TS];
	range.last = evend(ev);
	range.count = jsonint(evarg(ev, "count", stack), &range.count) ? range.count : 0;
	range.style = text(names,
	    nameknown(&p->startend, identity(p, ev, range.ts, range.dur)) ? "StartEnd" : "PushPop");
	if (evhas(ev, KEY_NAME))
		name = jsontext(ev->value[KEY_NAME], &p->scratch);
	range.name = nameput(names, rangename(ev, name, &p->text));
	GROW(p->ranges, p->room, p->count + 1);
	p->ranges[p->count++] = range;
}

/* Threads apart, the outer range first; of one range all devices together. */
static int
byplace(const void *a, const void *b)
{
	const struct projected *x = a, *y = b;

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
struct stack {
	struct holder *p;
	size_t count, room;
};

/* Adds one range to its group, and to the range right around it. */
static void
addrange(struct groups *g, uint32_t group, const struct projected *range, int64_t launched,
    struct stack *stack)
{
	int64_t end = addsat(range->ts, range->dur);
	struct extra *e = groupsextra(g, group);
	struct holder *top;

	e->ranges++;
	e->kernels += launched;
	e->rangetime += range->dur;
	groupstake(g, group, subsat(range->last, range->first));
	/* Over, or crossed: what comes later inside of that is inside of this one too. */
	while (stack->count > 0 && stack->p[stack->count - 1].end < end)
		stack->count--;
	GROW(stack->p, stack->room, stack->count + 1);
	top = &stack->p[stack->count++];
	*top = (struct holder){
		.end = end, .group = group, .level = stack->count > 1 ? top[-1].level + 1 : 0
	};
	e->levels += top->level;
	if (stack->count > 1)
		groupsextra(g, top[-1].group)->children++;
}

void
projectionfold(struct projection *p, struct groups *g)
{
	struct value values[BY_COUNT] = { 0 };
	struct stack stack = { 0 };

	if (p->count > 0)
		qsort(p->ranges, p->count, sizeof(*p->ranges), byplace);
	for (size_t i = 0, next; i < p->count; i = next) {
		struct projected *range = &p->ranges[i];
		/* Ranges that nothing tells apart: each is there once for each device. */
		int64_t same = 0;
		uint32_t group;

		if (i > 0 && (range->pid != range[-1].pid || range->tid != range[-1].tid))
			stack.count = 0;
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
			addrange(g, group, range, range->count / same, &stack);
	}
	free(stack.p);
}

void
projectionfree(struct projection *p)
{
	free(p->ranges);
	free(p->scratch.p);
	free(p->text.p);
	namesfree(&p->startend);
}
