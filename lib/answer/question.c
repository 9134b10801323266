/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "answer.h"
#include "base/spelling.h"
#include "criticalpath.h"
#include "overview.h"
#include "steps.h"

/* Rows of a table on a screen of 24 lines: what the sentence, the headings and the last line
 * leave. */
enum { SCREEN = 16, CAUSES = 6, WAITS = 6 };

/* The sums over all rows. */
struct questionsums {
	wide time, count;
};

/* Returns the end of a noun behind a count. */
static const char *
plural(wide count)
{
	return count == 1 ? "" : "s";
}

static struct questionsums
sumsof(const struct grouprows *rows)
{
	return (struct questionsums){ grouprowstime(rows, 0), grouprowsevents(rows, 0) };
}

/* Writes the table of the question's groups. room is the number of rows that the screen has. */
static void
questiontable(struct answer *a, struct grouprows *rows, size_t room)
{
	const struct question *q = a->question;
	struct column columns[QUESTION_COLUMNS];
	struct tableview view = answerview(a);

	for (; q->columns[view.count].title; view.count++) {
		const struct questioncolumn *wanted = &q->columns[view.count];
		struct column *c = &columns[view.count];

		*c = statisticcolumn(wanted->id, wanted->title);
		if (q->omitted)
			c->omitorder = wanted->id == q->omitted;
	}
	view.columns = columns;
	view.rows = answerrows(a, rows->count, room);
	view.arg = rows;
	if (view.rows == 0)
		return;
	if (a->format == TABLE_TEXT)
		bufchar(&a->out, '\n');
	tableviewwrite(&view, &a->out);
	if (view.rows < rows->count)
		answerprose(a, "%zu of %zu rows: --top N shows more, --all shows all", view.rows,
		    rows->count);
}

static void
answerkernels(struct answer *a, struct grouprows *rows)
{
	struct questionsums sums = sumsof(rows);

	if (rows->count == 0)
		answerprose(a, "No kernel ran in %s.", answertime(answerspan(a)));
	else
		answerprose(a, "%zu kernel%s took %s of GPU time in %lld call%s; the first took %s "
		    "of it. Sorted by total; shares are of the time of all kernels.", rows->count,
		    plural(rows->count), answertime(sums.time), (long long)sums.count,
		    plural(sums.count), answershare(grouprowsat(rows, 0)->sum, sums.time));
	questiontable(a, rows, SCREEN);
}

static void
answerranges(struct answer *a, struct grouprows *rows)
{
	struct questionsums sums = sumsof(rows);

	if (rows->count == 0)
		answerprose(a, "No NVTX range launched work of a GPU: add ranges to the program, "
		    "or see its calls.");
	else
		answerprose(a, "%zu range%s launched work of GPUs, %lld time%s. Sorted by the time "
		    "of their kernels; a range counts what ranges inside it launched, so that "
		    "times do not add up. gpu_span is from the first work to the end of the last.",
		    rows->count, plural(rows->count), (long long)sums.count,
		    plural(sums.count));
	questiontable(a, rows, SCREEN - 1);
}

static void
answercalls(struct answer *a, struct grouprows *rows)
{
	struct questionsums sums = sumsof(rows);

	if (rows->count == 0)
		answerprose(a, "The profile has no CUDA call.");
	else
		answerprose(a, "%lld CUDA call%s took %s of CPU time, over all threads; those of "
		    "the first name took %s of it. Sorted by total; shares are of the time of all "
		    "calls.",
		    (long long)sums.count, plural(sums.count), answertime(sums.time),
		    answershare(grouprowsat(rows, 0)->sum, sums.time));
	questiontable(a, rows, SCREEN);
}

static void
answermemory(struct answer *a, struct grouprows *rows)
{
	struct questionsums sums = sumsof(rows);

	if (rows->count == 0)
		answerprose(a, "GPUs copied and set no memory.");
	else
		answerprose(a, "%lld copies and fills took %s of GPU time. Sorted by total; shares "
		    "are of the time of all of them.", (long long)sums.count,
		    answertime(sums.time));
	questiontable(a, rows, SCREEN);
}

/* The time of all GPUs, and what part of it they did not work, ns. */
struct questionidle {
	wide all, idle, before, after;
	size_t gpus;
};

static struct questionidle
idleof(const struct answer *a)
{
	const struct busytime *b = &a->sum.busy;
	int64_t from = clipstart(&a->sum.clip), to = clipend(&a->sum.clip);
	struct questionidle sums = { .gpus = b->count };

	for (size_t i = 0; i < b->count; i++) {
		struct busyrest rest = busytimerest(b, &b->gpus[i], from, to);

		sums.all += (wide)to - from;
		sums.idle += rest.idle;
		sums.before += rest.before;
		sums.after += rest.after;
	}
	return sums;
}

/* Writes the sentence about idle time; returns false if no GPU worked. */
static bool
idlesentence(struct answer *a)
{
	struct questionidle sums = idleof(a);
	wide rest = sums.idle + sums.before + sums.after;

	if (sums.gpus == 0) {
		answerprose(a, "No GPU worked in %s.", answertime(answerspan(a)));
		return false;
	}
	answerprose(a, "%zu GPU%s did not work for %s of %s, %s: %s before the first work, %s "
	    "after the last, %s between.", sums.gpus, sums.gpus > 1 ? "s" : "", answertime(rest),
	    answertime(sums.all), answershare(rest, sums.all), answertime(sums.before),
	    answertime(sums.after), answertime(sums.idle));
	return true;
}

static void
answeridle(struct answer *a, struct grouprows *rows)
{
	struct tableview view = answerview(a);

	idlesentence(a);
	questiontable(a, rows, CAUSES);
	if (a->format != TABLE_TEXT || a->waits.count == 0)
		return;
	bufchar(&a->out, '\n');
	answerprose(a, "The longest waits:");
	waitswrite(&a->waits, &view, answerrows(a, a->waits.count, WAITS), &a->out);
}

static void
answergaps(struct answer *a, struct grouprows *rows)
{
	struct tableview view = answerview(a);
	size_t count = answerrows(a, a->waits.count, SCREEN);

	(void)rows;
	if (idlesentence(a) && a->format == TABLE_TEXT)
		bufchar(&a->out, '\n');
	waitswrite(&a->waits, &view, count, &a->out);
	if (count < a->waits.all)
		answerprose(a, "%zu of %llu waits: --top N shows more, --all shows all", count,
		    (unsigned long long)a->waits.all);
}

/* Writes for which rank the others waited. */
static void
rankssentence(struct answer *a)
{
	struct ranksums sums = ranktablesums(&a->sum.ranks);

	answerprose(a, "%zu ranks waited %s for each other in %llu collectives; %s %lld came last "
	    "most often, in %llu (%s). wait is the time until the last rank came, transfer the "
	    "rest; last counts the collectives for which the others waited for this rank.%s",
	    a->sum.ranks.count, answertime(sums.wait), (unsigned long long)sums.collectives,
	    sums.ranked ? "rank" : "process", (long long)(sums.ranked ? sums.rank : sums.pid),
	    (unsigned long long)sums.last, answershare((wide)sums.last, (wide)sums.collectives),
	    sums.ranked ? "" : " The profile tells no ranks, so processes stand for them.");
}

static void
answerranks(struct answer *a, struct grouprows *rows)
{
	struct ranktable *ranks = &a->sum.ranks;
	struct tableview view = answerview(a);

	(void)rows;
	if (ranks->count == 0) {
		answerprose(a, "No collective was found: ranks need NCCL kernels or MPI calls, and "
		    "a profile of each rank.");
		a->next = "Next: nst ranks FILE ... with the profiles of all ranks; nst calls "
		    "FILE.";
		return;
	}
	rankssentence(a);
	ranks->most = answerrows(a, ranks->count, SCREEN - 4);
	ranktablewrite(ranks, &view, &a->out);
	if (ranks->most < ranks->count)
		answerprose(a, "%zu of %zu ranks, those that came last most often: --top N shows "
		    "more, --all shows all", ranks->most, ranks->count);
}

static void
answerpath(struct answer *a, struct grouprows *rows)
{
	criticalpathwrite(a, rows);
	questiontable(a, rows, SCREEN - 1);
}

const struct question questions[] = {
	{ .name = "overview",
	    .what = "what is in a profile, and where the time went",
	    .keys = { BY_TYPE, BY_NAME },
	    .keycount = 2,
	    .instead = OVERVIEW_KERNELS,
	    .shown = OVERVIEW_KERNELS | OVERVIEW_RANGES,
	    .profiled = true,
	    .findings = true,
	    .spills = true,
	    .write = overviewwrite,
	    .next = "Next: nst idle FILE; also steps, ranges, kernels, calls, memory, open." },
	{ .name = "kernels",
	    .what = "kernels by their time",
	    .keys = { BY_NAME },
	    .keycount = 1,
	    .types = EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_GRAPH),
	    .columns = { { STATISTIC_SHARE, "share" }, { STATISTIC_TOTAL, "total" },
	        { STATISTIC_COUNT, "count" }, { STATISTIC_MEAN, "mean" },
	        { STATISTIC_MAX, "max" }, { BY_NAME, "name" } },
	    .spills = true,
	    .write = answerkernels,
	    .next = "Next: nst ranges FILE says which code launched them." },
	{ .name = "ranges",
	    .what = "NVTX ranges by the time of the kernels that they launched",
	    .keys = { BY_NAME },
	    .keycount = 1,
	    .types = EVTYPE(TYPE_NVTX_KERNEL),
	    .sort = "kernel_time",
	    .columns = { { STATISTIC_KERNEL_TIME, "kernel_time" }, { STATISTIC_COUNT, "calls" },
	        { STATISTIC_KERNELS, "kernels" }, { STATISTIC_TOTAL, "gpu_span" },
	        { STATISTIC_RANGE_TIME, "cpu_time" }, { BY_NAME, "name" } },
	    .spills = true,
	    .write = answerranges,
	    .next = "Next: nst kernels FILE, nst idle FILE." },
	{ .name = "calls",
	    .what = "CUDA calls by their time on the CPU",
	    .keys = { BY_NAME },
	    .keycount = 1,
	    .types = EVTYPE(TYPE_CUDA_API) | EVTYPE(TYPE_CALL_KERNEL),
	    .columns = { { STATISTIC_SHARE, "share" }, { STATISTIC_TOTAL, "total" },
	        { STATISTIC_COUNT, "count" }, { STATISTIC_MEAN, "mean" },
	        { STATISTIC_MAX, "max" }, { BY_NAME, "name" } },
	    .spills = true,
	    .write = answercalls,
	    .next = "Next: nst idle FILE says which calls GPUs waited for." },
	{ .name = "idle",
	    .what = "why GPUs were idle",
	    .keys = { BY_CAUSE, BY_KIND, BY_BLAME },
	    .keycount = 3,
	    .types = EVTYPE(TYPE_GPU_STATE),
	    .pattern = "^(?:idle|before|after)$",
	    .profiled = true,
	    .waits = WAITS,
	    .columns = { { STATISTIC_SHARE, "share" }, { STATISTIC_TOTAL, "total" },
	        { STATISTIC_COUNT, "waits" }, { STATISTIC_MAX, "max" }, { BY_CAUSE, "cause" },
	        { BY_KIND, "kind" }, { BY_BLAME, "blame" } },
	    .spills = true,
	    .write = answeridle,
	    .next = "Next: nst gaps FILE lists each wait; nst open FILE shows them." },
	{ .name = "gaps",
	    .what = "the longest times in which a GPU did not work, and the work around them",
	    .types = EVTYPE(TYPE_GPU_STATE),
	    .profiled = true,
	    .waits = SCREEN,
	    .gaps = true,
	    .write = answergaps,
	    .next = "Next: nst idle FILE adds them up by cause." },
	{ .name = "steps",
	    .what = "steps of the training loop, the slowest first",
	    .keys = { BY_STEP, BY_PID, BY_DEVICE, BY_TYPE, BY_NAME, BY_CAUSE, BY_BLAME },
	    .keycount = 7,
	    .types = EVTYPE(TYPE_GPU_STATE) | EVTYPE(TYPE_KERNEL) | EVTYPE(TYPE_GRAPH) |
	        EVTYPE(TYPE_MEMCPY) | EVTYPE(TYPE_MEMSET),
	    .profiled = true,
	    .write = stepswrite,
	    .next = "Next: nst idle FILE, nst ranges FILE." },
	{ .name = "ranks",
	    .what = "how long ranks waited for each other in collectives",
	    .types = EVTYPE(TYPE_COLLECTIVE),
	    .profiled = true,
	    .ranks = true,
	    .write = answerranks,
	    .next = "Next: nst idle FILE of the rank that is last." },
	{ .name = "path",
	    .what = "the critical path: the events that the run waited for",
	    .keys = { BY_KIND, BY_NAME },
	    .keycount = 2,
	    .types = EVTYPE(TYPE_PATH),
	    .columns = { { STATISTIC_SHARE, "share" }, { STATISTIC_TOTAL, "total" },
	        { STATISTIC_COUNT, "count" }, { STATISTIC_MAX, "max" }, { BY_KIND, "kind" },
	        { BY_NAME, "name" } },
	    .write = answerpath,
	    .next = "Next: nst path FILE --step slowest; nst idle FILE." },
	{ .name = "memory",
	    .what = "copies and fills of memory: time, bytes and rates",
	    .keys = { BY_NAME },
	    .keycount = 1,
	    .types = EVTYPE(TYPE_MEMCPY) | EVTYPE(TYPE_MEMSET),
	    .columns = { { STATISTIC_SHARE, "share" }, { STATISTIC_TOTAL, "total" },
	        { STATISTIC_COUNT, "count" }, { STATISTIC_BYTES, "bytes" },
	        { STATISTIC_RATE, "rate" }, { STATISTIC_MAX, "max" }, { BY_NAME, "name" } },
	    .omitted = STATISTIC_MAX,
	    .spills = true,
	    .write = answermemory,
	    .next = "Next: nst idle FILE, nst calls FILE." },
};

const size_t questioncount = sizeof(questions) / sizeof(*questions);

const struct question *
questionfind(const char *name)
{
	const char *names[sizeof(questions) / sizeof(*questions)];

	for (size_t i = 0; i < questioncount; i++) {
		names[i] = questions[i].name;
		if (strcmp(name, names[i]) == 0)
			return &questions[i];
	}
	dieusage("--about: no question is called '%s'%s", name,
	    spellingchoice(spanof(name), names, questioncount));
}
