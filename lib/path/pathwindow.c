/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/json.h"
#include "pathwindow.h"

static struct stepwindow *
windowstep(struct pathwindow *w, int64_t pid, int64_t number)
{
	bool fresh;
	uint32_t *id =
	    mapput(&w->ids, (struct mapkey){ (uint64_t)pid, (uint64_t)number }, &fresh);

	if (fresh) {
		*id = (uint32_t)w->count;
		GROW(w->steps, w->room, w->count + 1);
		w->steps[w->count++] = (struct stepwindow){ .pid = pid, .number = number,
			.start = INT64_MAX, .hostend = INT64_MIN, .workend = INT64_MIN };
	}
	return &w->steps[*id];
}

static void
stepread(struct pathwindow *w, const struct event *ev)
{
	struct stepwindow *one = windowstep(w, evnumber(ev, KEY_PID), ev->number[KEY_STEP]);
	int64_t end = evend(ev);

	if (evfamily(ev->type) == FAMILY_GPU) {
		one->workend = end > one->workend ? end : one->workend;
		return;
	}
	one->start = ev->number[KEY_TS] < one->start ? ev->number[KEY_TS] : one->start;
	one->hostend = end > one->hostend ? end : one->hostend;
}

/* Returns true if the event is the first range whose name matches. */
static bool
isrange(struct pathwindow *w, const struct event *ev)
{
	return !w->found && ev->type == TYPE_NVTX && evhas(ev, KEY_DUR) && evhas(ev, KEY_NAME) &&
	    jsonisstring(ev->value[KEY_NAME]) &&
	    patternmatch(&w->range, jsontext(ev->value[KEY_NAME], &w->scratch));
}

static void
rangeread(struct pathwindow *w, const struct event *ev)
{
	struct launch launch;

	if (isrange(w, ev)) {
		w->found = true;
		w->pid = evnumber(ev, KEY_PID);
		w->start = ev->number[KEY_TS];
		w->end = w->workend = evend(ev);
		return;
	}
	if (!w->found || evfamily(ev->type) != FAMILY_GPU || evnumber(ev, KEY_PID) != w->pid ||
	    !evlaunch(ev, &launch) || launch.ts < w->start || launch.ts >= w->end)
		return;
	w->workend = evend(ev) > w->workend ? evend(ev) : w->workend;
}

static void
windowevent(struct stage *stage, struct event *ev)
{
	struct pathwindow *w = (struct pathwindow *)stage;

	if (ev->number[KEY_TS] < w->first)
		w->first = ev->number[KEY_TS];
	if (evend(ev) > w->last)
		w->last = evend(ev);
	if (w->hasrange)
		rangeread(w, ev);
	else if (w->which != STEP_NONE && evhas(ev, KEY_STEP) &&
	    (ev->type == TYPE_NVTX || ev->type == TYPE_CUDA_API ||
	        evfamily(ev->type) == FAMILY_GPU))
		stepread(w, ev);
}

void
pathwindowinit(struct pathwindow *w)
{
	*w = (struct pathwindow){ .stage = { .want = EVKEY(KEY_PID) | EVKEY(KEY_STEP),
	                              .header = windowevent, .event = windowevent },
		.first = INT64_MAX, .last = INT64_MIN };
}

static int
stepcompare(const void *a, const void *b)
{
	const struct stepwindow *x = a, *y = b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x->pid > y->pid) - (x->pid < y->pid);
}

/* Returns the start of the next step of a process, ns; INT64_MAX after the last one. */
static int64_t
nextstart(const struct pathwindow *w, size_t i)
{
	for (size_t k = i + 1; k < w->count; k++)
		if (w->steps[k].pid == w->steps[i].pid && w->steps[k].start > w->steps[i].start)
			return w->steps[k].start;
	return INT64_MAX;
}

/* Extends a window by one step. A range that goes on in the next step counts up to that. */
static void
addstep(const struct pathwindow *w, size_t i, int64_t *from, int64_t *to)
{
	const struct stepwindow *one = &w->steps[i];
	int64_t next = nextstart(w, i), end = one->hostend < next ? one->hostend : next;

	end = one->workend > end ? one->workend : end;
	*from = one->start < *from ? one->start : *from;
	*to = end > *to ? end : *to;
}

/* Finds the window of the steps from i on with one number. Returns the position of the next
 * number. */
static size_t
stepwindow(const struct pathwindow *w, size_t i, int64_t *from, int64_t *to)
{
	int64_t number = w->steps[i].number;

	*from = INT64_MAX;
	*to = INT64_MIN;
	for (; i < w->count && w->steps[i].number == number; i++)
		addstep(w, i, from, to);
	return i;
}

bool
pathwindowget(struct pathwindow *w, int64_t *from, int64_t *to)
{
	bool found = false;

	if (w->hasrange) {
		*from = w->start;
		*to = w->workend;
		return w->found;
	}
	if (w->count > 0)
		qsort(w->steps, w->count, sizeof(*w->steps), stepcompare);
	for (size_t i = 0; i < w->count;) {
		int64_t number = w->steps[i].number, start, end;

		i = stepwindow(w, i, &start, &end);
		if ((w->which == STEP_NUMBER && number != w->number) ||
		    (found && (w->which != STEP_SLOWEST || end - start <= *to - *from)))
			continue;
		*from = start;
		*to = end;
		found = true;
	}
	return found;
}

void
pathwindowfree(struct pathwindow *w)
{
	mapfree(&w->ids);
	free(w->steps);
	patternfree(&w->range);
	free(w->scratch.p);
}
