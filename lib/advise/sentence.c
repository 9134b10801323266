/* SPDX-License-Identifier: MIT */
#include "sentence.h"
#include "table/format.h"

void
sentencename(struct buf *out, const struct advise *a, const struct gpulosses *g)
{
	size_t same = 0;
	int64_t rank;

	for (size_t i = 0; i < a->gpucount; i++)
		same += a->gpus[i].device == g->device;
	bufprintf(out, "GPU %lld", (long long)g->device);
	if (same < 2 || !g->haspid)
		return;
	if (identityrank(&a->ids, g->pid, &rank))
		bufprintf(out, " of rank %lld", (long long)rank);
	else
		bufprintf(out, " of process %lld", (long long)g->pid);
}

void
sentencetime(struct buf *out, int64_t ns)
{
	formattime(out, (wide)ns * 1000);
}

void
sentenceshare(struct buf *out, int64_t part, int64_t whole)
{
	formatdecimals(out, whole > 0 ? widedivide((wide)part * 1000, whole) : 0, 1, false);
	bufstr(out, " %");
}

void
sentencecost(struct buf *out, const struct advised *one)
{
	sentencetime(out, one->cost);
	bufstr(out, " (");
	sentenceshare(out, one->cost, one->span);
	bufchar(out, ')');
}

void
sentencecount(struct buf *out, uint64_t count, const char *noun)
{
	formatwhole(out, (wide)count, true);
	bufchar(out, ' ');
	bufstr(out, noun);
	if (count != 1)
		bufchar(out, 's');
}

/* Writes the share of the range or cause with the largest cost. */
static void
sentencepart(struct buf *out, const struct advised *one)
{
	if (one->top.cost == one->cost)
		bufstr(out, "all");
	else
		sentenceshare(out, one->top.cost, one->cost);
}

void
sentencerange(struct buf *out, const struct advise *a, const struct advised *one)
{
	if (one->top.range == NO_RANGE)
		return;
	bufstr(out, "; ");
	sentencepart(out, one);
	bufstr(out, " of that in the range ");
	bufspan(out, stringat(&a->names, one->top.range));
}

/* Writes the figures of launches behind a sentence about them. */
static void
sentencelaunches(struct buf *out, const struct advised *one, const struct gpulosses *g)
{
	wide time = (wide)one->cost + g->latekernels; /* of the gaps and the kernels behind them */

	bufstr(out, ": a gap of ");
	sentencetime(out, one->cost / (int64_t)one->count);
	bufstr(out, " before a kernel of ");
	sentencetime(out, g->latekernels / (int64_t)g->late);
	bufstr(out, " on average, so ");
	formatwhole(out, widedivide((wide)one->count * 1000000000, time), true);
	bufstr(out, " kernels a second; ");
	bufstr(out, g->graphs > 0 ? "some work is in CUDA graphs" : "no work is in CUDA graphs");
}

/* Writes how many blocks would be enough. */
static void
sentencegrids(struct buf *out, const struct gpulosses *g)
{
	bufprintf(out, " with fewer blocks than its %lld multiprocessors", (long long)g->sms);
}

static void
sentencecopies(struct buf *out, const struct advised *one)
{
	bufstr(out, " (");
	formatbytes(out, one->bytes);
	bufchar(out, ')');
}

/* The words around the cost and the count of a loss. */
static const struct {
	const char *before, *between, *noun, *after;
} words[] = {
	[RULE_H2D_ALONE] = { "spent", "on", "host-to-device transfer",
	    " while it neither computed nor communicated" },
	[RULE_PAGEABLE] = { "spent", "on", "asynchronous transfer",
	    " of pageable memory and did nothing else" },
	[RULE_SYNC_COPY] = { "spent", "on or behind", "synchronous operation",
	    " (copies, memsets) and did nothing else" },
	[RULE_SLOW_COPY] = { "spent", "on", "large transfer", " at less than 3 GB/s" },
	[RULE_SMALL_GRIDS] = { "could save", "in", "kernel", "" },
	[RULE_EXPOSED_COMM] = { "communicated for", "without computing, in", "operation", "" },
	[RULE_SYNC_CALLS] = { "was idle for", "in", "gap",
	    " behind calls that waited for it" },
	[RULE_ALLOCATIONS] = { "was idle for", "in", "gap",
	    " while the host allocated or freed memory" },
	[RULE_PROFILER] = { "was idle for", "in", "gap", " that the profiler made" },
	[RULE_STREAM_WAITS] = { "was idle for", "in", "gap",
	    " in which a stream waited for an event or another stream" },
	[RULE_LAUNCH_BOUND] = { "was idle for", "in", "short gap", " before kernels" },
	[RULE_GAPS] = { "was idle for", "in", "gap", "" },
	[RULE_LOW_USE] = { "was idle for", "in", "gap", "" },
};

void
sentencegpu(
    struct buf *out, const struct advise *a, const struct advised *one, const struct gpulosses *g)
{
	sentencename(out, a, g);
	bufprintf(out, " %s ", words[one->rule].before);
	sentencecost(out, one);
	bufprintf(out, " %s ", words[one->rule].between);
	sentencecount(out, one->count, words[one->rule].noun);
	bufstr(out, words[one->rule].after);
	if (one->bytes > 0)
		sentencecopies(out, one);
	if (one->rule == RULE_LAUNCH_BOUND)
		sentencelaunches(out, one, g);
	if (one->rule == RULE_SMALL_GRIDS)
		sentencegrids(out, g);
	if (one->rule == RULE_GAPS && one->top.range != NO_RANGE) {
		bufstr(out, "; for ");
		sentencepart(out, one);
		bufstr(out, " of that, ");
		bufspan(out, stringat(&a->names, one->top.range));
	} else {
		sentencerange(out, a, one);
	}
	if (one->gpus > 1)
		bufprintf(out, "; similar on %zu other GPU%s", one->gpus - 1,
		    one->gpus > 2 ? "s" : "");
	bufchar(out, '.');
}
