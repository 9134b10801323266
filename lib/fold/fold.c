/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "fold.h"

/* Adds an amount to a stack for an event, whose interval it gets. The program ends if the sum of
 * all weights overflows. */
static void
foldadd(struct fold *f, const struct event *ev, struct weight weight)
{
	weight.ts = ev->number[KEY_TS];
	weight.end = evend(ev);
	if (weight.timed) /* the part after the largest time */
		weight.fixed = (uint64_t)ev->number[KEY_DUR] -
		    ((uint64_t)weight.end - (uint64_t)weight.ts);
	weight.events = 1;
	weightsadd(&f->weights, &weight);
	if (f->weights.full && !f->lenient)
		evdie(ev, "the weights add up to more than a number can hold");
}

/* Pushes the names in a JSON array of an event; returns the stack with them. */
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
			stack = stacktreepush(&f->stacks, stack,
			    stacktreeframe(&f->stacks,
			        groupnamequoted(&f->namer, TYPE_NVTX, name, NULL)));
	return stack;
}

/* Returns the frame of an event's name. */
static uint32_t
foldframe(struct fold *f, const struct event *ev)
{
	if (!evhas(ev, KEY_NAME))
		return stacktreeframe(&f->stacks, spanof("\"\""));
	return stacktreeframe(
	    &f->stacks, groupnamequoted(&f->namer, ev->type, ev->value[KEY_NAME], ev));
}

/* Folds an event of GPU work, with the ranges around its launch as outer frames. */
static void
gpu(struct fold *f, const struct event *ev)
{
	uint32_t stack = STACKTREE_ROOT;

	if (evfamily(ev->type) != FAMILY_GPU)
		return;
	if (!evhas(ev, KEY_DUR)) {
		f->noend++;
		return;
	}
	f->linked = f->linked || evhas(ev, KEY_LAUNCH);
	stack = pushnames(f, stack, ev, KEY_NVTX);
	if (f->captured)
		stack = pushnames(f, stack, ev, KEY_CAPTURED);
	stack = stacktreepush(&f->stacks, stack, foldframe(f, ev));
	foldadd(f, ev, (struct weight){ .stack = stack, .timed = true });
}

/* Folds a call or range of a thread. */
static void
cpu(struct fold *f, const struct event *ev)
{
	enum event_family family = evfamily(ev->type);

	if (family == FAMILY_GPU || family == FAMILY_DEVICE || family == FAMILY_CONTROL ||
	    family == FAMILY_COUNTER || ev->type == TYPE_NVTX_KERNEL || !evhas(ev, KEY_TID))
		return;
	if (!evhas(ev, KEY_DUR)) {
		f->noend += evisopen(ev);
		return;
	}
	if (ev->number[KEY_DUR] > INT64_MAX - (ev->number[KEY_TS] > 0 ? ev->number[KEY_TS] : 0))
		f->overflows++;
	sweeplineevent(&f->sweepline, ev, foldframe(f, ev));
	if (f->weights.full && !f->lenient)
		evdie(ev, "the times add up to more than a number can hold");
}

/* Returns the frame of an entry in a sample's stack: its symbol, or else its module in
 * brackets. */
static uint32_t
frameof(struct fold *f, const struct event *ev, struct span entry)
{
	struct span symbol = jsonmember(entry, "symbol", ev->stack), module;

	if (jsonisstring(symbol) && symbol.n > 2)
		return stacktreeframe(&f->stacks, symbol);
	module = jsonmember(entry, "module", ev->stack);
	if (!jsonisstring(module) || module.n == 2)
		return stacktreeframe(&f->stacks, spanof("\"\""));
	f->text.n = 0;
	bufstr(&f->text, "\"[");
	bufmem(&f->text, module.p + 1, module.n - 2);
	bufstr(&f->text, "]\"");
	return stacktreeframe(&f->stacks, bufall(&f->text));
}

/* Folds a CPU sample. Samples with 0 cycles are left out. */
static void
foldsample(struct fold *f, const struct event *ev)
{
	struct span cycles, entries, entry;
	uint32_t stack = STACKTREE_ROOT;
	int64_t weight = 0;
	struct json j;

	if (ev->type != TYPE_SAMPLE)
		return;
	cycles = evarg(ev, "cycles");
	if (cycles.n > 0 && (!jsonint(cycles, &weight) || weight < 0))
		evdie(ev, "\"args.cycles\" is no number of cycles");
	if (cycles.n > 0 && weight == 0)
		return;
	entries = evarg(ev, "stack");
	if (entries.n > 0 && *entries.p == '[') {
		jsonopen(&j, entries.p, ev->stack);
		while (jsonitem(&j, &entry) > 0)
			stack = stacktreepush(&f->stacks, stack, frameof(f, ev, entry));
	}
	f->nostack += stack == STACKTREE_ROOT;
	if (stack == STACKTREE_ROOT)
		stack = stacktreepush(&f->stacks, stack, foldframe(f, ev));
	foldadd(f, ev,
	    (struct weight){
	        .stack = stack, .fixed = (uint64_t)weight, .unweighted = cycles.n == 0 });
}

static const struct {
	const char *name;
	void (*event)(struct fold *, const struct event *);
	const char *none; /* the warning if no event was folded */
} foldmodes[FOLD_COUNT] = {
	[FOLD_GPU] = { "gpu", gpu, "nothing that a GPU did" },
	[FOLD_CPU] = { "cpu", cpu, "no call or range of a thread" },
	[FOLD_SAMPLES] = { "samples", foldsample, "no sample that counts" },
};

/* Spills all stacks. */
static void
foldspill(struct fold *f)
{
	struct stacktree old;

	stackspillall(&f->spill, &f->stacks, &old);
	sweeplinemove(&f->sweepline, &old);
	weightsmove(&f->weights, &old);
	stackspillend(&f->spill, &f->stacks, &old);
}

/* Spills all stacks if they take too much memory. */
static void
foldcheck(void *self)
{
	struct fold *f = self;

	if (stackspillfull(&f->spill, &f->stacks))
		foldspill(f);
}

static void
foldheader(struct stage *stage, struct event *ev)
{
	struct fold *f = (struct fold *)stage;

	clipheader(&f->clip, ev);
	groupnamerheader(&f->namer, ev);
}

static void
foldevent(struct stage *stage, struct event *ev)
{
	struct fold *f = (struct fold *)stage;

	if (ev->type == TYPE_META)
		return;
	foldcheck(f);
	clipevent(&f->clip, ev);
	foldmodes[f->mode].event(f, ev);
}

static void
foldfinish(struct stage *stage)
{
	struct fold *f = (struct fold *)stage;

	tracespanlatest(&f->clip.span, stage->latest);
	sweeplineend(&f->sweepline);
	weightsflush(&f->weights);
}

void
foldinit(struct fold *f)
{
	*f = (struct fold){
		.stage = {
			.want = SWEEPLINE_KEYS | CLIP_KEYS,
			.header = foldheader,
			.event = foldevent,
			.finish = foldfinish,
		},
	};
	stacktreeinit(&f->stacks);
	clipinit(&f->clip);
	clipready(&f->clip);
	f->weights.stacks = f->sweepline.stacks = &f->stacks;
	f->weights.clip = &f->clip;
	f->sweepline.weights = &f->weights;
	f->sweepline.check = foldcheck;
	f->sweepline.self = f;
}

const char *
foldname(enum foldmode what)
{
	return foldmodes[what].name;
}

const char *
foldunit(const struct fold *f)
{
	if (f->mode != FOLD_SAMPLES)
		return "nanoseconds";
	return f->weights.unweighted == f->weights.events ? "samples" : "cycles";
}

uint64_t
foldnumber(const struct fold *f, uint64_t weight, uint64_t count)
{
	return f->mode == FOLD_SAMPLES && f->weights.unweighted == f->weights.events ? count :
	                                                                               weight;
}

/* Calls put for each stack, some of which were spilled. */
static void
eachspilled(struct fold *f, void (*put)(void *, struct span, uint64_t), void *arg)
{
	struct spilledstack stack;
	struct buf path = { 0 };

	foldspill(f);
	stackspillread(&f->spill);
	while (stackspillnext(&f->spill, &stack, &path))
		put(arg, bufall(&path), foldnumber(f, stack.weight, stack.count));
	free(path.p);
}

/* Calls put for each stack of the tree that has events. */
static void
eachnode(const struct fold *f, void (*put)(void *, struct span, uint64_t), void *arg)
{
	uint32_t *order = stacktreeorder(&f->stacks);
	size_t lengths[STACKTREE_DEPTH + 1] = { 0 }; /* bytes of path at each depth */
	struct buf path = { 0 };

	for (size_t i = 0; i + 1 < f->stacks.count; i++) {
		const struct stacknode *s = &f->stacks.p[order[i]];

		path.n = lengths[s->depth - 1];
		if (path.n > 0)
			bufchar(&path, ';');
		bufspan(&path, stringat(&f->stacks.frames, s->frame));
		lengths[s->depth] = path.n;
		if (s->weight > 0 || s->count > 0)
			put(arg, bufall(&path), foldnumber(f, s->weight, s->count));
	}
	free(path.p);
	free(order);
}

void
foldeach(struct fold *f, void (*put)(void *, struct span, uint64_t), void *arg)
{
	if (f->spill.spilled)
		eachspilled(f, put, arg);
	else
		eachnode(f, put, arg);
}

void
foldwarn(const struct fold *f, const char *name)
{
	if (f->weights.events == 0)
		warn("%s: %s: nothing is folded", name, foldmodes[f->mode].none);
	else if (f->mode == FOLD_GPU && !f->linked && !f->clip.span.info.linked)
		warn("%s: the stream is not linked, so that kernels have no ranges around them: "
		     "put nst-link before this program", name);
	if (f->named)
		groupnamerwarn(&f->namer, name);
	if (f->nostack > 0)
		warn("%s: %llu samples have no stack and count by their name alone: "
		     "nst-dump --stacks writes stacks", name, (unsigned long long)f->nostack);
	if (f->weights.unweighted > 0 && f->weights.unweighted == f->weights.events)
		warn("%s: samples have no cycles: each counts 1", name);
	else if (f->weights.unweighted > 0)
		warn("%s: %llu samples have no cycles: they have weight 0", name,
		    (unsigned long long)f->weights.unweighted);
	if (f->noend > 0)
		warn("%s: left out %llu events without an end", name,
		    (unsigned long long)f->noend);
	if (f->overflows > 0)
		warn("%s: cut %llu events that end after the last time a number can hold", name,
		    (unsigned long long)f->overflows);
	if (f->stacks.colons)
		warn("%s: semicolons in names were written as colons", name);
	if (f->stacks.cut)
		warn("%s: some stacks are deeper than %d frames: deeper frames count for the last",
		    name, STACKTREE_DEPTH);
}

void
foldfree(struct fold *f)
{
	sweeplinefree(&f->sweepline);
	weightsfree(&f->weights);
	stacktreefree(&f->stacks);
	stackspillfree(&f->spill);
	groupnamerfree(&f->namer);
	free(f->text.p);
}
