/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "pace.h"

/* The current step of a process. */
struct pacer {
	int64_t step, begin; /* ns */
};

/* What other programs put behind the events of threads: it begins no step. */
#define AFTER                                                                                     \
	(EVTYPE(TYPE_NVTX_KERNEL) | EVTYPE(TYPE_CALL_KERNEL) | EVTYPE(TYPE_PATH) |                \
	    EVTYPE(TYPE_FINDING))

/* The first step of a process begins with its first event, whatever its number is. */
static void
paceevent(struct stage *stage, struct event *ev)
{
	struct pace *p = (struct pace *)stage;
	struct mapkey key = { (uint64_t)evnumber(ev, KEY_PID), evhas(ev, KEY_PID) };
	struct pacer *last;
	uint32_t *number;
	bool fresh;

	if (!evhas(ev, KEY_STEP) || !evhas(ev, KEY_TID) ||
	    (ev->type != TYPE_OTHER && (AFTER & EVTYPE(ev->type)) != 0))
		return;
	number = mapput(&p->ids, key, &fresh);
	if (fresh) {
		GROW(p->processes, p->room, p->count + 1);
		*number = (uint32_t)p->count++;
		p->first = p->count == 1 || ev->number[KEY_TS] < p->first ? ev->number[KEY_TS]
		                                                          : p->first;
	}
	last = &p->processes[*number];
	if (!fresh && ev->number[KEY_TS] < last->begin)
		p->unordered = true;
	if (!fresh && ev->number[KEY_STEP] <= last->step)
		return;
	if (!fresh && !p->unordered)
		durationsadd(&p->times, subsat(ev->number[KEY_TS], last->begin));
	*last = (struct pacer){ .step = ev->number[KEY_STEP], .begin = ev->number[KEY_TS] };
}

void
paceinit(struct pace *p)
{
	*p = (struct pace){
		.stage = {
			.want = EVKEY(KEY_STEP) | EVKEY(KEY_PID) | EVKEY(KEY_TID),
			.event = paceevent,
		},
	};
}

bool
pacemedian(struct pace *p, wide *ns)
{
	static const uint32_t median[] = { PERCENT_SCALE / 2 };

	if (durationscount(&p->times) == 0 || p->unordered)
		return false;
	durationspercentiles(&p->times, median, 1, ns);
	*ns = widedivide(*ns, PERCENT_SCALE);
	return true;
}

void
pacefree(struct pace *p)
{
	mapfree(&p->ids);
	free(p->processes);
	durationsfree(&p->times);
}
