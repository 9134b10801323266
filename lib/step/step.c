/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "step.h"

/* The ranges of a process that count as steps. */
struct stepranges {
	int64_t tid; /* only those on this thread */
	int pattern; /* only those whose name matches this pattern; -1: no range has matched yet */
	int64_t end; /* of the latest such range, ns */
};

/* The time that decides the step of an event, ns. It is unknown if the event belongs to no step. */
struct launchtime {
	bool known;
	int64_t ts;
};

/* A copy of an event; the next event in its place reuses the buffer. */
struct heldcopy {
	struct event *ev;
	struct launchtime time;
	struct buf copy;
};

static struct stepranges *
stepprocessranges(struct step *s, const struct stepprocess *process)
{
	size_t number = (size_t)(process - s->steps.p);
	size_t before = s->rangesroom;

	GROW(s->ranges, s->rangesroom, number + 1);
	for (size_t i = before; i < s->rangesroom; i++)
		s->ranges[i].pattern = -1;
	return &s->ranges[number];
}

/* Adds a range as a step if its name matches. The first match fixes the thread and the pattern for
 * its process. A range nested in another step is not a step. */
static void
addrange(struct step *s, const struct event *ev)
{
	struct stepprocess *process;
	struct stepranges *ranges;
	int64_t number;
	int pattern;

	if (!evhas(ev, KEY_NAME) || (!evhas(ev, KEY_DUR) && !evisopen(ev)))
		return;
	pattern = rangenamesmatch(
	    &s->names, jsontext(ev->value[KEY_NAME], &s->scratch), &number);
	if (pattern < 0)
		return;
	process = steptableprocess(&s->steps, evnumber(ev, KEY_PID));
	ranges = stepprocessranges(s, process);
	if (ranges->pattern < 0)
		*ranges = (struct stepranges){ evnumber(ev, KEY_TID), pattern, INT64_MIN };
	if (pattern != ranges->pattern || ev->number[KEY_TS] < ranges->end)
		return;
	if (evnumber(ev, KEY_TID) != ranges->tid) {
		s->otherthreads = true;
		return;
	}
	ranges->end = evisopen(ev) ? ev->number[KEY_TS] : evend(ev);
	if (!steptableadd(
	        process, ev->number[KEY_TS], evisopen(ev) ? INT64_MAX : ranges->end, number))
		s->renumbered = true;
}

/* Returns the time that decides the step of an event: the launch of a GPU event, the start of a
 * projected range's original, else the event's own ts. */
static struct launchtime
launchtimeof(const struct event *ev)
{
	enum event_family family = evfamily(ev->type);
	struct launchtime time = { false, 0 };
	struct launch launch;

	if (ev->type == TYPE_NVTX_KERNEL || ev->type == TYPE_CALL_KERNEL) {
		time.known = jsonint(jsonmember(evarg(ev, "range"), "ts", ev->stack), &time.ts);
		return time;
	}
	if (family == FAMILY_CONTROL || family == FAMILY_COUNTER)
		return time;
	if (family == FAMILY_GPU || family == FAMILY_DEVICE) {
		time.known = evlaunch(ev, &launch);
		time.ts = launch.ts;
		return time;
	}
	return (struct launchtime){ true, ev->number[KEY_TS] };
}

static void
stepheader(struct stage *stage, struct event *ev)
{
	struct step *s = (struct step *)stage;

	s->linked = s->linked || evhas(ev, KEY_LINKED);
	evsettrue(ev, KEY_STEPS);
	stageheader(stage->next, ev);
}

/* Sets the step of an event, and gives the event. */
static void
stepgive(struct step *s, struct event *ev, struct launchtime time)
{
	const struct stepinterval *step = NULL;

	if (evhas(ev, KEY_PID) && time.known)
		step = steptablefind(&s->steps, ev->number[KEY_PID], time.ts);
	if (step)
		evsetint(ev, KEY_STEP, step->number);
	else if (evhas(ev, KEY_STEP))
		evdrop(ev, KEY_STEP);
	stagegive(&s->stage, ev);
}

static void
steprelease(struct step *s)
{
	for (size_t i = 0; i < s->heldcount; i++)
		stepgive(s, s->held[i].ev, s->held[i].time);
	s->heldcount = 0;
}

static void
stephold(struct step *s, const struct event *ev, struct launchtime time)
{
	size_t before = s->heldroom;

	GROW(s->held, s->heldroom, s->heldcount + 1);
	for (size_t i = before; i < s->heldroom; i++)
		s->held[i] = (struct heldcopy){ 0 };
	s->held[s->heldcount].ev = evcopy(ev, &s->held[s->heldcount].copy);
	s->held[s->heldcount].time = time;
	s->heldcount++;
}

/* Holds an event until no more steps can begin at its ts: of two events with one ts, the longer one
 * comes first, so that an event may precede the range of its step. */
static void
stepevent(struct stage *stage, struct event *ev)
{
	struct step *s = (struct step *)stage;
	struct launchtime time;

	if (s->heldcount > 0 && ev->number[KEY_TS] != s->now)
		steprelease(s);
	s->now = ev->number[KEY_TS];
	if (ev->type == TYPE_NVTX && s->names.count > 0)
		addrange(s, ev);
	s->linked = s->linked || evhas(ev, KEY_LAUNCH);
	s->hasgpuevents = s->hasgpuevents || evfamily(ev->type) == FAMILY_GPU;
	time = launchtimeof(ev);
	if (s->heldcount > 0 ||
	    (s->names.count > 0 && time.known && time.ts == ev->number[KEY_TS]))
		stephold(s, ev, time);
	else
		stepgive(s, ev, time);
}

static void
stepstop(struct stage *stage)
{
	steprelease((struct step *)stage);
}

/* Prints warnings. */
static void
stepfinish(struct stage *stage)
{
	struct step *s = (struct step *)stage;

	steprelease(s);
	if (s->steps.count == 0 && s->usernames)
		warn("%s: no range is called '%s'", s->path, s->names.p[0].pattern.source);
	else if (s->steps.count == 0 && !s->quiet)
		warn("%s: no range has a name of steps: --range REGEX names them, --auto finds "
		     "them by what is launched", s->path);
	else if (s->steps.count > 0 && s->hasgpuevents && !s->linked)
		warn("%s: the stream is not linked, so that what GPUs did is in no step: "
		     "put nst-link before this program",
		    s->path);
	if (s->renumbered)
		warn("%s: the numbers in the names of steps do not rise: later steps are counted "
		     "instead",
		    s->path);
	if (s->otherthreads)
		warn("%s: other threads have ranges with names of steps, too: only those of the "
		     "first thread of a process count", s->path);
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
			.stop = stepstop,
		},
	};
}

void
stepfree(struct step *s)
{
	rangenamesfree(&s->names);
	steptablefree(&s->steps);
	for (size_t i = 0; i < s->heldroom; i++)
		free(s->held[i].copy.p);
	free(s->held);
	free(s->ranges);
	free(s->scratch.p);
}
