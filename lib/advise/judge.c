/* SPDX-License-Identifier: MIT */
#include "base/wide.h"
#include "judge.h"
#include "sentence.h"

/* Returns a finding for a loss on a GPU. */
static struct advised
judgeloss(enum rule rule, const struct loss *l, const struct gpulosses *g)
{
	return (struct advised){ .rule = rule,
		.cost = l->cost,
		.span = g->span,
		.count = l->count,
		.bytes = l->bytes,
		.worst = l->worst,
		.top = losstop(l),
		.haspid = g->haspid,
		.pid = g->pid,
		.hasdevice = true,
		.device = g->device };
}

/* Returns the loss of a GPU by its idle time if it is busy for less than half of the time, and none
 * of its other losses explains half of the idle time. */
static struct loss
lowuse(const struct gpulosses *g)
{
	struct loss l = { .cost = g->idle, .count = g->gaps };

	if ((wide)g->busy * 100 >= ((wide)g->busy + g->idle) * LOW_USE_PERCENT)
		return (struct loss){ 0 };
	for (int rule = RULE_SYNC_CALLS; rule < RULE_ON_GPU; rule++) {
		const struct loss *other = &g->losses[rule];

		if (other->cost > g->idle / 2)
			return (struct loss){ 0 };
		if (other->worst.cost > l.worst.cost)
			l.worst = other->worst;
	}
	return l;
}

/* Returns a rule's loss on a GPU. */
static struct loss
judgeon(enum rule rule, const struct gpulosses *g)
{
	return rule == RULE_LOW_USE ? lowuse(g) : g->losses[rule];
}

static void
judgerule(struct advisedlist *f, const struct advise *a, enum rule rule)
{
	const struct gpulosses *most = NULL;
	struct advised one, *added;
	int64_t cost = 0;
	size_t gpus = 0;
	struct loss l;

	for (size_t i = 0; i < a->gpucount; i++) {
		const struct gpulosses *g = &a->gpus[i];

		l = judgeon(rule, g);
		gpus += advisedenough(rule, l.cost, g->span);
		if (l.cost > cost) {
			cost = l.cost;
			most = g;
		}
	}
	if (!most)
		return;
	l = judgeon(rule, most);
	one = judgeloss(rule, &l, most);
	one.gpus = gpus;
	added = advisedadd(f, a, &one);
	if (added)
		sentencegpu(&added->sentence, a, added, most);
	if (added && rule == RULE_GAPS)
		added->top.range = NO_RANGE; /* it is no range, but a cause */
}

/* The rules on each GPU: for each rule, the GPU with the largest loss. */
static void
judgegpus(struct advisedlist *f, const struct advise *a)
{
	for (int rule = 0; rule <= RULE_LOW_USE; rule++)
		judgerule(f, a, (enum rule)rule);
}

/* Adds the time outside of all work, if it is least, ns, or more: g is the GPU where it is
 * shortest. */
static void
judgerest(struct advisedlist *f, const struct advise *a, enum rule rule, const struct gpulosses *g,
    int64_t least)
{
	bool before = rule == RULE_START_UP;
	uint32_t what = before ? g->beforewhat : g->afterwhat;
	struct loss l = { 0 };
	struct advised one, *added;

	lossadd(&l, before ? &g->before : &g->after);
	one = judgeloss(rule, &l, g);
	lossfree(&l);
	added = one.cost < least ? NULL : advisedadd(f, a, &one);
	if (!added)
		return;
	bufstr(&added->sentence, "No GPU worked for the ");
	bufstr(&added->sentence, before ? "first " : "last ");
	sentencecost(&added->sentence, added);
	if (what != NO_RANGE) {
		bufstr(&added->sentence, ": ");
		bufspan(&added->sentence, stringat(&a->names, what));
	}
	bufchar(&added->sentence, '.');
}

/* The time before the first and after the last work of all GPUs. */
static void
judgeoutside(struct advisedlist *f, const struct advise *a)
{
	const struct gpulosses *first = NULL, *last = NULL;
	int64_t least = OUTSIDE_LEAST;

	for (size_t i = 0; i < a->gpucount; i++) {
		const struct gpulosses *g = &a->gpus[i];

		if (!g->worked)
			continue;
		if (!first || g->before.cost < first->before.cost)
			first = g;
		if (!last || g->after.cost < last->after.cost)
			last = g;
	}
	if (!first)
		return;
	if ((wide)addsat(first->before.cost, last->after.cost) * 100 >
	    (wide)first->span * OUTSIDE_PERCENT)
		least = 0;
	judgerest(f, a, RULE_START_UP, first, least);
	judgerest(f, a, RULE_TAIL, last, least);
}

static const char *const partwords[] = {
	[STEP_COMPUTE] = "computed",
	[STEP_COMM] = "communicated without computing",
	[STEP_COPY] = "only copied",
	[STEP_IDLE] = "was idle",
};

/* Writes by what a step is longer than the others. */
static void
judgereason(struct buf *out, const struct advise *a, const struct gpulosses *g, size_t step)
{
	enum steppart part = STEP_IDLE;
	int64_t more = steptimesreason(&g->steps, step, &part);

	bufstr(out, "; in it, ");
	sentencename(out, a, g);
	bufprintf(out, " %s ", partwords[part]);
	sentencetime(out, more);
	bufstr(out, " longer than in other steps on average.");
}

/* Returns the loss in one step: its time beyond a time, ns. */
static struct lossevent
judgestep(const struct steptime *s, int64_t beyond)
{
	return (struct lossevent){ .ts = s->ts,
		.dur = subsat(s->end, s->ts),
		.cost = subsat(steptimetotal(s), beyond),
		.hasstep = true,
		.step = s->number,
		.range = NO_RANGE };
}

static void
judgefirststep(struct advisedlist *f, const struct advise *a, const struct gpulosses *g)
{
	int64_t median = steptimesmedian(&g->steps), time = steptimetotal(&g->steps.p[0]);
	struct lossevent event = judgestep(&g->steps.p[0], median);
	struct advised one, *added;
	struct loss l = { 0 };

	if ((wide)time * 100 < (wide)median * FIRST_STEP_PERCENT)
		return;
	lossadd(&l, &event);
	one = judgeloss(RULE_FIRST_STEP, &l, g);
	lossfree(&l);
	added = advisedadd(f, a, &one);
	if (!added)
		return;
	bufstr(&added->sentence, "The first step took ");
	sentencetime(&added->sentence, time);
	bufstr(&added->sentence, ", ");
	sentencecost(&added->sentence, added);
	bufstr(&added->sentence, " more than the median of the others, ");
	sentencetime(&added->sentence, median);
	judgereason(&added->sentence, a, g, 0);
}

static void
judgevarying(struct advisedlist *f, const struct advise *a, const struct gpulosses *g)
{
	int64_t median = steptimesmedian(&g->steps);
	struct advised one, *added;
	struct loss l = { 0 };
	size_t worst = 1;

	for (size_t i = 1; i < g->steps.count; i++) {
		struct lossevent event = judgestep(&g->steps.p[i], median);

		lossadd(&l, &event);
		if (steptimetotal(&g->steps.p[i]) > steptimetotal(&g->steps.p[worst]))
			worst = i;
	}
	one = judgeloss(RULE_STEPS_VARY, &l, g);
	lossfree(&l);
	added = advisedadd(f, a, &one);
	if (!added)
		return;
	sentencecount(&added->sentence, added->count, "step");
	bufstr(&added->sentence, " took ");
	sentencecost(&added->sentence, added);
	bufstr(&added->sentence, " longer in all than the median step, ");
	sentencetime(&added->sentence, median);
	bufprintf(&added->sentence, "; the slowest, step %lld, took ",
	    (long long)g->steps.p[worst].number);
	sentencetime(&added->sentence, steptimetotal(&g->steps.p[worst]));
	judgereason(&added->sentence, a, g, worst);
}

/* Steps are those of the GPU that spent most time in them. */
static void
judgesteps(struct advisedlist *f, const struct advise *a)
{
	const struct gpulosses *most = NULL;
	int64_t time = 0;

	for (size_t i = 0; i < a->gpucount; i++) {
		const struct steptimes *s = &a->gpus[i].steps;
		int64_t sum = 0;

		for (size_t j = 0; j < s->count && !s->full; j++)
			sum = addsat(sum, steptimetotal(&s->p[j]));
		if (sum > time) {
			time = sum;
			most = &a->gpus[i];
		}
	}
	if (most && most->steps.count >= STEPS_LEAST)
		judgefirststep(f, a, most);
	if (most && most->steps.count > STEPS_LEAST)
		judgevarying(f, a, most);
}

/* Returns true if two GPUs work on one program: one process uses both, or both communicate. */
static bool
judgetogether(const struct gpulosses *g, const struct gpulosses *other)
{
	return (g->haspid && other->haspid && g->pid == other->pid) ||
	    (g->comm > 0 && other->comm > 0);
}

static void
judgeimbalance(struct advisedlist *f, const struct advise *a)
{
	const struct gpulosses *most = NULL;
	struct advised one, *added;
	int64_t sum = 0, mean;
	size_t count = 0;

	for (size_t i = 0; i < a->gpucount; i++)
		if (a->gpus[i].compute > 0 && (!most || a->gpus[i].compute > most->compute))
			most = &a->gpus[i];
	for (size_t i = 0; i < a->gpucount; i++)
		if (a->gpus[i].compute > 0 && judgetogether(&a->gpus[i], most)) {
			sum = addsat(sum, a->gpus[i].compute);
			count++;
		}
	if (count < 2)
		return;
	mean = sum / (int64_t)count;
	if ((wide)(most->compute - mean) * 100 < (wide)most->compute * IMBALANCE_PERCENT)
		return;
	one = (struct advised){ .rule = RULE_IMBALANCE,
		.cost = most->compute - mean,
		.span = most->span,
		.count = 1,
		.gpus = count,
		.worst = {
			.ts = most->first,
			.dur = addsat(most->busy, most->idle),
		},
		.top = { NO_RANGE, 0 },
		.haspid = most->haspid,
		.pid = most->pid,
		.hasdevice = true,
		.device = most->device };
	added = advisedadd(f, a, &one);
	if (!added)
		return;
	sentencename(&added->sentence, a, most);
	bufstr(&added->sentence, " computed for ");
	sentencetime(&added->sentence, most->compute);
	bufstr(&added->sentence, ", ");
	sentencecost(&added->sentence, added);
	bufprintf(&added->sentence, " more than the mean of %zu GPUs, ", count);
	sentencetime(&added->sentence, mean);
	bufchar(&added->sentence, '.');
}

/* Returns the span of the stream, ns. */
static int64_t
judgespan(const struct advise *a)
{
	int64_t from = a->threads.from, to = a->threads.to;

	return subsat(tracespanend(&a->span, from, to), tracespanstart(&a->span, from, to));
}

/* Threads that wait in ranges that read values. */
static void
judgethreads(struct advisedlist *f, const struct advise *a)
{
	const struct hostthread *most = NULL;
	struct advised one, *added;

	for (size_t i = 0; i < a->threads.count; i++)
		if (!most || a->threads.p[i].item.cost > most->item.cost)
			most = &a->threads.p[i];
	if (!most || most->item.cost == 0)
		return;
	one = (struct advised){ .rule = RULE_ITEM,
		.cost = most->item.cost,
		.span = judgespan(a),
		.count = most->item.count,
		.worst = most->item.worst,
		.top = losstop(&most->item),
		.haspid = true,
		.pid = most->pid,
		.hastid = true,
		.tid = most->tid };
	added = advisedadd(f, a, &one);
	if (!added)
		return;
	bufprintf(&added->sentence, "Thread %lld waited ", (long long)most->tid);
	sentencecost(&added->sentence, added);
	bufstr(&added->sentence, " for the GPU in ");
	sentencecount(&added->sentence, added->count, "call");
	bufstr(&added->sentence, " that read values, as .item() does; GPUs were idle for ");
	sentencetime(&added->sentence, most->itemidle);
	bufstr(&added->sentence, " behind them");
	sentencerange(&added->sentence, a, added);
	bufchar(&added->sentence, '.');
}

/* Ranks that the others wait for. */
static void
judgeranks(struct advisedlist *f, const struct advise *a)
{
	const struct rankloss *most = NULL;
	struct advised one, *added;
	int64_t sum = 0;

	for (size_t i = 0; i < a->rankcount; i++) {
		sum = addsat(sum, a->ranks[i].loss.cost);
		if (!most || a->ranks[i].loss.cost > most->loss.cost)
			most = &a->ranks[i];
	}
	if (!most || (wide)most->loss.cost * 100 < (wide)sum * SLOW_RANK_PERCENT)
		return;
	one = (struct advised){ .rule = RULE_SLOW_RANK,
		.cost = most->loss.cost,
		.span = judgespan(a),
		.count = most->loss.count,
		.worst = most->loss.worst,
		.top = { NO_RANGE, 0 },
		.haspid = true,
		.pid = most->pid };
	added = advisedadd(f, a, &one);
	if (!added)
		return;
	if (most->hasrank)
		bufprintf(&added->sentence, "Rank %lld", (long long)most->rank);
	else
		bufprintf(&added->sentence, "Process %lld", (long long)most->pid);
	bufstr(&added->sentence, " was the last in ");
	sentencecount(&added->sentence, added->count, "collective");
	bufstr(&added->sentence, ", and the first rank to come waited for it for ");
	sentencecost(&added->sentence, added);
	bufstr(&added->sentence, ", ");
	sentenceshare(&added->sentence, most->loss.cost, sum);
	bufstr(&added->sentence, " of all such waits.");
}

void
judgeall(struct advisedlist *f, const struct advise *a)
{
	judgegpus(f, a);
	judgeoutside(f, a);
	judgesteps(f, a);
	judgeimbalance(f, a);
	judgethreads(f, a);
	judgeranks(f, a);
	advisedlistsort(f);
}
