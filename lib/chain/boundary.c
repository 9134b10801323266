/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "boundary.h"
#include "io/out.h"
#include "stream/record.h"
#include "stream/stream.h"

static struct boundaries *all;
static _Thread_local struct boundary *current; /* of the tool in which the thread is, or NULL */

/* Enters the tool after a boundary, or none; returns the previous one. */
static inline struct boundary *
enter(struct boundary *g)
{
	struct boundary *before = current;

	current = g;
	errsetprogram(g ? g->use->tool->name : NULL);
	return before;
}

/* Changes a record as writing and reading it would. */
static void
boundarypass(struct boundary *g, struct event *ev)
{
	recordserialize(ev, &g->line, g->want);
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
	struct boundary *g = (struct boundary *)stage, *before = enter(g);

	boundarypass(g, ev);
	stageheader(stage->next, ev);
	enter(before);
}

static void
boundaryevent(struct stage *stage, struct event *ev)
{
	struct boundary *g = (struct boundary *)stage, *before = enter(g);

	boundarypass(g, ev);
	stagegive(stage, ev);
	enter(before);
}

static void
boundaryend(struct stage *stage, const struct streamend *end)
{
	struct boundary *g = (struct boundary *)stage, *before = enter(g);

	g->where.line++;
	if (end->latest > g->latest)
		g->latest = end->latest;
	stageend(stage->next, &(struct streamend){ g->latest, end->partial, end->skipped });
	enter(before);
}

struct stage *
boundariesfirst(const struct boundaries *g)
{
	return &g->p[0].stage;
}

void
boundariesopen(struct boundaries *g, const struct toolrun *uses, size_t count)
{
	struct stage *last = NULL;

	*g = (struct boundaries){ .p = xzalloc(count, sizeof(*g->p)), .count = count };
	writerinit(&g->writer);
	for (size_t i = 0; i < count; i++) {
		const struct tool *tool = uses[i].tool;
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
			.use = &uses[i],
			.where.path = streamname(NULL),
			.latest = INT64_MIN,
		};
		if (last)
			last->next = &boundary->stage;
		boundary->stage.next =
		    tool->stages(uses[i].self, streamname(NULL), uses[i].partial);
		last = stagelast(boundary->stage.next);
		if (i + 1 == count && !toolwrites(&uses[i]))
			last->next = &g->writer.stage;
	}
	for (size_t i = 0; i < count; i++)
		g->p[i].want = stagewant(&g->p[i].stage);
	if (!toolwrites(&uses[count - 1]))
		outstream();
	all = g;
	stagebegin(boundariesfirst(g));
	enter(NULL);
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
	return current != NULL;
}

void
boundariesflushfailed(void)
{
	struct boundary *dying = current;
	size_t last = all->count - 1;
	struct stage *end = stagelast(boundariesfirst(all));

	if (dying == &all->p[last]) {
		outflushfailed();
		return;
	}
	stagestop(&dying[1].stage);
	if (!end->stop && end->finish)
		end->finish(end);
	endtool(all, last, FAILED);
	enter(dying);
}
