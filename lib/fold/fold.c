/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "fold.h"

/* Adds to the weight of a stack, for an event. */
static void
foldadd(struct fold *f, const struct event *ev, uint32_t stack, int64_t weight)
{
	if (!callstacksadd(&f->stacks, stack, (uint64_t)weight))
		evdie(ev, "the weights add up to more than a number can hold");
	f->stacks.p[stack].count++;
	f->folded++;
}

/* The stack with the names of an array behind it. */
static uint32_t
pushnames(struct fold *f, uint32_t stack, const struct event *ev, enum event_key key)
{
	struct span name;
	struct json j;

	if (!evhas(ev, key) || *ev->value[key].p != '[')
		return stack;
	jsonopen(&j, ev->value[key].p, ev->stack);
	while (jsonitem(&j, &name) > 0)
		if (jsonisstring(name))
			stack = callstackspush(
			    &f->stacks, stack, callstacksframe(&f->stacks, name));
	return stack;
}

/* The frame of an event's name. */
static uint32_t
foldnamed(struct fold *f, const struct event *ev)
{
	struct span none = spanof("\"\"");

	return callstacksframe(&f->stacks, evhas(ev, KEY_NAME) ? ev->value[KEY_NAME] : none);
}

/* What a GPU did, in the ranges around its launch. */
static void
gpu(struct fold *f, const struct event *ev)
{
	uint32_t stack = CALLSTACKS_EMPTY;

	if (evfamily(ev->type) != FAMILY_GPU)
		return;
	if (!evhas(ev, KEY_DUR)) {
		f->unended++;
		return;
	}
	f->linked = f->linked || evhas(ev, KEY_LAUNCH);
	stack = pushnames(f, stack, ev, KEY_NVTX);
	if (f->captured)
		stack = pushnames(f, stack, ev, KEY_CAPTURED);
	foldadd(f, ev, callstackspush(&f->stacks, stack, foldnamed(f, ev)), ev->number[KEY_DUR]);
}

/* A call or range on a thread. */
static void
cpu(struct fold *f, const struct event *ev)
{
	enum event_family family = evfamily(ev->type);

	if (family == FAMILY_GPU || family == FAMILY_DEVICE || family == FAMILY_CONTROL ||
	    family == FAMILY_COUNTER || ev->type == TYPE_NVTX_KERNEL || !evhas(ev, KEY_TID))
		return;
	if (!evhas(ev, KEY_DUR)) {
		f->unended += evopen(ev);
		return;
	}
	if (ev->number[KEY_DUR] > INT64_MAX - (ev->number[KEY_TS] > 0 ? ev->number[KEY_TS] : 0))
		f->beyond++;
	sweepevent(&f->sweep, ev, foldnamed(f, ev));
	if (f->sweep.full)
		evdie(ev, "the times add up to more than a number can hold");
	f->folded++;
}

/* The frame of an entry of a sample's stack: its symbol, or else its module in brackets. */
static uint32_t
frameof(struct fold *f, const struct event *ev, struct span entry)
{
	struct span symbol = jsonmember(entry, "symbol", ev->stack), module;

	if (jsonisstring(symbol) && symbol.n > 2)
		return callstacksframe(&f->stacks, symbol);
	module = jsonmember(entry, "module", ev->stack);
	if (!jsonisstring(module) || module.n == 2)
		return callstacksframe(&f->stacks, spanof("\"\""));
	f->text.n = 0;
	bufstr(&f->text, "\"[");
	bufmem(&f->text, module.p + 1, module.n - 2);
	bufstr(&f->text, "]\"");
	return callstacksframe(&f->stacks, bufall(&f->text));
}

/* A sample, by the functions that it was in. One of weight 0 does not count. */
static void
foldsample(struct fold *f, const struct event *ev)
{
	struct span cycles, entries, entry;
	uint32_t stack = CALLSTACKS_EMPTY;
	int64_t weight = 0;
	struct json j;

	if (ev->type != TYPE_SAMPLE)
		return;
	cycles = evarg(ev, "cycles");
	if (cycles.n > 0 && (!jsonint(cycles, &weight) || weight < 0))
		evdie(ev, "\"args.cycles\" is no number of cycles");
	if (cycles.n > 0 && weight == 0)
		return;
	f->unweighed += cycles.n == 0;
	entries = evarg(ev, "stack");
	if (entries.n > 0 && *entries.p == '[') {
		jsonopen(&j, entries.p, ev->stack);
		while (jsonitem(&j, &entry) > 0)
			stack = callstackspush(&f->stacks, stack, frameof(f, ev, entry));
	}
	f->unstacked += stack == CALLSTACKS_EMPTY;
	if (stack == CALLSTACKS_EMPTY)
		stack = callstackspush(&f->stacks, stack, foldnamed(f, ev));
	foldadd(f, ev, stack, weight);
}

static const struct {
	const char *name;
	void (*event)(struct fold *, const struct event *);
	const char *none; /* what is said when nothing was folded */
} whats[FOLD_COUNT] = {
	[FOLD_GPU] = { "gpu", gpu, "nothing that a GPU did" },
	[FOLD_CPU] = { "cpu", cpu, "no call or range of a thread" },
	[FOLD_SAMPLES] = { "samples", foldsample, "no sample that counts" },
};

static void
foldheader(struct stage *stage, struct event *ev)
{
	struct fold *f = (struct fold *)stage;
	struct span utc = jsonmember(ev->line, "utc", ev->stack);

	f->linked = f->linked || evhas(ev, KEY_LINKED);
	if (!f->dated && utc.n > 0)
		f->dated = jsonint(utc, &f->utc);
	timespanevent(&f->timespan, ev);
}

static void
foldevent(struct stage *stage, struct event *ev)
{
	struct fold *f = (struct fold *)stage;

	if (ev->type == TYPE_META)
		return;
	timespanevent(&f->timespan, ev);
	whats[f->what].event(f, ev);
}

static void
foldfinish(struct stage *stage)
{
	struct fold *f = (struct fold *)stage;

	sweepend(&f->sweep);
	if (f->sweep.full)
		die("the times add up to more than a number can hold");
}

void
foldinit(struct fold *f)
{
	*f = (struct fold){
		.stage = {
			.want = SWEEP_KEYS,
			.header = foldheader,
			.event = foldevent,
			.finish = foldfinish,
		},
	};
	callstacksinit(&f->stacks);
	f->sweep.stacks = &f->stacks;
}

const char *
foldname(enum foldwhat what)
{
	return whats[what].name;
}

const char *
foldunit(const struct fold *f)
{
	if (f->what != FOLD_SAMPLES)
		return "nanoseconds";
	return f->unweighed == f->folded ? "samples" : "cycles";
}

uint64_t
foldweight(const struct fold *f, uint32_t stack)
{
	const struct callstack *s = &f->stacks.p[stack];

	return f->what == FOLD_SAMPLES && f->unweighed == f->folded ? s->count : s->weight;
}

void
foldsay(const struct fold *f, const char *name)
{
	if (f->folded == 0)
		warn("%s: %s: nothing is folded", name, whats[f->what].none);
	else if (f->what == FOLD_GPU && !f->linked)
		warn("%s: the stream is not linked, so that kernels have no ranges around them: "
		     "put nst-link before this program", name);
	if (f->unstacked > 0)
		warn("%s: samples without a stack: %llu, by their name alone: "
		     "nst-dump --stacks writes stacks", name, (unsigned long long)f->unstacked);
	if (f->unweighed > 0 && f->unweighed == f->folded)
		warn("%s: samples have no cycles: each counts 1", name);
	else if (f->unweighed > 0)
		warn("%s: samples without cycles, of weight 0: %llu", name,
		    (unsigned long long)f->unweighed);
	if (f->unended > 0)
		warn("%s: events without an end are left out: %llu", name,
		    (unsigned long long)f->unended);
	if (f->beyond > 0)
		warn("%s: cut, since they end later than times can say: %llu", name,
		    (unsigned long long)f->beyond);
	if (f->stacks.colons)
		warn("%s: semicolons in names are colons here", name);
	if (f->stacks.cut)
		warn("%s: some stacks are deeper than %d frames: what is deeper counts there", name,
		    CALLSTACKS_DEEPEST);
}

void
foldfree(struct fold *f)
{
	sweepfree(&f->sweep);
	callstacksfree(&f->stacks);
	free(f->text.p);
}
