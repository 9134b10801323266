/* SPDX-License-Identifier: MIT */
#include "runwork.h"

void
runworkinit(struct runwork *w, struct clip *clip, size_t skip)
{
	*w = (struct runwork){ .clip = clip, .skip = skip };
	for (int i = 0; i < WORK_PARTS; i++) {
		w->busy[i].clip = clip;
		w->busy[i].workclassifier = &w->classifier;
		w->busy[i].identitytable = &w->ids;
	}
}

/* Notes the step of an event. Returns true if the step counts. */
static bool
runworkstep(struct runwork *w, const struct event *ev)
{
	int64_t step = evnumber(ev, KEY_STEP);

	if (w->count == 0 || step > w->lateststep) {
		w->first = w->count == 0 ? step : w->first;
		w->count++;
		w->lateststep = step;
		if (w->count == w->skip + 1)
			w->leastkept = step;
	}
	/* an unseen smaller number may change which steps are the first */
	w->disordered = w->disordered || (w->skip > 0 && step < w->first);
	return w->skip == 0 || (w->count > w->skip && step >= w->leastkept);
}

/* Adds an event to a part. */
static void
runworkadd(struct runwork *w, enum work_part part, const struct event *ev)
{
	struct busytime *b = &w->busy[part];

	if (evfamily(ev->type) == FAMILY_GPU && b->begun && ev->number[KEY_TS] < b->latest)
		w->unsorted = true;
	if (!w->unsorted)
		busytimeevent(b, ev);
}

void
runworkevent(struct runwork *w, struct event *ev)
{
	if (evfamily(ev->type) == FAMILY_CONTROL) {
		identitylearn(&w->ids, ev);
		return;
	}
	w->classifier.classified = false;
	runworkadd(w, WORK_RUN, ev);
	if (!evhas(ev, KEY_STEP) || !runworkstep(w, ev))
		return;
	timespanevent(&w->steps, ev);
	runworkadd(w, WORK_STEPS, ev);
}

struct worktimes
runworktimes(const struct runwork *w, enum work_part part)
{
	const struct busytime *b = &w->busy[part];
	int64_t from = clipstart(w->clip), to = clipend(w->clip);
	struct worktimes t = { .known = !w->unsorted };

	if (part == WORK_STEPS) {
		t.known = t.known && w->steps.begun && !w->disordered;
		from = w->steps.first > from ? w->steps.first : from;
		to = w->steps.last < to ? w->steps.last : to;
	}
	for (size_t i = 0; i < b->count; i++) {
		const struct busyunion *u = b->gpus[i].unions;
		wide compute = busytimeunion(b, &u[UNION_COMPUTE], from, to);

		if (!b->gpus[i].work.begun)
			continue;
		t.gpus++;
		t.busy += (double)busytimeunion(b, &u[UNION_ALL], from, to);
		t.exposed +=
		    (double)(busytimeunion(b, &u[UNION_COMPUTE_COMM], from, to) - compute);
	}
	t.span = to > from ? (double)((wide)to - from) : 0;
	t.busy /= t.gpus > 0 ? (double)t.gpus : 1;
	t.exposed /= t.gpus > 0 ? (double)t.gpus : 1;
	return t;
}

void
runworkfree(struct runwork *w)
{
	for (int i = 0; i < WORK_PARTS; i++)
		busytimefree(&w->busy[i]);
	workclassifierfree(&w->classifier);
	identitytablefree(&w->ids);
}
