/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "step.h"

/* What ranges of a process count. */
struct stepranges {
	int64_t tid; /* of this thread */
	int pattern; /* whose name is of this pattern, -1 as long as none came */
	int64_t end; /* of the latest one, ns */
};

static struct stepranges *
rangesof(struct step *s, const struct stepprocess *process)
{
	size_t number = (size_t)(process - s->steps.p);
	size_t before = s->rangesroom;

	GROW(s->ranges, s->rangesroom, number + 1);
	for (size_t i = before; i < s->rangesroom; i++)
		s->ranges[i].pattern = -1;
	return &s->ranges[number];
}

/* Takes a range that may be a step. The first that is says which thread and which pattern count in
 * its process; one inside another is none. */
static void
range(struct step *s, const struct event *ev)
{
	struct stepprocess *process;
	struct stepranges *ranges;
	int64_t number;
	int pattern;

	if (!evhas(ev, KEY_NAME) || (!evhas(ev, KEY_DUR) && !evisopen(ev)))
		return;
	pattern = stepnamesmatch(
	    &s->names, jsontext(ev->value[KEY_NAME], &s->scratch), &number);
	if (pattern < 0)
		return;
	process = stepsof(&s->steps, evnumber(ev, KEY_PID));
	ranges = rangesof(s, process);
	if (ranges->pattern < 0)
		*ranges = (struct stepranges){ evnumber(ev, KEY_TID), pattern, INT64_MIN };
	if (pattern != ranges->pattern || ev->number[KEY_TS] < ranges->end)
		return;
	if (evnumber(ev, KEY_TID) != ranges->tid) {
		s->elsewhere = true;
		return;
	}
	ranges->end = evisopen(ev) ? ev->number[KEY_TS] : evend(ev);
	if (!stepsadd(process, ev->number[KEY_TS], evisopen(ev) ? INT64_MAX : ranges->end, number))
		s->renumbered = true;
}

/* When what an event belongs to was asked for, ns: what a GPU does by its launch, what was
 * projected by its range, all else by itself. False where that is not known, or nobody asked. */
static bool
when(const struct event *ev, int64_t *ts)
{
	enum event_family family = evfamily(ev->type);
	struct launch launch;

	if (ev->type == TYPE_NVTX_KERNEL || ev->type == TYPE_CALL_KERNEL)
		return jsonint(jsonmember(evarg(ev, "range"), "ts", ev->stack), ts);
	if (family == FAMILY_CONTROL || family == FAMILY_COUNTER)
		return false;
	if (family == FAMILY_GPU || family == FAMILY_DEVICE) {
		if (!evlaunch(ev, &launch))
			return false;
		*ts = launch.ts;
		return true;
	}
	*ts = ev->number[KEY_TS];
	return true;
}

static void
stepheader(struct stage *stage, struct event *ev)
{
	struct step *s = (struct step *)stage;

	s->linked = s->linked || evhas(ev, KEY_LINKED);
	stageheader(stage->next, ev);
}

static void
stepevent(struct stage *stage, struct event *ev)
{
	struct step *s = (struct step *)stage;
	const struct onestep *step = NULL;
	int64_t ts;

	if (ev->type == TYPE_NVTX && s->names.count > 0)
		range(s, ev);
	if (evhas(ev, KEY_PID) && when(ev, &ts))
		step = stepsat(&s->steps, ev->number[KEY_PID], ts);
	if (step)
		evsetint(ev, KEY_STEP, step->number);
	else if (evhas(ev, KEY_STEP))
		evdrop(ev, KEY_STEP);
	s->linked = s->linked || evhas(ev, KEY_LAUNCH);
	s->unlinked = s->unlinked || evfamily(ev->type) == FAMILY_GPU;
	stagegive(stage, ev);
}

/* Says what is not as one would expect. */
static void
stepfinish(struct stage *stage)
{
	const struct step *s = (const struct step *)stage;

	if (s->steps.count == 0 && s->asked)
		warn("%s: no range is called '%s'", s->path, s->names.p[0].source);
	else if (s->steps.count == 0)
		warn("%s: no range is called like a step: --range REGEX says how they are called, "
		     "--auto finds them by what is launched", s->path);
	else if (s->unlinked && !s->linked)
		warn("%s: the stream is not linked, so that what GPUs did is in no step: "
		     "put nst-link before this program",
		    s->path);
	if (s->renumbered)
		warn("%s: numbers in names of steps do not rise: from there on steps are counted",
		    s->path);
	if (s->elsewhere)
		warn("%s: ranges of further threads are called like steps, too: those of the first "
		     "thread of a process count", s->path);
}

void
stepinit(struct step *s)
{
	*s = (struct step){
		.stage = {
			.want = EVKEY(KEY_PID) | EVKEY(KEY_TID),
			.header = stepheader,
			.event = stepevent,
			.finish = stepfinish,
		},
	};
}

void
stepfree(struct step *s)
{
	stepnamesfree(&s->names);
	stepsfree(&s->steps);
	free(s->ranges);
	free(s->scratch.p);
}
