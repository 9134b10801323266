/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "base/scan.h"
#include "base/wide.h"
#include "gpulosses.h"

enum { IN_COMPUTE = 1 << WORK_COMPUTE, IN_COMM = 1 << WORK_COMM, IN_COPY = 1 << WORK_COPY };

/* Returns true if time of an activity is lost while the GPU does these kinds of work. */
static bool
activitycounts(int rule, unsigned works)
{
	if (rule == RULE_SMALL_GRIDS)
		return works & IN_COMPUTE;
	if (rule == RULE_EXPOSED_COMM)
		return works & IN_COMM && !(works & IN_COMPUTE);
	return works == IN_COPY;
}

/* Sweeps one activity from g->now to a time, ns. */
static void
activitysweep(struct gpulosses *g, int rule, int64_t to)
{
	struct activity *a = &g->activities[rule];
	int64_t from = g->now;

	if (a->of == 0 || !activitycounts(rule, g->works))
		return;
	if (rule == RULE_SMALL_GRIDS) {
		from = from > a->alone ? from : a->alone;
		from = from > g->largegrid ? from : g->largegrid;
	}
	to = to < a->until ? to : a->until;
	if (to > from)
		a->last.cost += (int64_t)((wide)subsat(to, from) * a->idle / a->of);
}

/* Sweeps all activities to a time, ns; only as far as the state is known. */
static void
gpusweep(struct gpulosses *g, int64_t to)
{
	int64_t known = to < g->stateend ? to : g->stateend;

	if (to <= g->now)
		return;
	for (int rule = 0; rule < ACTIVITY_COUNT && known > g->now; rule++)
		activitysweep(g, rule, known);
	g->now = to;
}

/* Adds the operation of an activity to the losses. */
static void
activitysettle(struct gpulosses *g, int rule)
{
	lossadd(&g->losses[rule], &g->activities[rule].last);
	g->activities[rule].last.cost = 0;
}

/* Adds an operation to an activity. idle/of is the part of its time that is lost. */
static void
activityadd(
    struct gpulosses *g, int rule, const struct gpuwork *work, int64_t idle, int64_t of)
{
	struct activity *a = &g->activities[rule];
	const struct event *ev = work->ev;
	int64_t ts = ev->number[KEY_TS], end = evend(ev), bytes = 0;

	if (a->until > ts && a->of > 0)
		a->alone = a->until < end ? a->until : end;
	if (a->of > 0 && end <= a->until)
		return;
	activitysettle(g, rule);
	if (ev->type != TYPE_MEMCPY || !jsonint(work->bytes, &bytes))
		bytes = 0;
	a->until = end;
	a->idle = idle;
	a->of = of;
	a->last = (struct lossevent){ .ts = ts,
		.dur = subsat(end, ts),
		.bytes = bytes,
		.hasstep = evhas(ev, KEY_STEP),
		.step = evnumber(ev, KEY_STEP),
		.range = work->range };
}

/* Returns true for a copy between host and device that is far slower than the link. */
static bool
copyslow(const struct event *ev, struct span kind, struct span size)
{
	int64_t bytes, dur = evnumber(ev, KEY_DUR);

	if (!spanis(kind, "\"Host-to-Device\"") && !spanis(kind, "\"Device-to-Host\""))
		return false;
	return jsonint(size, &bytes) && bytes >= SLOW_COPY_LEAST && bytes / SLOW_COPY_RATE < dur;
}

/* Adds a copy or memset to the activities of the rules that hold for it. */
static void
gpucopy(struct gpulosses *g, struct gpuwork *work, struct hostthreads *threads)
{
	enum { FROM, TO, KIND, BYTES, ARGS };

	static const char *const names[ARGS] = { "src_kind", "dst_kind", "kind", "bytes" };
	const struct event *ev = work->ev;
	struct span name = work->launched ? work->launch.name : (struct span){ NULL, 0 };
	struct span args[ARGS];
	bool pageable;

	evargs(ev, names, args, ARGS);
	work->bytes = args[BYTES];
	pageable = spanis(args[FROM], "\"Pageable\"") || spanis(args[TO], "\"Pageable\"");
	if (ev->type == TYPE_MEMCPY && spanis(args[KIND], "\"Host-to-Device\""))
		activityadd(g, RULE_H2D_ALONE, work, 1, 1);
	if (pageable && name.n > 0 && memmem(name.p, name.n, "Async", 5))
		activityadd(g, RULE_PAGEABLE, work, 1, 1);
	if (name.n > 0 && hostcallkind(threads, name) == WAIT_COPY)
		activityadd(g, RULE_SYNC_COPY, work, 1, 1);
	if (ev->type == TYPE_MEMCPY && !pageable && copyslow(ev, args[KIND], args[BYTES]))
		activityadd(g, RULE_SLOW_COPY, work, 1, 1);
}

/* Reads a grid of small numbers, as nst-dump writes it: [x,y,z]. Returns the number of its blocks;
 * 0 for another grid. */
static int64_t
quickblocks(const char *p)
{
	uint64_t blocks = 1, n;

	do {
		const char *digits = p + 1;

		n = 0;
		p = scandigits(digits, &n);
		if (p == digits || p > digits + 9 || __builtin_mul_overflow(blocks, n, &blocks))
			return 0;
	} while (*p == ',');
	return *p == ']' && blocks <= INT64_MAX ? (int64_t)blocks : 0;
}

/* Returns the number of blocks of a grid, or 0 if it is unknown. */
static int64_t
gridblocks(const struct event *ev, struct span grid)
{
	struct span side;
	int64_t blocks = 1, n;
	struct json j;
	int more;

	if (grid.n == 0 || grid.p[0] != '[')
		return 0;
	n = quickblocks(grid.p);
	if (n > 0)
		return n;
	jsonopen(&j, grid.p, ev->stack);
	while ((more = jsonitem(&j, &side)) > 0)
		if (!jsonint(side, &n) || n <= 0 || __builtin_mul_overflow(blocks, n, &blocks))
			return 0;
	return more == 0 ? blocks : 0;
}

/* The arguments of kernels that count, JSON. */
enum { GRID, NODE, KERNEL_ARGS };

/* Reads args that begin with the grid, as nst-dump writes them, and have no escapes, no second grid
 * and no node. Returns false for others. Most kernels have a dozen args, of which none counts. The
 * span of the grid has all args behind it, too. */
static bool
quickargs(const struct event *ev, struct span values[KERNEL_ARGS])
{
	static const char first[] = "{\"grid\":", grid[] = "\"grid\"", node[] = "\"graph_node\"";
	struct span args = evhas(ev, KEY_ARGS) ? ev->value[KEY_ARGS] : spanof("{}");
	const char *from = args.p + sizeof(first) - 1, *end = args.p + args.n;

	if (args.n < sizeof(first) || memcmp(args.p, first, sizeof(first) - 1) != 0)
		return false;
	for (const char *p = from; (p = scanquoted(p, end, 'g')) < end; p++)
		if (*p == '\\' || memcmp(p, grid, sizeof(grid) - 1) == 0 ||
		    memcmp(p, node, sizeof(node) - 1) == 0)
			return false;
	values[GRID] = (struct span){ from, (size_t)(end - from) };
	values[NODE] = (struct span){ NULL, 0 };
	return true;
}

static void
gpukernel(struct gpulosses *g, const struct gpuwork *work)
{
	static const char *const names[KERNEL_ARGS] = { "grid", "graph_node" };
	const struct event *ev = work->ev;
	int64_t blocks, end = evend(ev);
	struct span args[KERNEL_ARGS];

	if (!quickargs(ev, args))
		evargs(ev, names, args, KERNEL_ARGS);
	blocks = ev->type == TYPE_KERNEL ? gridblocks(ev, args[GRID]) : 0;
	if (blocks > 0 && g->sms > 0 && blocks < g->sms)
		activityadd(g, RULE_SMALL_GRIDS, work, g->sms - blocks, g->sms);
	else if (end > g->largegrid)
		g->largegrid = end;
	g->graphs += ev->type == TYPE_GRAPH || args[NODE].n > 0;
}

/* Returns the call in which the thread that launched the operation waited when the gap began, or
 * NULL. */
static const struct gapwaiter *
gapwaiterof(
    const struct gpulosses *g, const struct gpuwork *work, const struct hostthreads *threads)
{
	if (!work || !work->launched || !work->launch.hastid)
		return NULL;
	for (size_t i = 0; i < g->waitercount; i++) {
		const struct hostthread *t = &threads->p[g->waiters[i].thread];

		if (t->tid == work->launch.tid && t->pid == evnumber(work->ev, KEY_PID))
			return &g->waiters[i];
	}
	return NULL;
}

/* Adds the part of a gap that follows a call in which the launching thread waited: without the
 * call, the thread would be early by no more than the length of the call. Returns that part, ns. */
static int64_t
gapwaited(struct gpulosses *g, const struct gapwaiter *w, struct hostthreads *threads)
{
	int64_t cost = g->gap.dur < w->call.dur ? g->gap.dur : w->call.dur;
	struct lossevent event = { .ts = g->gap.ts,
		.dur = g->gap.dur,
		.cost = cost,
		.range = w->call.range,
		.hasstep = g->gap.hasstep,
		.step = g->gap.step };

	if (w->call.initem)
		threads->p[w->thread].itemidle = addsat(threads->p[w->thread].itemidle, cost);
	else
		lossadd(&g->losses[w->call.kind == WAIT_SYNC ? RULE_SYNC_CALLS : RULE_SYNC_COPY],
		    &event);
	return cost;
}

/* Returns true if a gap is one before a kernel that was launched too late. */
static bool
gapoflaunch(const struct gpulosses *g, const struct gpuwork *work)
{
	return work && work->ev->type == TYPE_KERNEL && work->launched &&
	    g->gap.dur <= LAUNCH_GAP && evnumber(work->ev, KEY_DUR) <= LAUNCH_GAP &&
	    work->launch.dur >= 0 &&
	    addsat(work->launch.ts, work->launch.dur) > g->gap.ts;
}

/* Adds the rest of a gap, the cost, to the rule for its cause. */
static void
gapadd(struct gpulosses *g, const struct gpuwork *work, int64_t cost)
{
	static const enum rule bycause[] = { RULE_GAPS, RULE_ALLOCATIONS, RULE_PROFILER,
		RULE_STREAM_WAITS };
	enum rule rule = bycause[g->gap.cause];
	struct lossevent event = { .ts = g->gap.ts,
		.dur = g->gap.dur,
		.cost = cost,
		.range = work ? work->range : NO_RANGE,
		.hasstep = g->gap.hasstep,
		.step = g->gap.step };

	if (rule == RULE_ALLOCATIONS && g->gap.hasstep && g->steps.count > 0 &&
	    g->gap.step == g->steps.p[0].number)
		rule = RULE_GAPS;
	if (rule == RULE_GAPS && gapoflaunch(g, work)) {
		rule = RULE_LAUNCH_BOUND;
		g->late++;
		g->latekernels = addsat(g->latekernels, evnumber(work->ev, KEY_DUR));
	}
	if (rule == RULE_GAPS)
		event.range = g->gap.what;
	lossadd(&g->losses[rule], &event);
}

/* Assigns the pending gap to rules; work is the operation behind it, or NULL if unknown. */
static void
gapclose(struct gpulosses *g, const struct gpuwork *work, struct hostthreads *threads)
{
	const struct gapwaiter *w = gapwaiterof(g, work, threads);
	int64_t cost = g->gap.dur;

	if (!g->gap.pending)
		return;
	g->gap.pending = false;
	if (w && g->gap.cause != GAP_ALLOC && g->gap.cause != GAP_PROFILER)
		cost -= gapwaited(g, w, threads);
	gapadd(g, work, cost);
}

/* Notes the threads that wait when a gap begins. */
static void
gapwaiters(struct gpulosses *g, const struct hostthreads *threads)
{
	g->waitercount = 0;
	for (size_t i = 0; i < threads->waitercount; i++) {
		const struct waitcall *call = &threads->p[threads->waiters[i]].wait;

		if (call->ts >= g->gap.ts || addsat(call->ts, call->dur) < g->gap.ts)
			continue;
		GROW(g->waiters, g->waiterroom, g->waitercount + 1);
		g->waiters[g->waitercount++] =
		    (struct gapwaiter){ threads->waiters[i], *call };
	}
}

/* Adds a state to the sums, and to those of its step. */
static void
gpusums(struct gpulosses *g, const struct gpustate *state)
{
	const struct event *ev = state->ev;
	int64_t dur = subsat(state->end, state->ts);
	unsigned works = state->works;
	enum steppart part = works & IN_COMPUTE ? STEP_COMPUTE
	    : works & IN_COMM                   ? STEP_COMM
	    : works                             ? STEP_COPY
	                                        : STEP_IDLE;

	g->worked = g->worked || !state->before;
	g->span = addsat(g->span, dur);
	g->idle = addsat(g->idle, state->idle ? dur : 0);
	g->gaps += state->idle;
	g->busy = addsat(g->busy, works ? dur : 0);
	g->compute = addsat(g->compute, works & IN_COMPUTE ? dur : 0);
	g->comm = addsat(g->comm, works & IN_COMM ? dur : 0);
	if (evhas(ev, KEY_STEP) && !state->before && !state->after)
		steptimesadd(&g->steps, ev->number[KEY_STEP], part, state->ts, state->end);
}

static void
gpurest(struct gpulosses *g, const struct gpustate *state)
{
	int64_t dur = subsat(state->end, state->ts);
	struct lossevent event = { .ts = state->ts, .dur = dur, .cost = dur, .range = NO_RANGE };

	if (state->before) {
		g->before = event;
		g->beforewhat = state->what;
	} else {
		g->after = event;
		g->afterwhat = state->what;
	}
}

void
gpulossesstate(struct gpulosses *g, const struct gpustate *state, struct hostthreads *threads)
{
	const struct event *ev = state->ev;

	gpusums(g, state);
	if (state->before || state->after) {
		gpurest(g, state);
		return;
	}
	if (g->stateend == INT64_MIN)
		g->first = state->ts;
	gpusweep(g, state->ts);
	if (state->end > g->stateend) {
		g->works = state->works;
		g->stateend = state->end;
	}
	if (!state->idle)
		return;
	gapclose(g, NULL, threads);
	g->gap = (struct gap){ .pending = true,
		.ts = state->ts,
		.dur = subsat(state->end, state->ts),
		.cause = state->cause,
		.what = state->what,
		.hasstep = evhas(ev, KEY_STEP),
		.step = evnumber(ev, KEY_STEP) };
	gapwaiters(g, threads);
}

void
gpulosseswork(struct gpulosses *g, struct gpuwork *work, struct hostthreads *threads)
{
	int64_t ts = work->ev->number[KEY_TS];

	gpusweep(g, ts);
	if (g->gap.pending)
		gapclose(g, ts == addsat(g->gap.ts, g->gap.dur) ? work : NULL, threads);
	if (work->work == WORK_COMM)
		activityadd(g, RULE_EXPOSED_COMM, work, 1, 1);
	else if (work->work == WORK_COPY)
		gpucopy(g, work, threads);
	else
		gpukernel(g, work);
}

void
gpulossesinit(struct gpulosses *g, int64_t pid, int64_t device, bool haspid)
{
	*g = (struct gpulosses){ .pid = pid,
		.device = device,
		.haspid = haspid,
		.stateend = INT64_MIN,
		.now = INT64_MIN,
		.largegrid = INT64_MIN };
}

void
gpulossesfinish(struct gpulosses *g, struct hostthreads *threads)
{
	gpusweep(g, INT64_MAX);
	gapclose(g, NULL, threads);
	for (int rule = 0; rule < ACTIVITY_COUNT; rule++)
		activitysettle(g, rule);
}

void
gpulossesfree(struct gpulosses *g)
{
	for (int rule = 0; rule < RULE_ON_GPU; rule++)
		lossfree(&g->losses[rule]);
	steptimesfree(&g->steps);
	free(g->waiters);
}
