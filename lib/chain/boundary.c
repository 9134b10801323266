/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "boundary.h"
#include "io/out.h"
#include "stream/record.h"
#include "stream/stream.h"

static struct boundaries *all;

/* Enters the tool after a boundary, or none; returns the previous context. */
static inline struct errcontext
enter(struct boundary *g)
{
	struct errcontext before = errcontext();

	errsetcontext(g ? g->inside : (struct errcontext){ NULL, NULL });
	return before;
}

/* Counts a record. */
static void
boundarypass(struct boundary *g, struct event *ev)
{
	g->where.line++;
	ev->where = &g->where;
	if (ev->number[KEY_TS] > g->latest)
		g->latest = ev->number[KEY_TS];
}

static void
boundarybegin(struct stage *stage)
{
	enter((struct boundary *)stage);
}

static void
boundaryheader(struct stage *stage, struct event *ev)
{
	struct boundary *g = (struct boundary *)stage;
	struct errcontext before = enter(g);

	recordserialize(ev, &g->line, g->want);
	boundarypass(g, ev);
	stageheader(stage->next, ev);
	errsetcontext(before);
}

/* Changes an event with keys that were set as writing and reading it would. */
static void
boundarychange(struct boundary *g, struct event *ev)
{
	if (!g->valuesonly)
		recordserialize(ev, &g->line, g->want);
	else if (!g->crossing) /* a batch has the values already */
		recordsetvalues(ev, &g->line);
}

static void
boundaryevent(struct stage *stage, struct event *ev)
{
	struct boundary *g = (struct boundary *)stage;
	struct errcontext before = errcontext();

	errsetcontext(g->inside);
	if (ev->set)
		boundarychange(g, ev);
	boundarypass(g, ev);
	stagegive(stage, ev);
	errsetcontext(before);
}

static void
boundaryend(struct stage *stage, const struct streamend *end)
{
	struct boundary *g = (struct boundary *)stage;
	struct errcontext before = enter(g);

	g->where.line++;
	if (end->latest > g->latest)
		g->latest = end->latest;
	stageend(stage->next, &(struct streamend){ g->latest, end->partial, end->skipped });
	errsetcontext(before);
}

struct stage *
boundariesfirst(const struct boundaries *g)
{
	return &g->p[0].stage;
}

/* With two processors, of which nst-dump takes one, only long chains are worth a second thread: it
 * is work to hand a record to another thread. */
unsigned
boundariesthreads(size_t count)
{
	unsigned cores = threadcores();

	if (cores < 2)
		return 1;
	if (cores == 2)
		return count < 4 ? 1 : 2;
	return count < cores ? (unsigned)count : cores - 1;
}

/* Returns which of the threads has tool i of count. */
static size_t
boundarythread(size_t i, size_t count)
{
	size_t threads = boundariesthreads(count);

	return (i * threads + threads - 1) / count;
}

/* Makes the stages of a tool, not yet behind those of the tool before it. */
static void
boundaryopen(struct boundaries *g, size_t i, const struct toolrun *use)
{
	struct boundary *boundary = &g->p[i];

	*boundary = (struct boundary){
		.stage = {
			.begin = boundarybegin,
			.header = boundaryheader,
			.event = boundaryevent,
			.finish = boundarybegin,
			.stop = boundarybegin,
			.end = boundaryend,
		},
		.use = use,
		.inside = { use->tool->name, boundary },
		.where.path = streamname(NULL),
		.latest = INT64_MIN,
	};
	boundary->stage.next = use->tool->stages(use->self, streamname(NULL), use->partial);
	if (i + 1 == g->count && !toolwrites(use))
		stagelast(&boundary->stage)->next = &g->writer.stage;
}

/* Appends the stages of a tool, and of all tools after it, to those of the tool before it, or to a
 * crossing behind these. */
static void
boundaryjoin(struct boundaries *g, size_t i)
{
	struct boundary *boundary = &g->p[i];
	struct stage *first = &boundary->stage;

	boundary->want = stagewant(first);
	boundary->valuesonly = stagevaluesonly(first->next);
	if (i == 0)
		return;
	if (boundarythread(i, g->count) != boundarythread(i - 1, g->count)) {
		boundary->crossing = crossingbegin(first, boundary->want, boundary->valuesonly);
		first = &boundary->crossing->stage;
	}
	stagelast(&g->p[i - 1].stage)->next = first;
}

void
boundariesopen(struct boundaries *g, const struct toolrun *uses, size_t count)
{
	*g = (struct boundaries){ .p = xzalloc(count, sizeof(*g->p)), .count = count };
	writerinit(&g->writer);
	for (size_t i = 0; i < count; i++)
		boundaryopen(g, i, &uses[i]);
	for (size_t i = count; i-- > 0;)
		boundaryjoin(g, i);
	if (!toolwrites(&uses[count - 1]))
		outstream();
	all = g;
	for (size_t i = 0; i < count; i++)
		if (i == 0 || g->p[i].crossing)
			stagebegin(&g->p[i].stage);
	enter(NULL);
}

/* Waits until the tools from one on have had all records of the tools before. */
static void
boundariesjoin(struct boundaries *g, size_t from)
{
	for (size_t i = from; i < g->count; i++)
		if (g->p[i].crossing) {
			crossingend(g->p[i].crossing);
			g->p[i].crossing = NULL;
		}
}

/* Ends a tool, and standard output if it is the last. */
static enum status
endtool(struct boundaries *g, size_t i, enum status status)
{
	const struct toolrun *use = g->p[i].use;
	bool writes = toolwrites(use); /* end frees the tool */

	enter(&g->p[i]);
	status = use->tool->end(use->self, streamname(NULL), status);
	if (i + 1 == g->count && !writes)
		status = writerend(&g->writer, status);
	return status;
}

enum status
boundariesend(struct boundaries *g, enum status status)
{
	enum status verdict = status;

	boundariesjoin(g, 0);
	for (size_t i = 0; i < g->count; i++) {
		enum status one = endtool(g, i, status);

		verdict = verdict == DONE ? one : verdict;
	}
	enter(NULL);
	for (size_t i = 0; i < g->count; i++)
		free(g->p[i].line.p);
	free(g->p);
	all = NULL;
	return verdict;
}

bool
boundariesinside(void)
{
	return errcontext().tool != NULL;
}

void
boundariesflushfailed(void)
{
	struct boundary *dying = errcontext().tool, *next = dying + 1;
	size_t last = all->count - 1;

	if (dying == &all->p[last]) {
		outflushfailed();
		return;
	}
	streamreaderstop(&(struct streamreader){
	    .first = next->crossing ? &next->crossing->stage : &next->stage });
	boundariesjoin(all, (size_t)(next - all->p));
	endtool(all, last, FAILED);
	enter(dying);
}
