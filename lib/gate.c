/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "gate.h"
#include "out.h"
#include "record.h"
#include "stream.h"

static struct gates *all;
static _Thread_local struct gate *current; /* the one behind which the thread is */

/* Goes through a gate; returns the one before. */
static inline struct gate *
enter(struct gate *g)
{
	struct gate *before = current;

	current = g;
	erras(g ? g->use->tool->name : NULL);
	return before;
}

/* Takes a record as if it had been written and read. */
static void
pass(struct gate *g, struct event *ev)
{
	recordflat(ev, &g->line, g->want);
	g->where.line++;
	ev->where = &g->where;
	if (ev->number[KEY_TS] > g->latest)
		g->latest = ev->number[KEY_TS];
}

static void
begin(struct stage *stage)
{
	enter((struct gate *)stage);
}

static void
header(struct stage *stage, struct event *ev)
{
	struct gate *g = (struct gate *)stage, *before = enter(g);

	pass(g, ev);
	stageheader(stage->next, ev);
	enter(before);
}

static void
event(struct stage *stage, struct event *ev)
{
	struct gate *g = (struct gate *)stage, *before = enter(g);

	pass(g, ev);
	stagegive(stage, ev);
	enter(before);
}

static void
end(struct stage *stage, int64_t latest, bool partial)
{
	struct gate *g = (struct gate *)stage, *before = enter(g);

	g->where.line++;
	if (latest > g->latest)
		g->latest = latest;
	stageend(stage->next, g->latest, partial);
	enter(before);
}

struct stage *
gatesfirst(const struct gates *g)
{
	return &g->p[0].stage;
}

void
gatesopen(struct gates *g, const struct tooluse *uses, size_t count)
{
	struct stage *last = NULL;

	*g = (struct gates){ .p = xzalloc(count, sizeof(*g->p)), .count = count };
	writerinit(&g->writer);
	for (size_t i = 0; i < count; i++) {
		const struct tool *tool = uses[i].tool;
		struct gate *gate = &g->p[i];

		*gate = (struct gate){
			.stage = {
				.begin = begin,
				.header = header,
				.event = event,
				.finish = begin,
				.stop = begin,
				.end = end,
			},
			.use = &uses[i],
			.where.path = streamname(NULL),
			.latest = INT64_MIN,
		};
		if (last)
			last->next = &gate->stage;
		gate->stage.next = tool->stages(uses[i].self, streamname(NULL), uses[i].partial);
		last = stagelast(gate->stage.next);
		if (i + 1 == count && !tool->writes)
			last->next = &g->writer.stage;
	}
	for (size_t i = 0; i < count; i++)
		g->p[i].want = stagewant(&g->p[i].stage);
	if (!uses[count - 1].tool->writes)
		outstream();
	all = g;
	stagebegin(gatesfirst(g));
	enter(NULL);
}

/* Ends a tool, and standard output if it is the last. */
static enum status
endtool(struct gates *g, size_t i, enum status status)
{
	const struct tooluse *use = g->p[i].use;

	enter(&g->p[i]);
	status = use->tool->end(use->self, streamname(NULL), status);
	if (i + 1 == g->count && !use->tool->writes)
		status = writerend(&g->writer, status);
	return status;
}

enum status
gatesend(struct gates *g, enum status status)
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
gatesinside(void)
{
	return current != NULL;
}

void
gatesrescue(void)
{
	struct gate *dying = current;
	size_t last = all->count - 1;
	struct stage *end = stagelast(gatesfirst(all));

	if (dying == &all->p[last]) {
		outrescue();
		return;
	}
	stagestop(&dying[1].stage);
	if (!end->stop && end->finish)
		end->finish(end);
	endtool(all, last, FAILED);
	enter(dying);
}
